// What is recorded of calls themselves: who read what is recorded, and who was refused.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const callEvents = {
  /** `operation` says what was read; of the first parameter of the address. */
  dataRead: auditEvent('data.read', 'name', { before: none, after: z.unknown() }),
  refused: auditEvent('access.refused', 'user', {
    before: none,
    after: z.object({ reason: z.string(), address: z.string() }),
  }),
  /** In the dashboard of the queue. Of its path. */
  jobsManaged: auditEvent('jobs.managed', 'name', { before: none, after: none }),
}
