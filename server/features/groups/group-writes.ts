// New groups, changes, deletions: an Administrator's (R6-18). What the system keeps keeps its name, its area and
// itself.
import type { groups } from '#contract/groups.ts'
import type { Group } from '#contract/group-entry.ts'
import { refuseUnknownArea } from '#server/features/areas/areas.public.ts'
import { removalEvents, removeIdentity } from '#server/features/members/members.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { groupEvents } from './groups.events.ts'
import { refuseToTakeMore, shownGroup, visibleGroup } from './group-policy.ts'
import { membersForAudit } from './group-members.store.ts'
import { deleteGroup, type GroupRow, insertGroup, lockGroup, updateGroup } from './groups.store.ts'

type Api = typeof groups

/** R5.7-01: the words name the name. */
const naming = async <T>(name: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'group-name-taken')
      throw new Refusal('group-name-taken', 409, { field: 'name', name })
    throw error
  }
}

export const create: UseCase<Api['create']> = (ctx, { input }) =>
  naming(
    input.name,
    ctx.commit<Group>(async (tx) => {
      const id = ctx.newId()
      await refuseUnknownArea(tx, input.areaId)
      const { userName: createdBy, directory } = callerOf(ctx)
      await insertGroup(tx, { id, ...input, createdBy, now: ctx.now, directoryTenantId: directory?.tenantId ?? null })
      const made = shownGroup(await visibleGroup(ctx, tx, id))
      return { result: made, events: [groupEvents.created({ subject: id, after: auditedFields(made) })] }
    }),
  )

/** What is stored of it, as the audit log shows it. */
const auditedFields = ({ id, name, description, areaId, areaName }: Group) => ({
  id,
  name,
  description,
  areaId,
  areaName,
})

/** What moves `modifiedOn` of a group, by its audit events: its members have their own. */
const changes = [groupEvents.created, groupEvents.restored, groupEvents.changed].map(({ type }) => type)

type Change = {
  name?: string | undefined
  description?: string | null | undefined
  areaId?: string | undefined
  modifiedOn?: string | undefined
}

const changed = (before: GroupRow, change: Change) => ({
  id: before.id,
  name: change.name ?? before.name,
  description: change.description === undefined ? before.description : change.description || null,
  areaId: change.areaId ?? before.areaId,
})

const changeTo = (ctx: Ctx, id: string, change: Change) =>
  naming(
    change.name ?? '',
    ctx.commit<Group>(async (tx) => {
      await lockGroup(tx, id)
      const before = await visibleGroup(ctx, tx, id)
      await refuseStale(tx, { sent: change.modifiedOn, stored: before.modifiedOn, subject: id, changes })
      const wanted = changed(before, change)
      if (before.automated && wanted.name !== before.name)
        throw new Refusal('group-is-automated', 409, { field: 'name' })
      if (before.automated && wanted.areaId !== before.areaId)
        throw new Refusal('group-is-automated', 409, { field: 'areaId' })
      await refuseUnknownArea(tx, wanted.areaId)
      await updateGroup(tx, wanted)
      const after = shownGroup(await visibleGroup(ctx, tx, id))
      return {
        result: after,
        events: [
          groupEvents.changed({ subject: id, before: auditedFields(shownGroup(before)), after: auditedFields(after) }),
        ],
      }
    }),
  )

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const remove: UseCase<Api['remove']> = (ctx, { params: { id } }) =>
  ctx.commit(async (tx) => {
    await lockGroup(tx, id)
    const group = await visibleGroup(ctx, tx, id)
    if (group.automated) throw new Refusal('group-is-automated', 409)
    await refuseToTakeMore(ctx, tx, group)
    const members = await membersForAudit(tx, id)
    const access = await removeIdentity(tx, id)
    await deleteGroup(tx, id)
    const removed = groupEvents.removed({
      subject: id,
      before: {
        ...auditedFields(shownGroup(group)),
        createBy: group.createBy,
        createOn: group.createOn,
        memberCount: group.memberCount,
        members,
        access,
      },
    })
    return {
      result: {},
      events: [removed, ...removalEvents(access)],
    }
  })
