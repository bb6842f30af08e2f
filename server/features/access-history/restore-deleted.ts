// What was deleted comes back with the same id, its rows and memberships: as the audit log has it, while nothing stands in
// the way. Requests that ended with it stay ended.
import type { UndoObstacle } from '#contract/access-history.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { groups } from '#contract/groups.ts'
import { members } from '#contract/members.ts'
import { tenants } from '#contract/tenants.ts'
import {
  putRoleBack,
  type RoleSnapshot,
  whyNoRoleBack,
} from '#server/features/application-roles/application-roles.public.ts'
import {
  putGroupBack,
  refuseToGiveMore,
  type GroupSnapshot,
  whyNoGroupBack,
} from '#server/features/groups/groups.public.ts'
import {
  restoreAssignments,
  goneFor,
  putRowsBack,
  roleEvents,
  rowsGone,
  rowsWithRoles,
} from '#server/features/members/members.public.ts'
import { putTenantBack, type TenantSnapshot, whyNoTenantBack } from '#server/features/tenants/tenants.public.ts'
import type { Ctx, AuditEvent } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseUnlessMayCall } from '#server/features/access-preview/access-preview.public.ts'
import type { MemberSnapshot, AuditRow } from './changes.store.ts'

/** What stands in the way, by name. */
export const refuseConflict = (reasons: readonly UndoObstacle[]) => {
  if (reasons.length > 0) throw new Refusal('undo-conflict', 409, { reasons })
}

/** Audit events from before it was kept lack it. */
const refuseUnlessRecorded = (...told: unknown[]) => {
  if (told.some((part) => part === undefined)) refuseConflict([{ code: 'too-little-kept', data: {} }])
}

const givenBy = ({ actor, now }: Ctx) => ({ by: actor.kind === 'user' ? actor.id : null, now })

/** One entry for each row, as the deletion had one: "As of" reads them. */
const additionEvents = (rows: readonly MemberSnapshot[]) =>
  rows.map((row): AuditEvent => ({ type: 'member.added', subject: row.id, tenantId: row.tenantId, after: row }))

const lostRows = (gone: number, all: number): UndoObstacle[] =>
  gone > 0 ? [{ code: 'rows-gone', data: { count: String(gone), all: String(all) } }] : []

/** Giving roles takes more than making a tenant. */
export const tenantBack = async (ctx: Ctx, event: AuditRow): Promise<unknown> => {
  const told = event.before as TenantSnapshot & { rows?: readonly MemberSnapshot[] }
  const { rows = [] } = told
  refuseUnlessRecorded(told.rows)
  refuseUnlessMayCall(ctx, tenants.create)
  if (rows.length > 0) refuseUnlessMayCall(ctx, members.add)
  return ctx.commit(async (tx) => {
    refuseConflict([...(await whyNoTenantBack(tx, told)), ...(await goneFor(tx, rows, 'tenant'))])
    await putTenantBack(tx, told, ctx.now)
    await putRowsBack(tx, rows, givenBy(ctx))
    return {
      result: {},
      events: [{ type: 'tenant.restored', subject: told.id, tenantId: told.id, after: told }, ...additionEvents(rows)],
    }
  })
}

export const groupBack = async (ctx: Ctx, event: AuditRow): Promise<unknown> => {
  const told = event.before as GroupSnapshot & { access?: readonly MemberSnapshot[] }
  const { access = [] } = told
  refuseUnlessRecorded(told.access, told.createOn, told.memberCount === told.members.length ? told : undefined)
  refuseUnlessMayCall(ctx, groups.create)
  return ctx.commit(async (tx) => {
    refuseConflict([...(await whyNoGroupBack(tx, told)), ...(await goneFor(tx, access, 'identity'))])
    await putGroupBack(ctx, tx, told)
    await putRowsBack(tx, access, givenBy(ctx))
    await refuseToGiveMore(ctx, tx, told.id)
    return {
      result: {},
      events: [{ type: 'group.restored', subject: told.id, after: told }, ...additionEvents(access)],
    }
  })
}

export const roleBack = async (ctx: Ctx, event: AuditRow): Promise<unknown> => {
  const told = event.before as RoleSnapshot & { given?: readonly { memberId: string; endsOn: string | null }[] }
  const { given = [] } = told
  refuseUnlessRecorded(told.given, told.scopes)
  refuseUnlessMayCall(ctx, applicationRoles.create)
  return ctx.commit(async (tx) => {
    const gone = await rowsGone(
      tx,
      given.map(({ memberId }) => memberId),
    )
    refuseConflict([...(await whyNoRoleBack(tx, told)), ...lostRows(gone, given.length)])
    await putRoleBack(tx, told)
    await restoreAssignments(
      tx,
      given.map((one) => ({ ...one, roleId: told.id })),
      givenBy(ctx),
    )
    const back = roleEvents(await rowsWithRoles(tx, [told.id]), [told.id], 'came')
    return { result: {}, events: [{ type: 'role.restored', subject: told.id, after: told }, ...back] }
  })
}
