// What every bulk import takes and answers (R3.8-23, A-129), whatever is imported.
import { z } from 'zod'
import { Issue } from './issue.ts'

/** Up to so many rows are answered at once; more are imported in the background. */
export const rowsAtOnce = 500
export const maxImportRows = 100_000

/** What is wrong with a row of a sheet: in English, and as codes for the reader's language. */
export const ImportIssue = z.object({
  row: z.number().int(),
  reason: z.string(),
  issues: z.array(Issue).optional(),
})
export type ImportIssue = z.infer<typeof ImportIssue>

const PreviewRow = z.object({
  state: z.enum(['ok', 'warning', 'error']),
  label: z.string(),
  ...ImportIssue.shape,
})
export type PreviewRow = z.infer<typeof PreviewRow>

export const ImportResult = z.object({
  success: z.boolean(),
  totalElements: z.number().int(),
  importedElements: z.number().int(),
  errors: z.array(ImportIssue),
  warnings: z.array(ImportIssue),
  /** The process that does the work (additive). */
  processId: z.uuid().optional(),
  /** What a dry run says of the rows (additive): faulty rows first, at most 1,000. */
  rows: z.array(PreviewRow).optional(),
})
export type ImportResult = z.infer<typeof ImportResult>
