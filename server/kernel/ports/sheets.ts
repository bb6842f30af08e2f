// Excel as a port: rows leave as a workbook, an uploaded workbook comes in as rows. `platform/excel/` fills it.

export type Cell = string | number | boolean | Date | null | undefined
export type SheetColumn = {
  readonly title: string
  /** In characters; without it the title and the first rows decide. */
  readonly width?: number
}
/** A second sheet to read: what the columns mean, what an import expects. */
export type SheetNotes = { readonly title: string; readonly lines: readonly string[] }

/** Rows come in batches, as a cursor gives them. */
export type SheetBatch = readonly (readonly Cell[])[]
export type SheetToWrite = {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncIterable<SheetBatch> | Iterable<SheetBatch>
  readonly notes?: SheetNotes
}

/** `row` is the number that Excel shows beside it; `cells` has at least as many texts as the header. */
export type SheetRow = { readonly row: number; readonly cells: readonly string[] }
export type SheetLimits = {
  /** Rows with content, besides the header. */
  readonly rows: number
  readonly columns: number
}

export type Sheets = {
  /**
   * An xlsx as it grows, of one sheet or several, whose rows are asked for one sheet after the other; anyone who stops
   * listening closes the rows too. A text stays a text, also one that begins with `=`.
   */
  write(sheet: SheetToWrite | readonly SheetToWrite[]): AsyncIterable<Uint8Array>
  /**
   * The first visible sheet, the header row first, blank rows left out. Dates are `2026-03-01` (or
   * `2026-03-01T13:45:00`), numbers plain, formulas what they came to. Refuses what is no plain xlsx, also in the
   * middle of the rows.
   */
  read(bytes: Uint8Array, limits: SheetLimits): AsyncIterable<SheetRow>
}

export const sheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
