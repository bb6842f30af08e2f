// A change of access that was taken back. Of what the change was about.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const accessHistoryEvents = {
  undone: auditEvent('access.undone', 'name', {
    before: none,
    after: z.object({ eventId: z.int(), type: z.string() }),
  }),
}
