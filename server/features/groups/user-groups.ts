// The same from the user's side: which groups somebody is in, joining one, leaving one (R7.5-14).
import type { Membership } from '#contract/group-members.ts'
import type { groups } from '#contract/groups.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import { page } from '#contract/kernel/page.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { seesAll } from './group-policy.ts'
import { putMember, takeMembersOut } from './group-members.ts'
import { userExists } from './group-members.store.ts'
import { listMemberships } from './memberships.store.ts'

type Api = typeof groups

const membershipsOf = async (ctx: ReadCtx, userId: string, query: ListQuery) => {
  if (!(await userExists(ctx.db, userId))) throw new Refusal('user-not-found', 404)
  const { items, count } = await listMemberships(ctx.db, userId, query)
  return page(items, count, query)
}

/**
 * Below /profile one is oneself. An administrator's answer does not depend on whether somebody exists before the role
 * is known.
 */
const refuseOthers = (ctx: ReadCtx, userId: string) => {
  if (callerOf(ctx).id !== userId && !seesAll(ctx)) throw new Refusal('permission-missing', 403)
}

export const ofUser: UseCase<Api['ofUser']> = (ctx, { params, query }) => membershipsOf(ctx, params.id, query)

export const ofSelf: UseCase<Api['ofSelf']> = async (ctx, { params, query }) => {
  refuseOthers(ctx, params.id)
  return membershipsOf(ctx, params.id, query)
}

const joinTo = (ctx: Ctx, userId: string, input: { groupId: string; permission: Membership['permission'] }) =>
  ctx.commit<Membership>(async (tx) => {
    const { member, events } = await putMember(ctx, tx, { userId, ...input }, 'groupId')
    return {
      result: { groupId: member.groupId, groupName: member.groupName, permission: member.permission, automated: false },
      events,
    }
  })

export const join: UseCase<Api['join']> = (ctx, { params, input }) => joinTo(ctx, params.id, input)

export const joinSelf: UseCase<Api['joinSelf']> = async (ctx, { params, input }) => {
  refuseOthers(ctx, params.id)
  return joinTo(ctx, params.id, input)
}

export const leave: UseCase<Api['leave']> = (ctx, { params }) => takeMembersOut(ctx, params.groupId, [params.id])

export const leaveSelf: UseCase<Api['leaveSelf']> = async (ctx, { params }) => {
  refuseOthers(ctx, params.id)
  return takeMembersOut(ctx, params.groupId, [params.id])
}
