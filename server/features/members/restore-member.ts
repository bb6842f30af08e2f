// A row of members goes back to what it was, for an undo: what stood comes back, so no rule for new roles is asked
// (byHierarchy). Roles whose end has passed stay away.
import { globalTenant } from '#contract/tenants.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { removalEvent } from './identities.store.ts'
import { eventOf, foundRow, refuseLast, rolesOf } from './own-member.ts'
import { refuseForEveryone, refuseUnlessManageable, type Right, rightAsAdministrator } from './policy.ts'
import * as store from './members.store.ts'
import { addRoles, keepRoles, rolesById, setEnds } from './role-assignments.store.ts'

type Row = store.OwnRow
/** Where, whose, and what it was: null where there was none. */
type Restored = { readonly tenantId: string; readonly identityId: string; readonly was: Row | null }

type Role = Row['roles'][number]
const timeOf = ({ endsOn }: Role) => (endsOn ? new Date(endsOn).getTime() : Number.POSITIVE_INFINITY)

/** What has not ended meanwhile. */
export const livingRoles = (row: Pick<Row, 'roles'> | null | undefined, now: Date): readonly Role[] =>
  (row?.roles ?? []).filter((role) => timeOf(role) > now.getTime())

/** Roles that come, go, or get another end; all of them where they begin or cease to pass down. */
const touched = (before: Row | undefined, was: Row | null, now: Date): string[] => {
  const [current, wanted] = [before?.roles ?? [], livingRoles(was, now)]
  const ends = (roles: readonly Role[]) => new Map(roles.map((role) => [role.roleId, timeOf(role)]))
  const [old, next] = [ends(current), ends(wanted)]
  const all = [...new Set([...old.keys(), ...next.keys()])]
  return before && was && before.isInheritable !== was.isInheritable
    ? all
    : all.filter((id) => old.get(id) !== next.get(id))
}

type RestoreInput = {
  readonly right: Right
  readonly before: Row | undefined
  readonly was: Row | null
  readonly now: Date
}

const refuseUnlessRight = async (db: ReadCtx['db'] | Tx, { right, before, was, now }: RestoreInput) => {
  const identityId = (before ?? was)?.identityId
  const identity = identityId ? await store.identityOf(db, identityId) : undefined
  refuseForEveryone(right, { everyone: identity?.everyone ?? false, isNew: !before || !was })
  refuseUnlessManageable(right, await rolesById(db, touched(before, was, now)))
}

const standingAt = async (
  db: ReadCtx['db'] | Tx,
  { tenantId, identityId }: Pick<Restored, 'tenantId' | 'identityId'>,
) => (await store.rowsOf(db, identityId)).find((row) => row.tenantId === tenantId)

/** Refuses anyone who may not put the row back, as `restoreRow` would. */
export const refuseUnlessMayRestore = async (
  ctx: ReadCtx,
  restored: Restored,
  rightAt: RightAt = rightAsAdministrator,
) => {
  const right = await rightAt(ctx, restored.tenantId)
  await refuseUnlessRight(ctx.db, {
    // It is only asked.
    right: { ...right, refuseUnproven: () => undefined },
    before: await standingAt(ctx.db, restored),
    was: restored.was,
    now: ctx.now,
  })
}

const write = async (tx: Tx, ctx: Ctx, { before, was }: { before: Row | undefined; was: Row }) => {
  const { id, tenantId, identityType, identityId } = before ?? was
  const isInheritable = was.isInheritable || tenantId === globalTenant
  const written = { id, isInheritable, by: callerId(ctx) ?? null, now: ctx.now }
  const living = livingRoles(was, ctx.now)
  const roles = living.map(({ roleId }) => roleId)
  if (before) await store.setInheritable(tx, written)
  else await store.insertRow(tx, { ...written, tenantId, identityType, identityId })
  await keepRoles(tx, { id, roles })
  await addRoles(tx, { ...written, roles })
  const ends = living.flatMap(({ roleId, endsOn }) =>
    endsOn ? [{ roleId, endsOn: new Date(endsOn).toISOString() }] : [],
  )
  await setEnds(tx, { id, roles, ends })
  return eventOf({ before, after: await foundRow(tx, { id, tenantId }) })
}

export type RightAt = (ctx: ReadCtx, tenantId: string) => Promise<Right>

/** `judge` says, with the row held, whether it may still go back. */
export const restoreRow = async (
  ctx: Ctx,
  restored: Restored,
  judge: (tx: Tx) => Promise<void>,
  rightAt: RightAt = rightAsAdministrator,
) => {
  const right = await rightAt(ctx, restored.tenantId)
  return ctx.commit(async (tx) => {
    const id = await store.rowOf(tx, restored)
    await judge(tx)
    const before = id ? await foundRow(tx, { id, tenantId: restored.tenantId }) : undefined
    const { was } = restored
    await refuseUnlessRight(tx, { right, before, was, now: ctx.now })
    const taken = before
      ? rolesOf(before).filter((role) => !livingRoles(was, ctx.now).some(({ roleId }) => roleId === role))
      : []
    const event = was ? await write(tx, ctx, { before, was }) : await remove(tx, before)
    await refuseLast(tx, await rolesById(tx, taken))
    return { result: {}, events: [event] }
  })
}

const remove = async (tx: Tx, before: Row | undefined): Promise<AuditEvent> => {
  if (!before) throw new Refusal('tenant-member-not-found', 404)
  await store.deleteRow(tx, before.id)
  return removalEvent(before)
}
