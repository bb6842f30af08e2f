// What people accepted.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const disclaimerEvents = {
  accepted: auditEvent('disclaimer.accepted', 'user', {
    before: none,
    after: z.object({ applicationId: z.int(), application: z.string(), version: z.int(), revision: z.int() }),
  }),
}
