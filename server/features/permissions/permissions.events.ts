// An import of roles at tenants; its rows have events of their own.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const permissionEvents = {
  imported: auditEvent('tenant-identities.imported', 'user', {
    before: none,
    after: z.object({ kind: z.enum(['User', 'Group']), rows: z.int(), failed: z.int() }),
  }),
}
