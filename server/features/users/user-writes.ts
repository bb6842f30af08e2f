// New users, changes, deletions.
import type { NewUser } from '#contract/user-forms.ts'
import { ofCategory, type User, type users } from '#contract/users.ts'
import {
  refuseIfLast,
  refuseUnlessMayPlace,
  refuseUnlessMayTakeOver,
  refuseUnlessMayTouch,
  removalEvents,
  removeIdentity,
} from '#server/features/members/members.public.ts'
import { endSessionsOf, logouts } from '#server/features/sessions/sessions.public.ts'
import {
  passwordEvents,
  type PasswordOwner,
  refusedPassword,
  voidSecretsOf,
} from '#server/features/sign-in/sign-in.public.ts'
import { callerId, mayCall } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { lockUser, isCustomersArea, type StoredUser } from './user-detail.store.ts'
import { shownUser } from './user-reads.ts'
import { userAdministrationEvents } from './users.events.ts'
import { differences, placesAllowed, randomPassword } from './users.rules.ts'
import {
  accountById,
  deleteUser,
  insertUser,
  meansAnother,
  setInvited,
  updateUser,
  userChanges,
  userEvents,
} from '#server/features/accounts/accounts.public.ts'

type Api = typeof users

/** The first rule that a password breaks, as a refusal that names the field (R5.1-10). */
export const refuseWeak = async (ctx: Ctx, owner: PasswordOwner, password: string) => {
  const [broken] = await refusedPassword(ctx, owner, password)
  if (!broken) return
  const reason = broken.replace('password-rule:', '')
  if (reason === 'common') throw new Refusal('password-too-common', 400, { field: 'password' })
  if (reason === 'reused') throw new Refusal('password-reused', 400, { field: 'password' })
  throw new Refusal('password-too-weak', 400, { field: 'password' })
}

const nothing = { jobTitle: null, manager: null, teams: [] }

export const create: UseCase<Api['create']> = withSlowWork(async (ctx, { input }) => {
  const { sendEmailInvite, password, confirmPassword: _, ...fields } = input
  const id = ctx.newId()
  if (password) await refuseWeak(ctx, { id, ...fields }, password)
  const passwordHash = await ctx.services.passwords.hash(password || randomPassword(ctx.newId()))
  return ctx.commit(async (tx, inside) => {
    const user = await addUser(tx, inside, { id, draft: false, fields, passwordHash })
    if (sendEmailInvite) await setInvited(tx, { userIds: [id], now: inside.now })
    return { result: await shownUser(ctx, tx, id), events: creationEvents(user, sendEmailInvite) }
  })
})

type Fields = Omit<NewUser, 'sendEmailInvite' | 'password' | 'confirmPassword'>

/** In the transaction of the caller. */
export const addUser = async (
  tx: Tx,
  ctx: Ctx,
  { id, draft, fields, passwordHash }: { id: string; draft: boolean; fields: Fields; passwordHash: string | null },
) => {
  await refuseUnlessMayPlace(ctx, tx, fields.areaId)
  const isCustomer = await isCustomersArea(tx, fields.areaId)
  const internalCategory = mayChangeCategory(ctx) ? fields.internalCategory : null
  const user = { id, draft, ...fields, internalCategory, ...placesAllowed(fields, { stored: nothing, isCustomer }) }
  await insertUser(tx, { ...user, passwordHash, createdBy: callerId(ctx) ?? null, now: ctx.now })
  await refuseAmbiguous(tx, user)
  return user
}

/** Anyone who types a name or an address at sign-in means one account. */
const refuseAmbiguous = async (tx: Tx, user: { id: string; userName: string; email: string }) => {
  const field = await meansAnother(tx, user)
  if (field) throw new Refusal(field === 'userName' ? 'user-name-taken' : 'user-email-taken', 409, { field })
}

const creationEvents = (user: Awaited<ReturnType<typeof addUser>>, invited: boolean): [AuditEvent, ...AuditEvent[]] => {
  const created = userEvents.created({ subject: user.id, after: user })
  return invited ? [created, userEvents.invited({ subject: user.id, operation: 'InviteUsers' })] : [created]
}

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

const mayChangeCategory = (ctx: Ctx) => mayCall(ofCategory.access, ctx.actor)

const changeTo = async (ctx: Ctx, id: string, { modifiedOn, ...wanted }: Change) => {
  await refuseUnlessMayTouch(ctx, id)
  // Anyone who reads the mail can reset the password.
  if (wanted.email && (await accountById(ctx.db, id))?.email.toLowerCase() !== wanted.email.toLowerCase())
    await refuseUnlessMayTakeOver(ctx, id)
  return ctx.commit<User>(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('user-not-found', 404)
    const events = await writeChange(tx, ctx, { before, modifiedOn, wanted })
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
  if (after.areaId !== before.areaId) await refuseUnlessMayPlace(ctx, tx, after.areaId)
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

type Addressed = Pick<StoredUser, 'email'>
const hasMoved = (before: Addressed, after: Addressed) => after.email.toLowerCase() !== before.email.toLowerCase()

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

/**
 * for good, with everything that was given; logs keep the name. Not oneself, not the last Administrator or God.
 */
export const remove: UseCase<Api['remove']> = async (ctx, { params: { id } }) => {
  if (callerId(ctx) === id) throw new Refusal('cannot-delete-oneself', 409)
  await refuseUnlessMayTakeOver(ctx, id)
  return ctx.commit(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('user-not-found', 404)
    const ended = await endSessionsOf(tx, { userId: id, now: ctx.now, reason: 'deleted' })
    return { result: {}, events: await forget(tx, before), followUps: logouts(ended) }
  })
}

const forget = async (tx: Tx, before: StoredUser): Promise<[AuditEvent, ...AuditEvent[]]> => {
  const { isCustomer: _, ...stored } = before
  const access = await removeIdentity(tx, before.id)
  await deleteUser(tx, before.id)
  // What a group gave goes without a row of one's own.
  await refuseIfLast(tx)
  const removed = userAdministrationEvents.removed({ subject: before.id, before: { ...stored, access } })
  return [removed, ...removalEvents(access)]
}
