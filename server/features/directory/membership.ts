// Whether a person of the directory is active: a member of the tenant with an account that is not locked. Accounts that
// the directory made are locked; anybody else ends at this tenant, and nowhere else (docs/decisions/0045).
import { putMembersIn, takeMembersOut } from '#server/features/groups/groups.public.ts'
import { addMember, removeMember } from '#server/features/members/members.public.ts'
import { lockUser, unlockUser } from '#server/features/sign-in/sign-in.public.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { directoryEvents } from './directory.events.ts'
import { groupsOf } from './group-people.store.ts'
import type { PersonRow } from './people.store.ts'
import { rememberLock, setWaitingGroups } from './person-entry.store.ts'
import { tenantOf } from './scim.ts'

const byId = (id: string) => ({ params: { id }, query: undefined, input: undefined })

/** Without any role: those are given by administrators of the portal. */
export const joinTenant = (ctx: Ctx, identityType: 'User' | 'Group', identityId: string) =>
  addMember(ctx, {
    params: { tenantId: tenantOf(ctx) },
    query: undefined,
    input: { identityType, identityId, roles: [], isInheritable: false },
  })

export const activate = async (ctx: Ctx, tx: Tx, person: PersonRow) => {
  if (!person.memberId) await joinTenant(ctx, 'User', person.id)
  // What an administrator locked stays locked.
  if (person.lockedByDirectory) await unlockUser(ctx, byId(person.id))
  await joinWaitingGroups(ctx, tx, person.id)
}

const joinWaitingGroups = async (ctx: Ctx, tx: Tx, id: string) => {
  const tenantId = tenantOf(ctx)
  const waiting = (await groupsOf(tx, { tenantId, userIds: [id] })).filter((group) => group.waiting)
  if (waiting.length === 0) return
  for (const { groupId } of waiting) await putMembersIn(ctx, groupId, [id])
  await setWaitingGroups(tx, { tenantId, id, groupIds: [] })
}

export const deactivate = async (ctx: Ctx, tx: Tx, person: PersonRow) => {
  if (person.own) await lockByDirectory(ctx, tx, person.id)
  else
    await setWaitingGroups(tx, { tenantId: tenantOf(ctx), id: person.id, groupIds: await endAtTenant(ctx, tx, person) })
}

export const lockByDirectory = async (ctx: Ctx, tx: Tx, id: string) => {
  await lockUser(ctx, byId(id))
  await rememberLock(tx, { tenantId: tenantOf(ctx), id })
}

/** Answers the groups of the directory that they were in, or waited for. */
export const endAtTenant = async (ctx: Ctx, tx: Tx, { id, memberId }: PersonRow): Promise<readonly string[]> => {
  const tenantId = tenantOf(ctx)
  const groups = await groupsOf(tx, { tenantId, userIds: [id] })
  for (const { groupId, waiting } of groups) if (!waiting) await takeMembersOut(ctx, groupId, [id])
  if (memberId) await removeMember(ctx, { params: { tenantId, id: memberId }, query: undefined, input: undefined })
  return groups.map(({ groupId }) => groupId)
}

type WaitingGroups = { readonly id: string; readonly before: readonly string[]; readonly after: readonly string[] }

/** Somebody who is not active would get access by a group: they are in it once they are active. */
export const wait = (ctx: Ctx, { id, before, after }: WaitingGroups) =>
  ctx.commit(async (tx) => {
    const tenantId = tenantOf(ctx)
    await setWaitingGroups(tx, { tenantId, id, groupIds: after })
    const event = directoryEvents.personWaits({
      subject: id,
      tenantId,
      before: { waitingGroups: before },
      after: { waitingGroups: after },
    })
    return { result: undefined, events: [event] }
  })
