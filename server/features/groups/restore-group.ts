// A group that was deleted comes back with its members, where nothing stands in its way.
import type { UndoObstacle } from '#contract/access-history.ts'
import { areaExists } from '#server/features/areas/areas.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { refuseToTakeMore, visibleGroup } from './group-policy.ts'
import type { GroupSnapshot } from './groups.events.ts'
import { putMembers, usersGone } from './group-members.store.ts'
import { groupExists, groupNamed, insertGroup } from './groups.store.ts'

export const whyNotBack = async (
  tx: Tx,
  { id, name, areaId, areaName, members }: GroupSnapshot,
): Promise<UndoObstacle[]> => {
  const reasons: UndoObstacle[] = []
  if (await groupExists(tx, id)) reasons.push({ code: 'group-there', data: { name } })
  else if (await groupNamed(tx, name)) reasons.push({ code: 'group-name-taken', data: { name } })
  if (!(await areaExists(tx, areaId))) reasons.push({ code: 'area-gone', data: { name: areaName } })
  const gone = await usersGone(
    tx,
    members.map(({ userId }) => userId),
  )
  const lost = members.filter(({ userId }) => gone.has(userId))
  return [...reasons, ...lost.map(({ userName }): UndoObstacle => ({ code: 'user-gone', data: { name: userName } }))]
}

export const putBack = async (ctx: Ctx, tx: Tx, snapshot: GroupSnapshot) => {
  const kept = { createdBy: snapshot.createBy, now: new Date(snapshot.createOn), directoryTenantId: null }
  await insertGroup(tx, { ...snapshot, ...kept })
  await putMembers(tx, {
    groupId: snapshot.id,
    userIds: snapshot.members.map(({ userId }) => userId),
    permissions: snapshot.members.map(({ permission }) => permission),
    by: callerOf(ctx).id,
    now: ctx.now,
  })
}

/** Once its memberships are back: what it carries is given by who has it. */
export const refuseToGiveMore = async (ctx: Ctx, tx: Tx, groupId: string) =>
  void (await refuseToTakeMore(ctx, tx, await visibleGroup(ctx, tx, groupId)))
