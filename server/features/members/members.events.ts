// What happens to the members of a tenant and their roles.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

/** A member with its roles, by ids, so that it can be undone and asked about later. */
export const MemberSnapshot = z.object({
  id: z.guid(),
  tenantId: z.guid(),
  identityType: z.string(),
  identityId: z.guid(),
  isInheritable: z.boolean(),
  roles: z.array(z.object({ roleId: z.guid(), role: z.string(), endsOn: z.string().optional() })),
  /** Over, and not cleared up yet: it gives nothing, and "as of" a time before its end finds it here. */
  over: z.array(z.object({ roleId: z.guid(), role: z.string(), endsOn: z.string() })).optional(),
})
export type MemberSnapshot = z.output<typeof MemberSnapshot>

export const memberEvents = {
  added: auditEvent('member.added', 'member', { before: none, after: MemberSnapshot }),
  changed: auditEvent('member.changed', 'member', { before: MemberSnapshot, after: MemberSnapshot }),
  removed: auditEvent('member.removed', 'member', { before: MemberSnapshot, after: none }),
  /** Somebody asked, and there was nothing to take. Of the identity. */
  revokeAsked: auditEvent('member.revoke-asked', 'member', { before: none, after: none }),
  /** Nobody lost a role (a last Administrator keeps it), or nobody was told (of a group that nobody gave it to). */
  noneEnded: auditEvent('grants.ended', 'name', { before: none, after: z.object({ rows: z.int() }) }),
  noneEnding: auditEvent('grants.looked-at', 'name', { before: none, after: z.object({ soon: z.int() }) }),
}
