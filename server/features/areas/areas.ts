// Areas: one endpoint each of `contract/areas.ts`.
import type { Area, areas } from '#contract/areas.ts'
import { page } from '#contract/kernel/page.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
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
    const area: Area = { id: ctx.newId(), system: false, ...input }
    if (area.default) await takeDefault(tx, area.id)
    await insertArea(tx, area)
    return { result: area, facts: [{ type: 'area.created', subject: area.id, after: area }] }
  })

const changeTo = (ctx: Ctx, id: string, change: { name?: string | undefined; default?: boolean | undefined }) =>
  ctx.commit(async (tx) => {
    const before = found(await lockArea(tx, id))
    const after: Area = { ...before, name: change.name ?? before.name, default: change.default ?? before.default }
    if (before.system && after.name !== before.name) throw new Refusal('area-is-system', 409, { field: 'name' })
    // Somebody must be the default: another one takes it, nobody gives it away.
    if (before.default && !after.default) throw new Refusal('area-is-default', 409, { field: 'default' })
    if (after.default) await takeDefault(tx, id)
    await updateArea(tx, after)
    return { result: after, facts: [{ type: 'area.changed', subject: id, before, after }] }
  })

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const remove: UseCase<Api['remove']> = (ctx, { params }) =>
  ctx.commit(async (tx) => {
    const before = found(await lockArea(tx, params.id))
    if (before.system) throw new Refusal('area-is-system', 409)
    if (before.default) throw new Refusal('area-is-default', 409)
    await deleteArea(tx, params.id)
    return { result: {}, facts: [{ type: 'area.removed', subject: params.id, before }] }
  })
