// Changes of users: by administrators, and of drafts by whoever asks for them.
import { type User, type users } from '#contract/users.ts'
import { refuseUnknownArea } from '#server/features/areas/areas.public.ts'
import { accountById, updateUser, userChanges, userEvents } from '#server/features/accounts/accounts.public.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import {
  refuseUnlessMayPlace,
  refuseUnlessMayTakeOver,
  refuseUnlessMayTouch,
} from '#server/features/members/members.public.ts'
import { passwordEvents, voidSecretsOf } from '#server/features/sign-in/sign-in.public.ts'
import { refuseUnproven } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { isCustomersArea, lockUser, type StoredUser } from './user-detail.store.ts'
import { shownUser } from './user-reads.ts'
import { mayChangeCategory, refuseAmbiguous } from './user-writes.ts'
import { differences, placesAllowed } from './users.rules.ts'

type Api = typeof users

type Change = Partial<Omit<StoredUser, 'id' | 'userName' | 'draft' | 'isCustomer' | 'modifiedOn'>> & {
  modifiedOn?: string | undefined
}

/** What moves `modifiedOn` of a user, by its audit events. */
const changes = [...userChanges, passwordEvents.changed.type, passwordEvents.reset.type]

const withChange = async (tx: Tx, before: StoredUser, change: Change): Promise<StoredUser> => {
  const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const wanted: StoredUser = {
    ...before,
    ...present,
    id: before.id,
    userName: before.userName,
    draft: before.draft,
    modifiedOn: before.modifiedOn,
  }
  const isCustomer = wanted.areaId === before.areaId ? before.isCustomer : await isCustomersArea(tx, wanted.areaId)
  return { ...wanted, isCustomer, ...placesAllowed(wanted, { stored: before, isCustomer }) }
}

const changeTo = async (ctx: Ctx, id: string, { modifiedOn, ...wanted }: Change) => {
  await refuseUnlessMayTouch(ctx, id)
  // Anyone who reads the mail can reset the password.
  if (wanted.email && (await accountById(ctx.db, id))?.email.toLowerCase() !== wanted.email.toLowerCase())
    await refuseUnlessMayTakeOver(ctx, id)
  return ctx.commit<User>(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('user-not-found', 404)
    const events = await writeChange(tx, ctx, { before, modifiedOn, wanted })
    if (wanted.email && hasMoved(before, { email: wanted.email })) refuseUnproven(ctx)
    return { result: await shownUser(ctx, tx, id), events }
  })
}

type WantedChange = {
  readonly before: StoredUser
  readonly modifiedOn: string | undefined
  readonly wanted: Omit<Change, 'modifiedOn'>
}

/** Of an account that the caller may change, and holds in the transaction. */
const writeChange = async (tx: Tx, ctx: Ctx, { before, modifiedOn, wanted }: WantedChange) => {
  await refuseStale(tx, { sent: modifiedOn, stored: before.modifiedOn, subject: before.id, changes })
  // The category decides who approves their own requests: an Administrator's to give.
  const { internalCategory: _, ...others } = wanted
  const after = await withChange(tx, before, mayChangeCategory(ctx) ? wanted : others)
  if (after.areaId !== before.areaId) {
    await refuseUnknownArea(tx, after.areaId)
    await refuseUnlessMayPlace(ctx, tx, after.areaId)
  }
  await updateUser(tx, { ...after, now: ctx.now })
  if (after.email !== before.email) await refuseAmbiguous(tx, after)
  // What was mailed to the old address opens nothing any more.
  if (hasMoved(before, after)) await voidSecretsOf(tx, before.id)
  return changeEvents(before, after)
}

/** In the transaction of the caller; nothing where somebody has let them in meanwhile. */
export const changeDraft = async (
  tx: Tx,
  ctx: Ctx,
  { id, modifiedOn, ...wanted }: Change & { readonly id: string },
): Promise<[AuditEvent, ...AuditEvent[]] | undefined> => {
  const before = await lockUser(tx, id)
  if (!before?.draft) return undefined
  return writeChange(tx, ctx, { before, modifiedOn, wanted })
}

type MailAddress = Pick<StoredUser, 'email'>
const hasMoved = (before: MailAddress, after: MailAddress) => after.email.toLowerCase() !== before.email.toLowerCase()

const changeEvents = (
  { isCustomer: _b, modifiedOn: _m, ...before }: StoredUser,
  { isCustomer: _a, modifiedOn: _n, ...after }: StoredUser,
): [AuditEvent, ...AuditEvent[]] => {
  const event = userEvents.changed({ subject: after.id, ...differences(before, after) })
  if (!hasMoved(before, after)) return [event]
  return [
    event,
    userEvents.emailChanged({ subject: after.id, before: { email: before.email }, after: { email: after.email } }),
  ]
}

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params.id, input as Change)
