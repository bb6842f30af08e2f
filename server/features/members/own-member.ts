// What every change of a member looks at, answers and leaves in the audit log.
import { globalTenant } from '#contract/tenants.ts'
import type { Member } from '#contract/members.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { protectedRoles, refuseUnlessLeft, removalEvent } from './identities.store.ts'
import { memberEvents } from './members.events.ts'
import { memberAt } from './member-entry.store.ts'
import { refuseUnlessManageable, type Authority } from './policy.ts'
import { type OwnMember, ownMemberById } from './members.store.ts'
import { type End, type RoleAssignment, rolesById } from './role-assignments.store.ts'
import { invalid } from '#server/kernel/issue.ts'

/**
 * Roles that are new to a member exist, are no inherited ones, and those of the whole portal stay at the global tenant.
 */
export const givable = async (
  ctx: Ctx,
  { ids, tenantId, current }: { ids: readonly string[]; tenantId: string; current: readonly string[] },
): Promise<readonly RoleAssignment[]> => {
  const roles = await rolesById(ctx.db, ids)
  const known = new Set(roles.map(({ id }) => id))
  const fresh = roles.filter(({ id }) => !current.includes(id))
  const wrong =
    ids.some((id) => !known.has(id)) ||
    fresh.some((role) => role.byHierarchy || (role.applicationName === 'identity.global' && tenantId !== globalTenant))
  if (wrong) throw new Refusal('role-not-found', 400, { field: 'roles' })
  return fresh
}

/** Of roles that were taken at the global tenant, those of which somebody must be left (invariant 3). */
export const refuseLast = async (tx: Tx, taken: readonly RoleAssignment[]) => {
  const gone = taken.filter(
    ({ name, applicationName }) =>
      applicationName === 'identity.global' && (protectedRoles as readonly string[]).includes(name),
  )
  if (gone.length > 0)
    await refuseUnlessLeft(
      tx,
      gone.map(({ name }) => name),
    )
}

export const refusePast = (ctx: Ctx, ends: readonly { endsOn: string }[] = []) => {
  if (ends.some(({ endsOn }) => new Date(endsOn) <= ctx.now)) throw invalid({ field: 'ends', code: 'ends-in-the-past' })
}

const timeOf = (endsOn: string | undefined) => (endsOn ? new Date(endsOn).getTime() : undefined)

type RoleInput = { readonly roles: readonly string[]; readonly ends?: readonly End[] | undefined }

/** Ending a role is taking it, and taking its end away is giving it: both are for those who may (invariant 4). */
export const rolesWithAnotherEnd = (before: OwnMember, { roles, ends }: RoleInput) => {
  if (!ends) return []
  const wanted = new Map(ends.map(({ roleId, endsOn }) => [roleId, timeOf(endsOn)]))
  const staying = before.roles.filter(({ roleId }) => roles.includes(roleId))
  return staying.filter(({ roleId, endsOn }) => timeOf(endsOn) !== wanted.get(roleId)).map(({ roleId }) => roleId)
}

/** Whether a member passes its roles down is for those who may give all of them. */
export const refuseSpreading = async (
  tx: Tx,
  authority: Authority,
  { before, isInheritable }: { before: OwnMember; isInheritable: boolean },
) => {
  if (before.isInheritable !== isInheritable) refuseUnlessManageable(authority, await rolesById(tx, rolesOf(before)))
}

export const rolesOf = (member: OwnMember) => member.roles.map(({ roleId }) => roleId)

export const foundMember = async (
  db: ReadCtx['db'] | Tx,
  member: { id: string; tenantId: string },
): Promise<OwnMember> => {
  const found = await ownMemberById(db, member)
  if (!found) throw new Refusal('tenant-member-not-found', 404)
  return found
}

/** What a member answers after a write: its own roles, and whether each comes from above as well. */
export const shown = async (
  tx: Tx,
  ctx: ReadCtx,
  { tenantId, identityId }: Pick<OwnMember, 'tenantId' | 'identityId'>,
): Promise<Member> => {
  const member = await memberAt(tx, {
    tenantId,
    identityId,
    companyDomains: ctx.services.settings.companyDomains,
    onlyOwn: true,
  })
  if (!member) throw new Refusal('tenant-member-not-found', 404)
  return member
}

type MemberChange =
  | { readonly before?: OwnMember | undefined; readonly after: OwnMember }
  | { readonly before: OwnMember; readonly after?: undefined }

export const eventOf = ({ before, after }: MemberChange): AuditEvent => {
  if (!after) return removalEvent(before)
  const about = { subject: after.id, tenantId: after.tenantId }
  if (!before) return memberEvents.added({ ...about, after })
  const taken = before.roles.some(({ roleId }) => !after.roles.some((role) => role.roleId === roleId))
  return memberEvents.changed({ ...about, before, after, ...(taken && { operation: 'RemoveRolesInTenant' }) })
}
