// What users and groups were given, over all tenants (R2.5-42, R2.5-43, R7.6-09, R7.6-10).
import type { GroupIdentity, IdentityDetail, IdentityPage, permissions } from '#contract/permissions.ts'
import { page } from '#contract/kernel/page.ts'
import { addMember, groupById, listMembers, shownGroup, visibleGroup } from '#server/features/groups/groups.public.ts'
import { listEffectiveRoles } from '#server/features/effective-access/effective-access.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { identityById, listGroups, listUsers } from './identities.store.ts'
import { listMemberships } from './identity-members.store.ts'

type Api = typeof permissions

export const users: UseCase<Api['users']> = async (ctx, { query }) => {
  const { items, count } = await listUsers(ctx.db, query)
  return page(items, count, query)
}

export const groups: UseCase<Api['groups']> = async (ctx, { query }) => {
  const { items, count } = await listGroups(ctx.db, query)
  return page(items, count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params, query }) => {
  const identity: IdentityDetail | undefined = await identityById(ctx.db, params.id)
  if (!identity) throw new Refusal('identity-not-found', 404)
  const { items, count } = await listMemberships(ctx.db, params.id, query)
  const rows: IdentityPage = { ...page(items, count, query), identity }
  return rows
}

/** The permissions of a group are for anyone who sees permissions; who is in it, for its owners as well. */
const readGroup = async (ctx: ReadCtx, id: string) => {
  const mayAll = hasRole(ctx, 'Manager')
  const group = mayAll ? await groupById(ctx.db, { id, caller: callerOf(ctx).id }) : await visibleGroup(ctx, ctx.db, id)
  if (!group) throw new Refusal('group-not-found', 404)
  return group
}

export const group: UseCase<Api['group']> = async (ctx, { params }) => {
  const found = await readGroup(ctx, params.id)
  const identity = await identityById(ctx.db, params.id)
  const shown: GroupIdentity = {
    ...shownGroup(found),
    tenantCount: identity?.tenantCount ?? 0,
    roleCount: identity?.roleCount ?? 0,
  }
  return shown
}

export const groupUsers: UseCase<Api['groupUsers']> = async (ctx, { params, query }) => {
  const { items, count } = await listMembers(ctx.db, await readGroup(ctx, params.groupId), query)
  return page(items, count, query)
}

export const addGroupUser: UseCase<Api['addGroupUser']> = (ctx, { params, input }) =>
  addMember(ctx, { params: { id: params.groupId }, query: undefined, input })

export const userRoles: UseCase<Api['userRoles']> = async (ctx, { params, query }) => {
  if ((await identityById(ctx.db, params.id))?.identityType !== 'User') throw new Refusal('user-not-found', 404)
  const { items, count } = await listEffectiveRoles(ctx.db, params.id, query)
  return page(items, count, query)
}
