// New tenants, changes, moves, deletions. Whatever touches the shape of the tree waits for its lock first (domain-model
// 4.6).
import { globalTenant, type tenants } from '#contract/tenants.ts'
import { refuseUnknownArea } from '#server/features/areas/areas.public.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { removalEvents, membersOfTenant } from '#server/features/members/members.public.ts'
import { refuseUnproven } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { found, shownTenant } from './tenant-reads.ts'
import { levelsOf, lineOf, lockTree } from './tenant-tree.store.ts'
import { tenantEvents } from './tenants.events.ts'
import { differs, whyNot } from './tenants.rules.ts'
import {
  deleteTenant,
  insertTenant,
  type StoredTenant,
  lockTenant,
  setSecondFactor as storeSecondFactor,
  tenantById,
  type TenantRow,
  updateTenant,
} from './tenants.store.ts'
import { membersForAudit } from './tenant-members.store.ts'

type Api = typeof tenants

const refuseGlobal = (id: string) => {
  if (id === globalTenant) throw new Refusal('tenant-is-global', 409)
}

type Position = { id: string; parentId: string | null; field: string; levels: number }

/** Under the lock of the tree: what it sees stays so. */
const refuseWrongPlace = async (tx: Tx, { id, parentId, field, levels }: Position) => {
  if (parentId === null) return
  const line = await lineOf(tx, parentId)
  if (line.length === 0) throw new Refusal('tenant-not-found', 404, { field })
  const reason = whyNot({ id, line, levels })
  if (reason === 'tenant-below-itself') throw new Refusal('tenant-below-itself', 400, { field })
  if (reason) throw new Refusal('tenant-too-deep', 400, { field })
}

/** What is stored of it, as the audit log shows it. */
const auditedFields = ({
  id,
  title,
  areaId,
  areaName,
  taxNumber,
  viesNumber,
  parentId,
  groupAlias,
  auto,
  isUserCustomized,
}: TenantRow) => ({ id, title, areaId, areaName, taxNumber, viesNumber, parentId, groupAlias, auto, isUserCustomized })

export const create: UseCase<Api['create']> = (ctx, { input }) =>
  ctx.commit<Tenant>(async (tx) => {
    await lockTree(tx)
    const id = ctx.newId()
    const parentId = input.parentId ?? null
    await refuseWrongPlace(tx, { id, parentId, field: 'parentId', levels: 1 })
    if (input.areaId) await refuseUnknownArea(tx, input.areaId)
    await insertTenant(tx, { id, ...input, parentId, isUserCustomized: false }, ctx.now)
    const made = found(await tenantById(tx, id))
    return {
      result: await shownTenant(tx, made),
      events: [tenantEvents.created({ subject: id, tenantId: id, after: auditedFields(made) })],
    }
  })

type TenantFieldChange = {
  readonly [K in 'title' | 'areaId' | 'taxNumber' | 'viesNumber' | 'groupAlias' | 'parentId']?:
    | string
    | null
    | undefined
}

const withChange = (before: TenantRow, { title, ...change }: TenantFieldChange): StoredTenant => {
  const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...before, ...present, title: title ?? before.title }
}

/** What moves `modifiedOn` of a tenant, by its audit events. */
const { created, restored, changed, moved, secondFactorSet } = tenantEvents
const changes = [created, restored, changed, moved, secondFactorSet].map(({ type }) => type)

const movedEvent = (before: TenantRow, after: TenantRow): AuditEvent =>
  tenantEvents.moved({
    subject: after.id,
    tenantId: after.id,
    before: { title: before.title, parentId: before.parentId },
    after: { title: after.title, parentId: after.parentId },
  })

const changeTo = (
  ctx: Ctx,
  id: string,
  { modifiedOn, ...change }: TenantFieldChange & { modifiedOn?: string | undefined },
) => {
  refuseGlobal(id)
  return ctx.commit<Tenant>(async (tx) => {
    if (change.parentId !== undefined) await lockTree(tx)
    const before = found(await lockTenant(tx, id))
    await refuseStale(tx, { sent: modifiedOn, stored: before.modifiedOn, subject: id, changes })
    const wanted = withChange(before, change)
    const moves = wanted.parentId !== before.parentId
    if (moves)
      await refuseWrongPlace(tx, { id, parentId: wanted.parentId, field: 'parentId', levels: await levelsOf(tx, id) })
    if (wanted.areaId && wanted.areaId !== before.areaId) await refuseUnknownArea(tx, wanted.areaId)
    // By hand: later imports leave it alone.
    const byHand = moves || differs(before, wanted)
    await updateTenant(tx, { ...wanted, isUserCustomized: before.isUserCustomized || (before.auto && byHand) }, ctx.now)
    const after = found(await tenantById(tx, id))
    const event = tenantEvents.changed({
      subject: id,
      tenantId: id,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    return { result: await shownTenant(tx, after), events: moves ? [event, movedEvent(before, after)] : [event] }
  })
}

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const changeParent: UseCase<Api['changeParent']> = (
  ctx,
  { params: { tenantId: id }, input: { newParentId: parentId } },
) => {
  refuseGlobal(id)
  return ctx.commit<Tenant>(async (tx) => {
    await lockTree(tx)
    const before = found(await lockTenant(tx, id))
    await refuseWrongPlace(tx, { id, parentId, field: 'newParentId', levels: await levelsOf(tx, id) })
    if (parentId === before.parentId)
      return {
        result: await shownTenant(tx, before),
        events: [tenantEvents.stayed({ subject: id, tenantId: id, after: { title: before.title, parentId } })],
      }
    await updateTenant(tx, { ...before, parentId, isUserCustomized: before.isUserCustomized || before.auto }, ctx.now)
    const after = found(await tenantById(tx, id))
    return { result: await shownTenant(tx, after), events: [movedEvent(before, after)] }
  })
}

export const changeParentInTree: UseCase<Api['changeParentInTree']> = changeParent

/** acts at the next sign-in; open sessions go on. */
export const setSecondFactor: UseCase<Api['setSecondFactor']> = (ctx, { params: { id }, input: { enable } }) => {
  refuseGlobal(id)
  return ctx.commit(async (tx) => {
    const before = found(await lockTenant(tx, id))
    // A password is enough from then on; what protects does not wait.
    if (before.requiredTwoModeAuthentification && !enable) refuseUnproven(ctx)
    await storeSecondFactor(tx, { id, enable, now: ctx.now })
    const tenant = found(await tenantById(tx, id))
    const flagOf = ({ title, requiredTwoModeAuthentification }: TenantRow) => ({
      title,
      requiredTwoModeAuthentification,
    })
    return {
      result: { success: true, errors: [], tenant },
      events: [
        tenantEvents.secondFactorSet({ subject: id, tenantId: id, before: flagOf(before), after: flagOf(tenant) }),
      ],
    }
  })
}

/** refused while others are below it; its memberships go, its waiting requests end. */
export const remove: UseCase<Api['remove']> = (ctx, { params: { id } }) => {
  refuseGlobal(id)
  return ctx.commit(async (tx) => {
    await lockTree(tx)
    const before = found(await lockTenant(tx, id))
    // By ids, so that it can be undone.
    const kin = {
      rows: await membersOfTenant(tx, id),
      requiredTwoModeAuthentification: before.requiredTwoModeAuthentification,
    }
    const members = await membersForAudit(tx, id)
    await deleteTenant(tx, id)
    const removed = tenantEvents.removed({
      subject: id,
      tenantId: id,
      before: { ...auditedFields(before), members, ...kin },
    })
    return {
      result: {},
      events: [removed, ...removalEvents(kin.rows)],
    }
  })
}
