// What a dry run answers: how many rows are good, what is wrong with the others, and of those that may be corrected on
// the screen their cells.
import { type ImportResult, mostEditable, type PreviewRow, type SheetColumn } from '#contract/kernel/bulk-import.ts'
import { onTheWire } from '#server/kernel/issue.ts'
import { cellOf } from './cell-of-issue.ts'
import type { Corrections } from './corrections.ts'
import { type CheckedRow, resultOf } from './import-result.ts'
import { importIssue } from './row-issues.ts'
import { sheetColumn, type Table, type TableColumn, type TableRow } from './table.ts'

type EditableRows = ReadonlyMap<number, TableRow['values']>

/** Of the first faulty rows, and of all that were corrected; features add more to what they check than is kept here. */
export const keepChecked = (corrections: Corrections) => {
  const checked: CheckedRow[] = []
  const editable = new Map<number, TableRow['values']>()
  let faulty = 0
  return {
    checked,
    editable,
    keep: (rows: readonly TableRow[], found: readonly CheckedRow[]) => {
      const valuesOf = new Map(rows.map(({ row, values }) => [row, values]))
      for (const { row, state, label, issues } of found) {
        checked.push({ row, state, label, issues })
        const values = valuesOf.get(row)
        const shown = corrections.has(row) || (state === 'error' && faulty < mostEditable)
        if (values && shown) editable.set(row, values)
        if (state === 'error') faulty += 1
      }
    },
  }
}

const maxPreviewRows = 1_000
const order = { error: 1, warning: 2, ok: 3 }

type PreviewInput = { readonly checked: readonly CheckedRow[]; readonly editable: EditableRows }

/** Nothing was written. Rows that may be corrected come first, then the other faulty ones. */
export const previewOf = (
  { checked, editable }: PreviewInput,
  table: Table,
  columns: readonly TableColumn[],
): ImportResult => {
  const placeOf = ({ row, state }: CheckedRow) => (editable.has(row) ? 0 : order[state])
  const rows = checked
    .toSorted((a, b) => placeOf(a) - placeOf(b) || order[a.state] - order[b.state] || a.row - b.row)
    .slice(0, maxPreviewRows)
    .map((row) => previewRow(row, { columns, values: editable.get(row.row) }))
  return {
    ...resultOf(checked, table),
    importedElements: 0,
    rows,
    columns: shownColumns(table.columns, rows, columns),
  }
}

const previewRow = (
  { row, state, label, issues }: CheckedRow,
  { columns, values }: { readonly columns: readonly TableColumn[]; readonly values: TableRow['values'] | undefined },
): PreviewRow => {
  const shown = { state, ...importIssue(row, issues), label }
  if (!values) return shown
  // That a secret one is empty may be told.
  const open = columns.filter(({ name, secret }) => name in values && !(secret && values[name]))
  return {
    ...shown,
    issues: issues.map((issue) => {
      const column = cellOf(issue, { columns, values })
      return { ...onTheWire(issue), ...(column && { column }) }
    }),
    cells: Object.fromEntries(open.map(({ name }) => [name, values[name] ?? ''])),
  }
}

/** Those of the sheet, and those that it lacks and that an issue is about: there they can be filled. */
const shownColumns = (read: readonly SheetColumn[], rows: readonly PreviewRow[], columns: readonly TableColumn[]) => {
  const wanted = new Set(rows.flatMap(({ issues = [] }) => issues.flatMap(({ column }) => column ?? [])))
  const missing = columns.filter(({ name }) => wanted.has(name) && !read.some((column) => column.name === name))
  return [...read, ...missing.map((column) => sheetColumn(column, column.name))]
}
