// What happens to requests for access.
import { z } from 'zod'
import { RequestStatus } from '#contract/operation-requests.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const Wanted = z.object({ roles: z.array(z.guid()), isInheritable: z.boolean() })
const Requested = z.object({ requestedRoles: z.array(z.guid()) })

const decided = {
  before: z.object({ status: RequestStatus }).optional(),
  after: z.object({ status: RequestStatus, reason: z.string().optional() }),
}

export const requestEvents = {
  created: auditEvent('request.created', 'request', {
    before: none,
    after: Wanted.extend({
      id: z.guid(),
      requestType: z.string(),
      identityId: z.guid(),
      identityType: z.enum(['User', 'Group']),
      tenantId: z.guid(),
    }),
  }),
  edited: auditEvent('request.edited', 'request', { before: Wanted, after: Wanted }),
  applied: auditEvent('request.applied', 'request', decided),
  rejected: auditEvent('request.rejected', 'request', decided),
  cancelled: auditEvent('request.cancelled', 'request', decided),
  rolledBack: auditEvent('request.rolled-back', 'request', decided),
  /** What an applied request changed was taken back; the request stays what it is. */
  undone: auditEvent('request.undone', 'request', { before: none, after: z.object({ eventId: z.int() }) }),
  rolesDropped: auditEvent('request.roles-dropped', 'request', { before: Requested, after: Requested }),
  /** Of anyone who imported. */
  imported: auditEvent('requests.imported', 'user', {
    before: none,
    after: z.object({ inserted: z.int(), failed: z.int() }),
  }),
  /** Of many at once, none could be decided. Of anyone who tried. */
  bulkRefused: auditEvent('request.bulk-refused', 'user', { before: none, after: z.object({ requests: z.int() }) }),
}
