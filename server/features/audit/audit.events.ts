// What happens to the log itself.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const auditLogEvents = {
  /**
   * Of a month, as `2026-11`. `seals` are all that ever lost all of their entries, `ids` those that are gone of others:
   * what the chain need not have any more. The last one says everything.
   */
  cut: auditEvent('audit-log.cut', 'name', {
    before: none,
    after: z.object({
      log: z.enum(['audit_event', 'external_api_access']),
      entries: z.int(),
      keptSince: z.string(),
      seals: z.string(),
      ids: z.string(),
    }),
  }),
}
