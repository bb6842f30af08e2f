// What people do with their own sessions.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const sessionEvents = {
  endedByOwner: auditEvent('user.session-ended', 'user', { before: z.object({ id: z.guid() }), after: none }),
  othersEnded: auditEvent('user.other-sessions-ended', 'user', { before: z.object({ count: z.int() }), after: none }),
}
