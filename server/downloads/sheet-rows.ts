// What a cursor gives, as the rows of a sheet.
import type { Cell, SheetBatch } from '#server/kernel/ports/sheets.ts'
import type { Report } from '#server/kernel/process.ts'

type Cells<Row> = (row: Row) => readonly Cell[]

export async function* sheetRows<Row>(
  rows: AsyncIterable<readonly Row[]>,
  cells: Cells<Row>,
): AsyncGenerator<SheetBatch> {
  for await (const batch of rows) yield batch.map(cells)
}

/** In the background; there may be more rows by now than were counted. */
export async function* reportedSheetRows<Row>(
  rows: AsyncIterable<readonly Row[]>,
  cells: Cells<Row>,
  { report, total }: { report: Report; total: number },
): AsyncGenerator<SheetBatch> {
  let done = 0
  for await (const batch of rows) {
    yield batch.map(cells)
    done += batch.length
    await report.progress(done, Math.max(done, total))
  }
}
