// The empty workbook that somebody fills for an import: its titles, and a sheet of notes.
import { attachment } from '#server/downloads/content-disposition.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { TableColumn } from './table.ts'
import { type TemplateNote, templateMessages } from './template-messages.ts'

export type ImportTemplate = {
  readonly file: string
  readonly sheet: string
  /** Of each column, in characters. */
  readonly width: number
  /** What stands in a row: the first words of the notes. */
  readonly unit: TemplateNote
  readonly notes: readonly TemplateNote[]
}

export const writeTemplate = (
  ctx: ReadCtx,
  { columns, template }: { readonly columns: readonly TableColumn[]; readonly template: ImportTemplate },
) => {
  const texts = templateMessages[ctx.requestInfo.language]
  return {
    raw: true as const,
    headers: { 'content-type': sheetMediaType, 'content-disposition': attachment(template.file) },
    body: ctx.services.sheets.write({
      name: template.sheet,
      columns: columns.map(({ name }) => ({ title: name, width: template.width })),
      rows: [],
      notes: {
        title: texts.notes,
        lines: [`${texts[template.unit]} ${texts.titles}`, ...template.notes.map((note) => texts[note]), texts.faulty],
      },
    }),
  }
}
