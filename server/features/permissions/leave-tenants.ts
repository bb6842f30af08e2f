// Takes what a user or a group was given away, at some tenants or at all (R8.5-01, A-100, domain-model 4.5).
import type { IdentityDetail, permissions } from '#contract/permissions.ts'
import { globalTenant } from '#contract/tenants.ts'
import {
  type BulkMember,
  deleteMembers,
  type ProtectedRole,
  protectedRoles,
  refuseUnlessLeft,
  removalEvent,
  membersToLeave,
  memberSnapshot,
} from '#server/features/members/members.public.ts'
import { hasRole, refusePermission, refuseUnproven } from '#server/kernel/authorize.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { identityById } from './identities.store.ts'

type Api = typeof permissions

/** Invariant 4, and the group Users, which keeps its membership. */
const refuseUnlessMayTake = (ctx: Ctx, members: readonly BulkMember[]) => {
  const roles = members.flatMap(({ portalRoles }) => portalRoles)
  if (roles.length > 0 && !hasRole(ctx, 'Administrator')) refusePermission()
  if (roles.includes('God') && !hasRole(ctx, 'God')) refusePermission()
  if (roles.some(isProtected)) refuseUnproven(ctx)
}

const isProtected = (role: string): role is ProtectedRole => (protectedRoles as readonly string[]).includes(role)

const eventOf = (member: BulkMember) => removalEvent(memberSnapshot(member))

const takeAway = (ctx: Ctx, { identity, tenantIds }: { identity: IdentityDetail; tenantIds: readonly string[] }) =>
  ctx.commit<{ removed: number }>(async (tx) => {
    const members = await membersToLeave(tx, { identityId: identity.id, tenantIds })
    const [first, ...others] = members
    if (!first) throw new Refusal('tenant-member-not-found', 404)
    refuseUnlessMayTake(ctx, members)
    await deleteMembers(
      tx,
      members.map(({ id }) => id),
    )
    const gone = members.flatMap(({ portalRoles }) => portalRoles.filter(isProtected))
    if (gone.length > 0) await refuseUnlessLeft(tx, gone)
    return { result: { removed: members.length }, events: [eventOf(first), ...others.map(eventOf)] }
  })

export const remove: UseCase<Api['remove']> = async (ctx, { params, input: tenantIds = [] }) => {
  const identity = await identityById(ctx.db, params.identityId)
  if (!identity) throw new Refusal('identity-not-found', 404)
  if (tenantIds.includes(globalTenant) && !hasRole(ctx, 'Administrator')) refusePermission()
  if (identity.everyone) throw new Refusal('users-group-has-no-tenants', 403)
  return takeAway(ctx, { identity, tenantIds })
}
