// What happens to the roles of applications and their scopes.
import { z } from 'zod'
import { auditEvent, moment, none } from '#server/kernel/audit-event.ts'

const RoleFields = z.object({
  id: z.guid(),
  name: z.string(),
  description: z.string().nullable(),
  applicationId: z.int(),
  byHierarchy: z.boolean(),
  operationRequestVisibility: z.boolean(),
  serviceManagerVisibility: z.boolean(),
})

/** Whole, so that it can come back: with its scopes, and the rows of members in which it stood. */
const RoleSnapshot = RoleFields.extend({
  system: z.boolean(),
  usedBy: z.int(),
  scopes: z.array(z.string()),
  given: z.array(z.object({ memberId: z.guid(), endsOn: moment().nullable() })),
})
export type RoleSnapshot = z.output<typeof RoleSnapshot>

const RoleScope = z.object({ scope: z.string() })

export const applicationRoleEvents = {
  created: auditEvent('role.created', 'role', { before: none, after: RoleFields }),
  changed: auditEvent('role.changed', 'role', { before: RoleFields, after: RoleFields }),
  removed: auditEvent('role.removed', 'role', { before: RoleSnapshot, after: none }),
  restored: auditEvent('role.restored', 'role', { before: none, after: RoleSnapshot }),
  scopeAdded: auditEvent('role.scope-added', 'role', { before: none, after: RoleScope }),
  scopeRemoved: auditEvent('role.scope-removed', 'role', { before: RoleScope, after: none }),
}
