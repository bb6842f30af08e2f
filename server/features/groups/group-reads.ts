// Groups, and what they give, as administrators and their owners see them.
import type { groups } from '#contract/groups.ts'
import { page } from '#contract/kernel/page.ts'
import { listEffectiveRoles } from '#server/features/effective-access/effective-access.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { seesAll, shownGroup, visibleGroup } from './group-policy.ts'
import { listMembers } from './group-members.store.ts'
import { listTenants } from './group-tenants.store.ts'
import { listGroups } from './groups.store.ts'

type Api = typeof groups

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const caller = callerOf(ctx).id
  const { items, count } = await listGroups(ctx.db, query, { caller, ownedBy: seesAll(ctx) ? undefined : caller })
  return page(items.map(shownGroup), count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params }) =>
  shownGroup(await visibleGroup(ctx, ctx.db, params.id))

export const members: UseCase<Api['members']> = async (ctx, { params, query }) => {
  const { items, count } = await listMembers(ctx.db, await visibleGroup(ctx, ctx.db, params.id), query)
  return page(items, count, query)
}

export const roles: UseCase<Api['roles']> = async (ctx, { params, query }) => {
  const { id } = await visibleGroup(ctx, ctx.db, params.id)
  const { items, count } = await listEffectiveRoles(ctx.db, id, query)
  return page(items, count, query)
}

export const tenants: UseCase<Api['tenants']> = async (ctx, { params, query }) => {
  const { id } = await visibleGroup(ctx, ctx.db, params.id)
  const { items, count } = await listTenants(ctx.db, id, query)
  return page(items, count, query)
}
