// Who is in a group of a directory: its own people, by the use cases of the console.
import { putMembersIn, takeMembersOut } from '#server/features/groups/groups.public.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { groupsOf, peopleOf } from './group-people.store.ts'
import { touchGroup } from './groups.store.ts'
import { wait } from './membership.ts'
import { peopleAmong } from './people.store.ts'
import { tenantOf } from './scim.ts'
import { scimRefusal } from './scim-refusal.ts'

export const setMembers = async (ctx: Ctx, tx: Tx, groupId: string, wanted: ReadonlySet<string>) => {
  const tenantId = tenantOf(ctx)
  const are = await peopleOf(tx, { tenantId, groupIds: [groupId] })
  const isIn = new Set(are.map(({ userId }) => userId))
  const joining = [...wanted].filter((id) => !isIn.has(id))
  const leaving = are.filter(({ userId }) => !wanted.has(userId))
  if (joining.length + leaving.length === 0) return
  const people = new Map((await peopleAmong(tx, tenantId, joining)).map(({ id, isMember }) => [id, isMember]))
  const nobody = joining.find((id) => !people.has(id))
  if (nobody) throw scimRefusal('invalidValue', `members: ${nobody} is nobody of this directory`)
  const [first, ...others] = joining.filter((id) => people.get(id))
  if (first) await putMembersIn(ctx, groupId, [first, ...others])
  for (const id of joining.filter((one) => !people.get(one)))
    await changeWaiting(ctx, tx, id, (ids) => [...ids, groupId])
  const out = leaving.filter(({ waiting }) => !waiting).map(({ userId }) => userId)
  if (out.length > 0) await takeMembersOut(ctx, groupId, out)
  for (const { userId } of leaving.filter(({ waiting }) => waiting))
    await changeWaiting(ctx, tx, userId, (ids) => ids.filter((id) => id !== groupId))
  await touchGroup(tx, { id: groupId, now: ctx.now })
}

const changeWaiting = async (ctx: Ctx, tx: Tx, id: string, change: (ids: readonly string[]) => readonly string[]) => {
  const groups = await groupsOf(tx, { tenantId: tenantOf(ctx), userIds: [id] })
  const before = groups.filter(({ waiting }) => waiting).map(({ groupId }) => groupId)
  await wait(ctx, { id, before, after: change(before) })
}
