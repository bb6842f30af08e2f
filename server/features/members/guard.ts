// Who may touch whom: a God's or an Administrator's account is touched by an Administrator only.
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { guardedRolesOfArea } from './identities.store.ts'
import { wasGiven } from './members.store.ts'

export const refuseUnlessMayTouch = async (ctx: ReadCtx, userId: string) => {
  const mayAll = ctx.actor.kind !== 'user' || ctx.actor.roles.has('Administrator')
  if (!mayAll && (await wasGiven(ctx.db, { userId, roleNames: ['God', 'Administrator'] }))) throw new Refusal('permission-missing', 403)
}

/** An account of a God is taken over by nobody below (T28): its address and its password. */
export const refuseUnlessMayTakeOver = async (ctx: ReadCtx, userId: string) => {
  await refuseUnlessMayTouch(ctx, userId)
  const isGod = ctx.actor.kind !== 'user' || ctx.actor.roles.has('God') || ctx.actor.id === userId
  if (!isGod && (await wasGiven(ctx.db, { userId, roleNames: ['God'] }))) throw new Refusal('permission-missing', 403)
}

/** Where the people of an area have God or Administrator by it, only who has that role puts somebody there (T28). */
export const mayPlaceIn = async ({ actor }: Pick<ReadCtx, 'actor'>, db: Db, areaId: string) => {
  if (actor.kind !== 'user') return true
  return (await guardedRolesOfArea(db, areaId)).every((role) => actor.roles.has(role))
}

export const refuseUnlessMayPlace = async (ctx: Pick<ReadCtx, 'actor'>, db: Db, areaId: string) => {
  if (!(await mayPlaceIn(ctx, db, areaId))) throw new Refusal('permission-missing', 403, { field: 'areaId' })
}
