// What happens to the log itself.
import { z } from 'zod'
import { LogBreak } from '#contract/log-entries.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

/** What `verified` and `broken` are about. */
export const chainName = 'audit-log'

export const Verification = z.object({
  seals: z.int(),
  entries: z.int(),
  firstBreak: LogBreak.nullable(),
  /** Entries that no seal had yet: judged by their digests. Earlier versions did not look at them. */
  unsealed: z.int().optional(),
  /** Heads that were sent outside, and are those of the chain. */
  heads: z.int().optional(),
})
export type Verification = z.output<typeof Verification>

export const logEvents = {
  /** Of the chain, by whoever had it verified, or by the clock. */
  verified: auditEvent('audit-log.verified', 'name', {
    before: none,
    after: Verification,
  }),
  /** The first break of the chain, when the clock finds another one than before. */
  broken: auditEvent('audit-log.broken', 'name', { before: none, after: LogBreak }),
  /** Of a day, as `2026-11-22`. */
  headSent: auditEvent('audit-log.head-sent', 'name', {
    before: none,
    after: z.object({ seal: z.int(), lastEntry: z.int(), hash: z.string() }),
  }),
}
