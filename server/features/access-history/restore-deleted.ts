// What was deleted comes back with the same id, its members: as the audit log has it, while nothing stands
// in the way. Requests that ended with it stay ended.
import type { UndoObstacle } from '#contract/access-history.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { groups } from '#contract/groups.ts'
import { members } from '#contract/members.ts'
import { tenants } from '#contract/tenants.ts'
import {
  applicationRoleEvents,
  putRoleBack,
  whyNoRoleBack,
} from '#server/features/application-roles/application-roles.public.ts'
import { groupEvents, putGroupBack, refuseToGiveMore, whyNoGroupBack } from '#server/features/groups/groups.public.ts'
import {
  restoreAssignments,
  goneFor,
  memberEvents,
  type MemberSnapshot,
  restoreMembers,
  roleEvents,
  membersGone,
  membersWithRoles,
} from '#server/features/members/members.public.ts'
import { putTenantBack, tenantEvents, whyNoTenantBack } from '#server/features/tenants/tenants.public.ts'
import type { StoredEvent } from '#server/features/audit/audit.public.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { Committed, Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseUnlessMayCall } from '#server/features/access-preview/access-preview.public.ts'

/** What stands in the way, by name. */
export const refuseConflict = (reasons: readonly UndoObstacle[]) => {
  if (reasons.length > 0) throw new Refusal('undo-conflict', 409, { reasons })
}

/** An entry of an earlier version kept too little. */
export const tooLittleKept = () =>
  new Refusal('undo-conflict', 409, { reasons: [{ code: 'too-little-kept', data: {} }] })

const givenBy = (ctx: Ctx) => ({ by: callerId(ctx) ?? null, now: ctx.now })

/** One entry for each membership, as the deletion had one: "As of" reads them. */
const additionEvents = (restored: readonly MemberSnapshot[]) =>
  restored.map((member) => memberEvents.added({ subject: member.id, tenantId: member.tenantId, after: member }))

const lostMembers = (gone: number, all: number): UndoObstacle[] =>
  gone > 0 ? [{ code: 'rows-gone', data: { count: String(gone), all: String(all) } }] : []

/** Giving roles takes more than making a tenant. */
export const tenantBack = async (ctx: Ctx, event: StoredEvent): Promise<Committed<unknown>> => {
  const snapshot = tenantEvents.removed.read(event)?.before
  if (!snapshot) throw tooLittleKept()
  const { rows } = snapshot
  refuseUnlessMayCall(ctx, tenants.create)
  if (rows.length > 0) refuseUnlessMayCall(ctx, members.add)
  return ctx.commit(async (tx) => {
    refuseConflict([...(await whyNoTenantBack(tx, snapshot)), ...(await goneFor(tx, rows, 'tenant'))])
    await putTenantBack(tx, snapshot, ctx.now)
    await restoreMembers(tx, rows, givenBy(ctx))
    return {
      result: {},
      events: [
        tenantEvents.restored({ subject: snapshot.id, tenantId: snapshot.id, after: snapshot }),
        ...additionEvents(rows),
      ],
    }
  })
}

export const groupBack = async (ctx: Ctx, event: StoredEvent): Promise<Committed<unknown>> => {
  const snapshot = groupEvents.removed.read(event)?.before
  if (!snapshot || snapshot.memberCount !== snapshot.members.length) throw tooLittleKept()
  const { access } = snapshot
  refuseUnlessMayCall(ctx, groups.create)
  return ctx.commit(async (tx) => {
    refuseConflict([...(await whyNoGroupBack(tx, snapshot)), ...(await goneFor(tx, access, 'identity'))])
    await putGroupBack(ctx, tx, snapshot)
    await restoreMembers(tx, access, givenBy(ctx))
    await refuseToGiveMore(ctx, tx, snapshot.id)
    return {
      result: {},
      events: [groupEvents.restored({ subject: snapshot.id, after: snapshot }), ...additionEvents(access)],
    }
  })
}

export const roleBack = async (ctx: Ctx, event: StoredEvent): Promise<Committed<unknown>> => {
  const snapshot = applicationRoleEvents.removed.read(event)?.before
  if (!snapshot) throw tooLittleKept()
  const { given: assignments } = snapshot
  refuseUnlessMayCall(ctx, applicationRoles.create)
  return ctx.commit(async (tx) => {
    const gone = await membersGone(
      tx,
      assignments.map(({ memberId }) => memberId),
    )
    refuseConflict([...(await whyNoRoleBack(tx, snapshot)), ...lostMembers(gone, assignments.length)])
    await putRoleBack(tx, snapshot)
    await restoreAssignments(
      tx,
      assignments.map((one) => ({ ...one, roleId: snapshot.id })),
      givenBy(ctx),
    )
    const back = roleEvents(await membersWithRoles(tx, [snapshot.id]), [snapshot.id], 'came')
    return { result: {}, events: [applicationRoleEvents.restored({ subject: snapshot.id, after: snapshot }), ...back] }
  })
}
