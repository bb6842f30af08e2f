// An administrator's lock and unlock.
import type { signIn } from '#contract/sign-in.ts'
import { refuseIfLast, refuseUnlessMayTouch } from '#server/features/members/members.public.ts'
import { endEverywhere } from '#server/features/deprovisioning/deprovisioning.public.ts'
import { endSessionsOf } from '#server/features/sessions/sessions.public.ts'
import { type Account, accountById, setLocked, userEvents } from '#server/features/accounts/accounts.public.ts'
import type { Change, Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { keysOf } from './counter.ts'
import { signInEvents } from './sign-in.events.ts'
import * as store from './sign-in.store.ts'

type Api = typeof signIn

const target = async (ctx: Ctx, id: string): Promise<Account> => {
  const account = await accountById(ctx.db, id)
  if (!account) throw new Refusal('user-not-found', 404)
  await refuseUnlessMayTouch(ctx, id)
  return account
}

type Answer = {
  success: boolean
  errors: string[]
  user?: { id: string; userName: string; locked: boolean } | undefined
}

const answer = (account: Account, locked: boolean): Answer => ({
  success: true,
  errors: [],
  user: { id: account.id, userName: account.userName, locked },
})

export const lock: UseCase<Api['lock']> = async (ctx, { params }) => {
  const account = await target(ctx, params.id)
  if (ctx.actor.kind === 'user' && ctx.actor.id === account.id) throw new Refusal('cannot-lock-oneself', 409)
  return ctx.commit<Answer>(async (tx): Promise<Change<Answer>> => {
    await setLocked(tx, { userId: account.id, locked: true, now: ctx.now })
    await refuseIfLast(tx)
    await store.voidSecretsOf(tx, account.id)
    const ended = await endSessionsOf(tx, { userId: account.id, now: ctx.now, reason: 'locked' })
    const { event, followUps } = await endEverywhere(tx, ctx, { user: account, cause: 'locked', ended })
    return {
      result: answer(account, true),
      events: [
        userEvents.locked({
          subject: account.id,
          operation: 'LockUser',
          before: { locked: account.locked },
          after: { locked: true },
        }),
        event,
      ],
      followUps,
    }
  })
}

export const unlock: UseCase<Api['unlock']> = async (ctx, { params }) => {
  const account = await target(ctx, params.id)
  return ctx.commit<Answer>(async (tx): Promise<Change<Answer>> => {
    await setLocked(tx, { userId: account.id, locked: false, now: ctx.now })
    await attempts.forgetAllFailures(tx, keysOf(account))
    return {
      result: answer(account, false),
      events: [
        userEvents.unlocked({ subject: account.id, before: { locked: account.locked }, after: { locked: false } }),
        signInEvents.unlocked({
          subject: account.id,
          after: {
            userName: account.userName,
            reason: 'Unlocked by an administrator',
            result: 'Unlocked',
            provider: 'Local',
          },
        }),
      ],
    }
  })
}
