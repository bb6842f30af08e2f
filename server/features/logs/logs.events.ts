// What happens to the log itself.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const logEvents = {
  /** Of a day, as `2026-11-22`. */
  headSent: auditEvent('audit-log.head-sent', 'name', {
    before: none,
    after: z.object({ seal: z.int(), lastEntry: z.int(), hash: z.string() }),
  }),
}
