// What somebody corrected in the rows of a workbook since its dry run, and how it goes to the server.
import type { Correction, ImportResult, PreviewRow } from '#contract/kernel/bulk-import.ts'

export type Change = { readonly cells: Readonly<Record<string, string>>; readonly leftOut: boolean }
export type Corrections = ReadonlyMap<number, Change>
export const noCorrections: Corrections = new Map()

const changed = (corrections: Corrections, row: number, change: Partial<Change>): Corrections => {
  const before = corrections.get(row) ?? { cells: {}, leftOut: false }
  const after = { ...before, ...change }
  const next = new Map(corrections)
  if (after.leftOut || Object.keys(after.cells).length > 0) next.set(row, after)
  else next.delete(row)
  return next
}

export const withCell = (corrections: Corrections, row: number, [column, text]: readonly [string, string]) =>
  changed(corrections, row, { cells: { ...corrections.get(row)?.cells, [column]: text } })

export const withLeftOut = (corrections: Corrections, row: number, leftOut: boolean) =>
  changed(corrections, row, { leftOut })

/** The form of an upload: fields stand before the file. */
export const formOf = (file: File, corrections: Corrections) => {
  const list = [...corrections].map(
    ([row, { cells, leftOut }]): Correction => (leftOut ? { row, leaveOut: true } : { row, cells }),
  )
  const form = new FormData()
  form.set('corrections', JSON.stringify(list))
  form.set('file', file)
  return form
}

/** Those with cells to correct, and as they were before those that are left out: the server does not see them. */
export const editableRows = (
  { rows = [] }: ImportResult,
  { before, corrections }: { before: readonly PreviewRow[]; corrections: Corrections },
): readonly PreviewRow[] => {
  const shown = rows.filter(({ cells }) => cells)
  const numbers = new Set(shown.map(({ row }) => row))
  const leftOut = before.filter(({ row }) => corrections.get(row)?.leftOut && !numbers.has(row))
  return [...shown, ...leftOut].toSorted((a, b) => a.row - b.row)
}

/** Rows, not issues: a row may have several. */
export const faultyIn = ({ errors }: ImportResult): ReadonlySet<number> => new Set(errors.map(({ row }) => row))
