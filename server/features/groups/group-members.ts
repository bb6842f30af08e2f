// Who is put into a group and who is taken out, from the group's side.
import type { GroupMember, Permission } from '#contract/group-members.ts'
import type { groups } from '#contract/groups.ts'
import { refuseIfLast } from '#server/features/members/members.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { keptGroupToFill } from './group-policy.ts'
import { groupEvents } from './groups.events.ts'
import { memberOf, namesOf, putMembers, removeMembers as takeOut } from './group-members.store.ts'
import { invalid } from '#server/kernel/issue.ts'

type Api = typeof groups
type NewGroupMember = { groupId: string; userId: string; permission: Permission }

const inGroup = ({ groupName, userName, permission }: GroupMember) => ({ group: groupName, userName, permission })

/**
 * Anyone who is in it already gets the permission: asking twice is asking once (T56). `inBody`: which of the two the
 * address does not name.
 */
export const putMember = async (
  ctx: Ctx,
  tx: Tx,
  { groupId, userId, permission }: NewGroupMember,
  inBody: 'userId' | 'groupId',
): Promise<{ member: GroupMember; events: [AuditEvent] }> => {
  const named = inBody === 'groupId' ? { field: inBody } : {}
  // One behind the other on the connection of the transaction, without waiting for each answer.
  const [, before] = await Promise.all([keptGroupToFill(ctx, tx, groupId, named), memberOf(tx, { groupId, userId })])
  const [, member] = await Promise.all([
    putMembers(tx, { groupId, userIds: [userId], permissions: [permission], by: callerOf(ctx).id, now: ctx.now }),
    memberOf(tx, { groupId, userId }),
  ])
  if (!member) throw new Refusal('user-not-found', 404, inBody === 'userId' ? { field: inBody } : {})
  const after = { userId, ...inGroup(member) }
  const event = before
    ? groupEvents.memberChanged({ subject: groupId, before: { userId, ...inGroup(before) }, after })
    : groupEvents.memberAdded({ subject: groupId, after })
  return { member, events: [event] }
}

/** As Readers; `userIds` are in it by no hand yet. */
export const putMembersIn = (ctx: Ctx, groupId: string, userIds: readonly [string, ...string[]]) =>
  ctx.commit<Record<string, never>>(async (tx) => {
    const { group } = await keptGroupToFill(ctx, tx, groupId)
    const permissions = userIds.map((): Permission => 'Reader')
    await putMembers(tx, { groupId, userIds, permissions, by: callerOf(ctx).id, now: ctx.now })
    const names = new Map((await namesOf(tx, userIds)).map(({ id, userName }) => [id, userName]))
    const added = (userId: string): AuditEvent => {
      const after = { userId, group: group.name, userName: names.get(userId) ?? '', permission: 'Reader' as const }
      return groupEvents.memberAdded({ subject: groupId, after })
    }
    const [first, ...others] = userIds
    return { result: {}, events: [added(first), ...others.map(added)] }
  })

export const addMember: UseCase<Api['addMember']> = (ctx, { params, input }) =>
  ctx.commit(async (tx) => {
    const { member, events } = await putMember(ctx, tx, { groupId: params.id, ...input }, 'userId')
    return { result: member, events }
  })

/** Those who are not in it are passed over; nobody at all is 404. */
export const takeMembersOut = (ctx: Ctx, groupId: string, userIds: readonly string[]) =>
  ctx.commit<Record<string, never>>(async (tx) => {
    const { group, guarded } = await keptGroupToFill(ctx, tx, groupId)
    const [first, ...others] = await takeOut(tx, { groupId, userIds })
    if (!first) throw new Refusal('member-not-found', 404)
    if (guarded) await refuseIfLast(tx)
    const removed = ({ userId, userName, permission }: typeof first): AuditEvent =>
      groupEvents.memberRemoved({ subject: groupId, before: { userId, group: group.name, userName, permission } })
    return { result: {}, events: [removed(first), ...others.map(removed)] }
  })

export const removeMember: UseCase<Api['removeMember']> = (ctx, { params }) =>
  takeMembersOut(ctx, params.id, [params.userId])

export const removeMembers: UseCase<Api['removeMembers']> = async (ctx, { params, query, input }) => {
  const userIds = input?.ids ?? query.ids
  if (!userIds) throw invalid({ field: 'body', code: 'missing', data: { field: 'ids' } })
  return takeMembersOut(ctx, params.id, userIds)
}
