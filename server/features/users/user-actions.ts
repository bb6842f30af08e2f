// What administrators do with a user besides keeping their data: undraft, invite, a new password.
import type { Outcome } from '#contract/kernel/answer.ts'
import type { UserItem, users } from '#contract/users.ts'
import {
  refuseUnlessMayPlace,
  refuseUnlessMayTakeOver,
  refuseUnlessMayTouch,
} from '#server/features/members/members.public.ts'
import {
  authenticatorEvents,
  resetAuthenticators as forgetAuthenticators,
} from '#server/features/authenticators/authenticators.public.ts'
import { endSessionsOf, logouts } from '#server/features/sessions/sessions.public.ts'
import { lockAccount, judgedAgain, voidSecretsOf } from '#server/features/sign-in/sign-in.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { lockUser } from './user-detail.store.ts'
import { shownUser } from './user-reads.ts'
import { refuseWeak } from './user-writes.ts'
import {
  accountById,
  setDraft,
  setInvited,
  setPassword,
  userEvents,
} from '#server/features/accounts/accounts.public.ts'

type Api = typeof users

const done: Outcome = { success: true, errors: [] }

/** Once a user always a user: a second undraft finds nothing to do. */
export const undraft: UseCase<Api['undraft']> = async (ctx, { params: { id } }) => {
  await refuseUnlessMayTouch(ctx, id)
  return ctx.commit<Outcome & { user?: UserItem }>(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('user-not-found', 404)
    // Groups that take everybody of an area leave drafts out.
    if (before.draft) await refuseUnlessMayPlace(ctx, tx, before.areaId)
    if (before.draft) await setDraft(tx, { userIds: [id], draft: false, now: ctx.now })
    const event = userEvents.undrafted({ subject: id, before: { draft: before.draft }, after: { draft: false } })
    return { result: { ...done, user: await shownUser(ctx, tx, id) }, events: [event] }
  })
}

/** The English of the codes, for the API and the audit log (docs/decisions/0030). */
const invitationTexts = {
  'invitation-of-draft': 'User pending approval.',
  'invitation-of-locked': 'User Is Locked Out',
} as const

const notInvited = ({ draft, lockState }: UserItem): keyof typeof invitationTexts | undefined => {
  if (draft) return 'invitation-of-draft'
  return lockState === 'Permanent' ? 'invitation-of-locked' : undefined
}

export const invite: UseCase<Api['invite']> = (ctx, { params: { id } }) => inviteUser(ctx, id)

/** The mail goes out by a job, which mints the link: no queue and no log ever hold it. */
export const inviteUser = async (ctx: Ctx, id: string) => {
  await refuseUnlessMayTouch(ctx, id)
  return ctx.commit<Outcome & { code?: string }>(async (tx) => {
    const user = await shownUser(ctx, tx, id)
    const code = notInvited(user)
    if (code) {
      const reason = invitationTexts[code]
      return {
        result: { success: false, errors: [reason], code },
        events: [userEvents.invitationRefused({ subject: id, after: { reason } })],
      }
    }
    await setInvited(tx, { userIds: [id], now: ctx.now })
    return { result: done, events: [userEvents.invited({ subject: id, operation: 'InviteUsers' })] }
  })
}

type Change = UseCase<Api['changePassword']>

/** Judged by the passwords that the account had before the hash was made; again where it has another one by then. */
export const changePassword: Change = withSlowWork((ctx, call) => judgedAgain(() => tryChange(ctx, call)))

/** R7.6-05: counts as expired at once, so that only its owner knows the one that stays (docs/goals.md, Security 5). */
const tryChange: Change = async (ctx, { params: { userId }, input }) => {
  await refuseUnlessMayTakeOver(ctx, userId)
  const account = await accountById(ctx.db, userId)
  if (!account) throw new Refusal('user-not-found', 404)
  await refuseWeak(ctx, account, input.password)
  const hash = await ctx.services.passwords.hash(input.password)
  return ctx.commit<Outcome>(async (tx, inside) => {
    await refuseUnlessMayTakeOver(inside, userId)
    await lockAccount(tx, account)
    await setPassword(tx, { userId, hash, now: inside.now, expired: true })
    await voidSecretsOf(tx, userId)
    const ended = await endSessionsOf(tx, { userId, now: inside.now, reason: 'password changed' })
    return { result: done, events: [userEvents.passwordSet({ subject: userId })], followUps: logouts(ended) }
  })
}

/** The next sign-in is as if there had never been any; a sign-in under way begins anew. */
export const resetAuthenticators: UseCase<Api['resetAuthenticators']> = async (ctx, { params: { id } }) => {
  await refuseUnlessMayTakeOver(ctx, id)
  return ctx.commit(async (tx) => {
    if (!(await lockUser(tx, id))) throw new Refusal('user-not-found', 404)
    if (!(await forgetAuthenticators(tx, id))) throw new Refusal('authenticators-missing', 409)
    await voidSecretsOf(tx, id)
    return { result: {}, events: [authenticatorEvents.reset({ subject: id })] }
  })
}
