// What is wrong with a field or with a row of a sheet, as a code with its data.
import { z } from 'zod'
import type { IssueCode } from './issue-texts.ts'

/** A schema's message is the code of the issue: `z.uuid({ error: issue('area-missing') })`. */
export const issue = (code: IssueCode): string => code

/** On the wire: `field` where it is about one, a column of a sheet included. */
export const Issue = z.object({
  field: z.string().optional(),
  code: z.string(),
  data: z.record(z.string(), z.string()),
})
export type Issue = z.infer<typeof Issue>

/** What is wrong with a row of a sheet: in English, and as codes for the reader's language. */
export const ImportIssue = z.object({
  row: z.number().int(),
  reason: z.string(),
  issues: z.array(Issue).optional(),
  /** Who or what is meant by the row (additive). */
  label: z.string().optional(),
})
export type ImportIssue = z.infer<typeof ImportIssue>
