// The empty workbook that somebody fills for an import: its titles, and a sheet of notes.
import { attachment } from '#server/downloads/content-disposition.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { TableColumn } from './table.ts'

export type ImportTemplate = {
  readonly file: string
  readonly sheet: string
  /** Of each column, in characters. */
  readonly width: number
  /** What stands in a row: the first words of the notes. */
  readonly unit: string
  readonly notes: readonly string[]
}

export const writeTemplate = (
  ctx: ReadCtx,
  { columns, template }: { readonly columns: readonly TableColumn[]; readonly template: ImportTemplate },
) => ({
  raw: true as const,
  headers: { 'content-type': sheetMediaType, 'content-disposition': attachment(template.file) },
  body: ctx.services.sheets.write({
    name: template.sheet,
    columns: columns.map(({ name }) => ({ title: name, width: template.width })),
    rows: [],
    notes: {
      title: 'Notes',
      lines: [
        `${template.unit} The first row with the titles stays; columns may stand in any order.`,
        ...template.notes,
        'A faulty row is reported with its number and left out; the others are imported.',
      ],
    },
  }),
})
