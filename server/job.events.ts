// What happens to jobs.
import { z } from 'zod'
import { auditEvent, none } from './kernel/audit-event.ts'

export const jobEvents = {
  /** Tried for the last time; it rests in the dead letter queue. Of what the job is about. */
  failed: auditEvent('job.failed', 'name', { before: none, after: z.object({ job: z.string(), eventId: z.string() }) }),
}
