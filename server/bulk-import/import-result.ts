// What an import answers: counts, and which rows are faulty or worth a look.
import type { ImportResult, PreviewRow } from '#contract/kernel/bulk-import.ts'
import type { ImportIssue } from '#contract/kernel/issue.ts'
import type { Table } from './table.ts'
import type { Issue } from '#server/kernel/issue.ts'
import { importIssue } from './row-issues.ts'

/** A row after it was checked; features add what they write of it. */
export type CheckedRow = Readonly<Pick<PreviewRow, 'row' | 'state' | 'label'>> & { readonly issues: readonly Issue[] }

const issuesOf = (rows: readonly CheckedRow[], state: CheckedRow['state']): ImportIssue[] =>
  rows.filter((row) => row.state === state).map(({ row, issues, label }) => importIssue(row, issues, label))

export const errorsOf = (rows: readonly CheckedRow[]) => issuesOf(rows, 'error')
export const warningsOf = (rows: readonly CheckedRow[]) => issuesOf(rows, 'warning')

const unreadTitles = ({ unknown }: Table): ImportIssue[] =>
  unknown.length > 0
    ? [importIssue(1, [{ code: 'columns-not-read', data: { columns: unknown.join(', ').slice(0, 300) } }])]
    : []

export const resultOf = (rows: readonly CheckedRow[], table: Table): ImportResult => {
  const errors = errorsOf(rows)
  return {
    success: errors.length === 0,
    totalElements: rows.length,
    importedElements: rows.length - errors.length,
    errors,
    warnings: [...unreadTitles(table), ...warningsOf(rows)],
  }
}

export const resultInBackground = (processId: string): ImportResult => ({
  success: true,
  totalElements: 0,
  importedElements: 0,
  errors: [],
  warnings: [],
  processId,
})
