// Who may touch whom: a God's or an Administrator's account is touched by an Administrator only.
import { callerId, hasRole, refuseUnproven } from '#server/kernel/authorize.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { protectedRolesOfAreas } from './identities.store.ts'
import { assignedAmong, wasAssigned } from '#server/features/effective-access/effective-access.public.ts'

export const refuseUnlessMayTouch = async (ctx: ReadCtx, userId: string) => {
  if (!hasRole(ctx, 'Administrator') && (await wasAssigned(ctx.db, { userId, roleNames: ['God', 'Administrator'] })))
    throw new Refusal('permission-missing', 403)
}

/** An account of a God is taken over by nobody below (T28): its address and its password. */
export const refuseUnlessMayTakeOver = async (ctx: ReadCtx, userId: string) => {
  await refuseUnlessMayTouch(ctx, userId)
  if (!hasRole(ctx, 'God') && callerId(ctx) !== userId && (await wasAssigned(ctx.db, { userId, roleNames: ['God'] })))
    throw new Refusal('permission-missing', 403)
}

export type MissingRole = 'Administrator' | 'God' | null

/** What the two rules above would refuse the caller, for many accounts at once: the role that the caller lacks. */
export const missingRoles = async (ctx: Pick<ReadCtx, 'actor'>, db: Db, userIds: readonly string[]) => {
  const missing = new Map<string, MissingRole>()
  const [administrator, god] = [hasRole(ctx, 'Administrator'), hasRole(ctx, 'God')]
  if (userIds.length === 0 || (administrator && god)) return missing
  const roleNames = administrator ? ['God'] : ['God', 'Administrator']
  for (const { userId } of await assignedAmong(db, { userIds, roleNames })) {
    if (!administrator) missing.set(userId, 'Administrator')
    else if (userId !== callerId(ctx)) missing.set(userId, 'God')
  }
  return missing
}

/**
 * Those of the areas into which the caller may put somebody: where people have God or Administrator by their area, only
 * who has that role (T28).
 */
export const openPlaces = async (
  ctx: Pick<ReadCtx, 'actor'>,
  db: Db,
  areaIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const guarding = await protectedRolesOfAreas(db, areaIds)
  return new Set(areaIds.filter((id) => (guarding.get(id) ?? []).every(({ name }) => hasRole(ctx, name))))
}

export const mayPlaceIn = async (ctx: Pick<ReadCtx, 'actor'>, db: Db, areaId: string) =>
  (await openPlaces(ctx, db, [areaId])).has(areaId)

/** Those of the areas whose people are God or Administrator by being there. */
export const guardedPlaces = async (db: Db, areaIds: Iterable<string>): Promise<ReadonlySet<string>> =>
  new Set((await protectedRolesOfAreas(db, areaIds)).keys())

/** Of many at once, whose areas were judged by `openPlaces`. */
export const refuseUnprovenPlaces = async (
  ctx: Pick<ReadCtx, 'actor' | 'now'>,
  db: Db,
  areaIds: Iterable<string>,
): Promise<void> => {
  if ((await guardedPlaces(db, areaIds)).size > 0) refuseUnproven(ctx)
}

export const refuseUnlessMayPlace = async (ctx: Pick<ReadCtx, 'actor' | 'now'>, db: Db, areaId: string) => {
  if (!(await mayPlaceIn(ctx, db, areaId))) throw new Refusal('permission-missing', 403, { field: 'areaId' })
  await refuseUnprovenPlaces(ctx, db, [areaId])
}
