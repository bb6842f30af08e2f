// What every bulk import takes and answers (R3.8-23, A-129), whatever is imported.
import { z } from 'zod'
import { ImportIssue, Issue } from './issue.ts'

/** Up to so many rows are answered at once; more are imported in the background. */
export const rowsAtOnce = 500
export const maxImportRows = 100_000

/** A dry run hands the cells of so many faulty rows back, to be corrected; so many corrections are taken. */
export const mostEditable = 100
export const mostCorrections = 1_000

const PreviewRow = z.object({
  state: z.enum(['ok', 'warning', 'error']),
  ...ImportIssue.shape,
  label: z.string(),
  /** `column`: the cell it is about, where it is about one. */
  issues: z.array(Issue.extend({ column: z.string().optional() })).optional(),
  /** By column: of the first faulty rows, and of all that were corrected. No secret ones, unless they are empty. */
  cells: z.record(z.string(), z.string()).optional(),
})
export type PreviewRow = z.infer<typeof PreviewRow>

/** As the import calls it, and as the sheet does. What stands in a secret one is never sent back. */
const SheetColumn = z.object({ name: z.string(), title: z.string(), secret: z.literal(true).optional() })
export type SheetColumn = z.infer<typeof SheetColumn>

export const ImportResult = z.object({
  success: z.boolean(),
  totalElements: z.number().int(),
  importedElements: z.number().int(),
  errors: z.array(ImportIssue),
  warnings: z.array(ImportIssue),
  /** The process that does the work (additive). */
  processId: z.uuid().optional(),
  /** What a dry run says of the rows (additive): faulty rows first, at most 1,000; `columns`: of their cells. */
  rows: z.array(PreviewRow).optional(),
  columns: z.array(SheetColumn).optional(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** What the database takes as text, as long as a cell of a workbook may be. */
const Cell = z
  .string()
  .max(32_767)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))

/** Cells that replace those of a row, by the names of their columns; or the whole row stays out. */
const Correction = z.object({
  row: z.int().min(1),
  cells: z.record(z.string(), Cell).optional(),
  leaveOut: z.literal(true).optional(),
})
export type Correction = z.infer<typeof Correction>
export const Corrections = z.array(Correction).max(mostCorrections)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What was corrected since the dry run, as a JSON list, so that nobody edits the workbook and uploads it again. */
export const BesideWorkbook = z.object({
  corrections: z
    .string()
    .describe('A JSON list of `{ row, cells, leaveOut }`: `cells` by column replace those of the row.')
    .transform(parsed)
    .pipe(Corrections)
    .optional(),
})
export type BesideWorkbook = z.infer<typeof BesideWorkbook>
