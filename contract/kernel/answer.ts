// Shapes that several features answer with.
import { z } from 'zod'

/** Account calls and actions answer this, business failures included, with HTTP 200. */
export const Outcome = z.object({ success: z.boolean(), errors: z.array(z.string()) })
export type Outcome = z.infer<typeof Outcome>

/** What a refusal looks like on the wire: problem+json (RFC 9457) with the members of A-15. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  messages: z.array(z.string()),
  /** What the text of the code names: the name that is taken, the columns that are missing. */
  data: z.record(z.string(), z.string()).optional(),
  /** `code` and `data` are the issue's, or the refusal's where that is about the field. */
  errors: z.array(
    z.object({ field: z.string(), message: z.string(), code: z.string(), data: z.record(z.string(), z.string()) }),
  ),
  /** Why, where a code alone does not say it: codes with their data, for the reader's language. */
  reasons: z.array(z.object({ code: z.string(), data: z.record(z.string(), z.string()) })).optional(),
  /** Of `changed-meanwhile`: who changed it, unless the system did, and when. */
  changed: z.object({ by: z.string().nullable(), on: z.iso.datetime() }).optional(),
  /** Of 412 `preview-changed`: what the write would do by now, as `POST /admin/access/preview` answers it. */
  preview: z.unknown().optional(),
  /** Of 500: under which the log has it. */
  reference: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
