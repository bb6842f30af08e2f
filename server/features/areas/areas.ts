// Areas: one endpoint each of `contract/areas.ts`.
import type { Area, areas } from '#contract/areas.ts'
import { page } from '#contract/kernel/page.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { areaEvents } from './areas.events.ts'
import { areaById, deleteArea, insertArea, listAreas, lockArea, takeDefault, updateArea } from './areas.store.ts'

type Api = typeof areas

const found = (area: Area | undefined): Area => {
  if (!area) throw new Refusal('area-not-found', 404)
  return area
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count } = await listAreas(ctx.db, query)
  return page(items, count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params }) => found(await areaById(ctx.db, params.id))

export const create: UseCase<Api['create']> = (ctx, { input }) =>
  ctx.commit(async (tx) => {
    const area = { id: ctx.newId(), system: false, ...input }
    const others = area.default ? await takeDefault(tx, area.id) : []
    await insertArea(tx, area)
    const made = found(await areaById(tx, area.id))
    return {
      result: made,
      events: [areaEvents.created({ subject: area.id, after: area }), ...others.map(noDefaultAnyMore)],
    }
  })

/** What is stored of it, as the audit log shows it. */
const auditedFields = ({ id, name, default: isDefault, system }: Area) => ({ id, name, default: isDefault, system })

const noDefaultAnyMore = (area: Area): AuditEvent =>
  areaEvents.changed({
    subject: area.id,
    before: { ...auditedFields(area), default: true },
    after: auditedFields(area),
  })

/** What moves `modifiedOn` of an area, by its audit events. */
const changes = [areaEvents.created.type, areaEvents.changed.type]

type Change = { name?: string | undefined; default?: boolean | undefined; modifiedOn?: string | undefined }

const changeTo = (ctx: Ctx, id: string, { modifiedOn, ...change }: Change) =>
  ctx.commit(async (tx) => {
    const before = found(await lockArea(tx, id))
    await refuseStale(tx, { sent: modifiedOn, stored: before.modifiedOn, subject: id, changes })
    const wanted: Area = { ...before, name: change.name ?? before.name, default: change.default ?? before.default }
    if (before.system && wanted.name !== before.name) throw new Refusal('area-is-system', 409, { field: 'name' })
    // Somebody must be the default: another one takes it, nobody gives it away.
    if (before.default && !wanted.default) throw new Refusal('area-is-default', 409, { field: 'default' })
    const others = wanted.default ? await takeDefault(tx, id) : []
    await updateArea(tx, wanted)
    const after = found(await areaById(tx, id))
    const changed = areaEvents.changed({ subject: id, before: auditedFields(before), after: auditedFields(after) })
    return { result: after, events: [changed, ...others.map(noDefaultAnyMore)] }
  })

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const remove: UseCase<Api['remove']> = (ctx, { params }) =>
  ctx.commit(async (tx) => {
    const before = found(await lockArea(tx, params.id))
    if (before.system) throw new Refusal('area-is-system', 409)
    if (before.default) throw new Refusal('area-is-default', 409)
    await deleteArea(tx, params.id)
    return { result: {}, events: [areaEvents.removed({ subject: params.id, before: auditedFields(before) })] }
  })
