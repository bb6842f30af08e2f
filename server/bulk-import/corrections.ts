// What somebody corrected after the dry run, by the numbers of the rows: cells that replace those of the workbook, or
// rows that stay out. The workbook comes again as it was, and every row is checked again with all others.
import { type Correction, Corrections as StoredCorrections } from '#contract/kernel/bulk-import.ts'
import type { NewFile } from '#server/kernel/process.ts'
import type { TableColumn, TableRow } from './table.ts'

export type Corrections = ReadonlyMap<number, Correction>

export const correctionsOf = (list: readonly Correction[] = []): Corrections =>
  new Map(list.map((correction) => [correction.row, correction]))

/** They may hold a first password, as the workbook does: kept like it, and as long. */
export const fileOfCorrections = (list: readonly Correction[]): NewFile => ({
  name: 'corrections.json',
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(list)),
})

export const readCorrections = (bytes: Uint8Array): Correction[] =>
  StoredCorrections.parse(JSON.parse(Buffer.from(bytes).toString()))

type Batches = AsyncIterable<readonly TableRow[]>

/** A cell of a column that the import does not have is not read, as in a workbook. */
export async function* correctedBatches(
  read: Batches,
  { columns, corrections }: { readonly columns: readonly TableColumn[]; readonly corrections: Corrections },
): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of read) {
    const left =
      corrections.size === 0 ? rows : rows.flatMap((row) => correctedRow(row, corrections.get(row.row), columns))
    if (left.length > 0) yield left
  }
}

const correctedRow = (
  row: TableRow,
  correction: Correction | undefined,
  columns: readonly TableColumn[],
): TableRow[] => {
  if (!correction) return [row]
  if (correction.leaveOut) return []
  const cells = new Map(Object.entries(correction.cells ?? {}))
  const values = columns.flatMap(({ name }) => (cells.has(name) ? [[name, cells.get(name)?.trim() ?? '']] : []))
  return [{ row: row.row, values: { ...row.values, ...Object.fromEntries(values) } }]
}
