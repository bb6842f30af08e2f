// What happens to the scopes that one user's tokens of one application have in addition.
import { ScopedPermission } from '#contract/application-access.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const scopedPermissionEvents = {
  added: auditEvent('scoped-permission.added', 'user', { before: none, after: ScopedPermission }),
  removed: auditEvent('scoped-permission.removed', 'user', {
    before: ScopedPermission.pick({ id: true, applicationId: true, userId: true, scope: true }),
    after: none,
  }),
}
