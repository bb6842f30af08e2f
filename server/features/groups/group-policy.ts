// Who sees a group, and who may put people into it (R6-17, R6-18, A-70, A-71, T28).
import type { Group } from '#contract/group-entry.ts'
import { callerOf, hasRole, refuseUnproven } from '#server/kernel/authorize.ts'
import type { Db, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type ProtectedRole, protectedRolesOf } from '#server/features/members/members.public.ts'
import { groupById, type GroupRow, keepGroup } from './groups.store.ts'

/** Others see the groups that they own. */
export const seesAll = (ctx: Pick<ReadCtx, 'actor'>) => hasRole(ctx, 'Administrator', 'UserAdministrator')

export const shownGroup = (row: GroupRow): Group => {
  const { rule: _, directoryTenantId: _d, ...shown } = row
  return { ...shown, createOn: row.createOn.toISOString() }
}

/** A directory's business are the groups that it keeps, and none that its token's maker owns. */
const isOfDirectory = (ctx: Pick<ReadCtx, 'actor'>, group: GroupRow) => {
  const { directory } = callerOf(ctx)
  return directory !== undefined && group.directoryTenantId === directory.tenantId
}

const isOwnersOrDirectorys = (ctx: Pick<ReadCtx, 'actor'>, group: GroupRow) =>
  callerOf(ctx).directory ? isOfDirectory(ctx, group) : group.userIsOwner

/** Where the body names the group, what is wrong with it stands at that field. */
type Named = { readonly field?: string }

/** 404 also for a group that is none of the caller's business. */
export const visibleGroup = async (
  ctx: Pick<ReadCtx, 'actor'>,
  db: Db,
  id: string,
  named: Named = {},
): Promise<GroupRow> => {
  const group = await groupById(db, { id, caller: callerOf(ctx).id })
  if (!group || !(isOwnersOrDirectorys(ctx, group) || seesAll(ctx))) throw new Refusal('group-not-found', 404, named)
  return group
}

/** Being in a group that carries God or Administrator is having that role: it is given by who has it. */
const refuseEscalation = (ctx: Pick<ReadCtx, 'actor' | 'now'>, carried: readonly ProtectedRole[]) => {
  if (carried.some((role) => !hasRole(ctx, role))) throw new Refusal('permission-missing', 403)
  if (carried.length > 0) refuseUnproven(ctx)
  return carried.length > 0
}

/** `guarded`: whether its members have God or Administrator by it. */
export const groupToFill = async (
  ctx: Pick<ReadCtx, 'actor' | 'now'>,
  db: Db,
  id: string,
  named: Named = {},
): Promise<{ group: GroupRow; guarded: boolean }> => {
  const [group, carried] = await Promise.all([visibleGroup(ctx, db, id, named), protectedRolesOf(db, id)])
  if (!isOwnersOrDirectorys(ctx, group) && !hasRole(ctx, 'Administrator')) throw new Refusal('permission-missing', 403)
  if (group.automated) throw new Refusal('group-is-automated', 409, named)
  return { group, guarded: refuseEscalation(ctx, carried) }
}

/** The same, and the group stays until the transaction ends. */
export const keptGroupToFill = async (ctx: Pick<ReadCtx, 'actor' | 'now'>, tx: Tx, id: string, named: Named = {}) => {
  // One behind the other on the connection of the transaction: read after it is locked.
  const [, kept] = await Promise.all([keepGroup(tx, id), groupToFill(ctx, tx, id, named)])
  return kept
}

/** Deleting a group takes from its members what it gave them. */
export const refuseToTakeMore = async (ctx: Pick<ReadCtx, 'actor' | 'now'>, tx: Tx, group: GroupRow) =>
  refuseEscalation(ctx, await protectedRolesOf(tx, group.id))
