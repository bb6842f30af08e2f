// Who owns an application, and who changes that.
import { everyOwner } from '#contract/applications.ts'
import { callerId, hasRole, mayCall, refusePermission, refuseUnproven } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { ApplicationRow } from './catalogue.store.ts'
import { saveOwners, unknownPeople } from './owners.store.ts'

export const refuseUnknown = async (tx: Tx, owners: readonly string[]) => {
  const [unknown] = await unknownPeople(tx, owners)
  if (unknown) throw new Refusal('user-not-found', 400, { field: `owners.${owners.indexOf(unknown)}` })
}

/** Who owns an application is its owners' business, and God's (A-69). Who does not administer it knows of none. */
export const refuseUnlessOwner = (ctx: Ctx, { owners }: Pick<ApplicationRow, 'owners'>) => {
  const caller = callerId(ctx)
  if (mayCall(everyOwner.access, ctx.actor) || owners.some(({ id }) => id === caller)) return
  if (hasRole(ctx, 'Administrator')) refusePermission()
  throw new Refusal('application-not-found', 404)
}

const sameOwners = (before: ApplicationRow, owners: readonly string[]) =>
  before.owners.length === owners.length && before.owners.every(({ id }) => owners.includes(id))

export const changeOwners = async (
  ctx: Ctx,
  tx: Tx,
  { before, owners }: { before: ApplicationRow; owners: readonly string[] },
) => {
  if (sameOwners(before, owners)) return
  if (before.system) throw new Refusal('application-is-system', 409, { field: 'owners' })
  refuseUnlessOwner(ctx, before)
  await refuseUnknown(tx, owners)
  refuseUnproven(ctx)
  await saveOwners(tx, { id: before.id, owners, now: ctx.now })
}
