// What happens when an account ends. That somebody heard of it: `userEvents.endReceived`.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const deprovisioningEvents = {
  /** What webhooks of applications are told. */
  ended: auditEvent('user.ended', 'user', {
    before: none,
    after: z.object({
      deprovisioningId: z.guid(),
      cause: z.enum(['locked', 'deleted']),
      userName: z.string(),
      /** Their numbers: those that the person could open. */
      applications: z.array(z.int()),
      sessions: z.int(),
    }),
  }),
  toldAgain: auditEvent('user.end-told-again', 'user', { before: none, after: z.object({ count: z.int() }) }),
}
