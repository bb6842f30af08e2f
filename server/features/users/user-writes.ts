// New users, and deletions.
import type { NewUser } from '#contract/user-forms.ts'
import { ofCategory, type users } from '#contract/users.ts'
import { refuseUnknownArea } from '#server/features/areas/areas.public.ts'
import {
  refuseIfLast,
  refuseUnlessMayPlace,
  refuseUnlessMayTakeOver,
  removalEvents,
  removeIdentity,
} from '#server/features/members/members.public.ts'
import { endEverywhere } from '#server/features/deprovisioning/deprovisioning.public.ts'
import { endSessionsOf } from '#server/features/sessions/sessions.public.ts'
import { type PasswordOwner, refusedPassword } from '#server/features/sign-in/sign-in.public.ts'
import { callerId, mayCall } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { lockUser, isCustomersArea, type StoredUser } from './user-detail.store.ts'
import { shownUser } from './user-reads.ts'
import { userAdministrationEvents } from './users.events.ts'
import { placesAllowed, randomPassword } from './users.rules.ts'
import {
  deleteUser,
  insertUser,
  meansAnother,
  setInvited,
  userEvents,
} from '#server/features/accounts/accounts.public.ts'

type Api = typeof users

/** The first rule that a password breaks, as a refusal that names the field (R5.1-10). */
export const refuseWeak = async (ctx: Ctx, owner: PasswordOwner, password: string) => {
  const [broken] = await refusedPassword(ctx, owner, password)
  if (!broken) return
  const reason = broken.replace('password-rule:', '')
  if (reason === 'common') throw new Refusal('password-too-common', 400, { field: 'password' })
  if (reason === 'denied') throw new Refusal('password-denied', 400, { field: 'password' })
  const { remembered } = ctx.services.settings.passwordPolicy
  if (reason === 'reused') throw new Refusal('password-reused', 400, { field: 'password', remembered })
  throw new Refusal('password-too-weak', 400, { field: 'password' })
}

const nothing = { jobTitle: null, manager: null, teams: [] }

export const create: UseCase<Api['create']> = withSlowWork(async (ctx, { input }) => {
  const { sendEmailInvite, password, confirmPassword: _, ...fields } = input
  const id = ctx.newId()
  if (password) await refuseWeak(ctx, { id, ...fields }, password)
  const passwordHash = await ctx.services.passwords.hash(password || randomPassword(ctx.services.settings))
  return ctx.commit(async (tx, inside) => {
    const events = await openAccount(tx, inside, { id, fields, passwordHash, invite: sendEmailInvite })
    return { result: await shownUser(ctx, tx, id), events }
  })
})

type Fields = Omit<NewUser, 'sendEmailInvite' | 'password' | 'confirmPassword'>

type NewAccount = { id: string; fields: Fields; passwordHash: string | null; invite: boolean }

/** In the transaction of the caller; answers what goes into the audit log. */
export const openAccount = async (
  tx: Tx,
  ctx: Ctx,
  { invite, ...account }: NewAccount,
): Promise<[AuditEvent, ...AuditEvent[]]> => {
  const user = await addUser(tx, ctx, { ...account, draft: false })
  if (invite) await setInvited(tx, { userIds: [user.id], now: ctx.now })
  return creationEvents(user, invite)
}

export const mayChangeCategory = (ctx: Ctx) => mayCall(ofCategory.access, ctx.actor)

/** In the transaction of the caller. */
export const addUser = async (
  tx: Tx,
  ctx: Ctx,
  { id, draft, fields, passwordHash }: { id: string; draft: boolean; fields: Fields; passwordHash: string | null },
) => {
  await refuseUnknownArea(tx, fields.areaId)
  await refuseUnlessMayPlace(ctx, tx, fields.areaId)
  const isCustomer = await isCustomersArea(tx, fields.areaId)
  const internalCategory = mayChangeCategory(ctx) ? fields.internalCategory : null
  const user = { id, draft, ...fields, internalCategory, ...placesAllowed(fields, { stored: nothing, isCustomer }) }
  await insertUser(tx, { ...user, passwordHash, createdBy: callerId(ctx) ?? null, now: ctx.now })
  await refuseAmbiguous(tx, user)
  return user
}

/** Anyone who types a name or an address at sign-in means one account. */
export const refuseAmbiguous = async (tx: Tx, user: { id: string; userName: string; email: string }) => {
  const field = await meansAnother(tx, user)
  if (field) throw new Refusal(field === 'userName' ? 'user-name-taken' : 'user-email-taken', 409, { field })
}

const creationEvents = (user: Awaited<ReturnType<typeof addUser>>, invited: boolean): [AuditEvent, ...AuditEvent[]] => {
  const created = userEvents.created({ subject: user.id, after: user })
  return invited ? [created, userEvents.invited({ subject: user.id, operation: 'InviteUsers' })] : [created]
}

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
    const { event, followUps } = await endEverywhere(tx, ctx, { user: before, cause: 'deleted', ended })
    return { result: {}, events: [...(await forget(tx, before)), event], followUps }
  })
}

const forget = async (tx: Tx, before: StoredUser): Promise<[AuditEvent, ...AuditEvent[]]> => {
  const { isCustomer: _, ...stored } = before
  const access = await removeIdentity(tx, before.id)
  await deleteUser(tx, before.id)
  // What a group gave goes without a membership of one's own.
  await refuseIfLast(tx)
  const removed = userAdministrationEvents.removed({ subject: before.id, before: { ...stored, access } })
  return [removed, ...removalEvents(access)]
}
