// What a local sign-in answers where it goes no further, or not yet.
import type { LoginAnswer } from '#contract/sign-in.ts'
import type { Change } from '#server/kernel/context.ts'
import * as attempts from './attempts.store.ts'
import { lockMessages, type LoginErrors } from './lock-messages.ts'
import { signInEvents } from './sign-in.events.ts'
import { type Failures, type LockNow, lockNow, lockOf, type Verdict } from './sign-in.rules.ts'
import { secondStep } from './second-step.ts'
import { answer, refused, type Step } from './login-step.ts'
import { newSecret, secretHash, signInEvent } from './start-session.ts'
import * as store from './sign-in.store.ts'

const expiredPasswordMinutes = 15

/** Everything but 'welcome'. The words are the interface (R8.6). */
export const refuse = async (step: Step, verdict: Verdict): Promise<Change<LoginAnswer>> => {
  switch (verdict.kind) {
    case 'wrong':
      return wrong(step, 'both')
    case 'wrong-while-locked':
      return wrong(step, 'typed name')
    case 'wrong-break-glass':
      return { ...(await wrong(step, 'both')), result: useOffice365 }
    case 'expired':
      return expired(step)
    case 'second-factor':
      return secondStep(step)
    case 'locked':
      return refused(step, lockMessages(verdict.lock))
    case 'locked-by-administrator':
      return refused(step, lockMessages('permanent'))
    case 'draft':
      return refused(step, ['User locked. Draft User!'])
    case 'company-account':
      return { ...refused(step, [denied]), result: useOffice365 }
    default:
      return refused(step, [denied])
  }
}

const denied = 'Access is denied'

/** One answer for every name at a company domain: a break-glass account is not told apart (T5). */
const useOffice365 = answer({ success: false, errors: [denied], externalRequired: true })

/**
 * What is told is the count of the name that was typed; what locks is the account's, and only its lock is mailed about.
 */
const wrong = async (step: Step, counts: 'both' | 'typed name'): Promise<Change<LoginAnswer>> => {
  const { ctx, tx, account, typedName, counter, returnUrl } = step
  const failures = await attempts.countFailure(tx, { ...counter, ...lockNow(ctx), counts })
  const change = refused(step, failureMessages(failures.typed, lockNow(ctx)))
  const lock = lockOf(failures.account, lockNow(ctx))
  if (lock === 'none') return change
  const result = lock === 'permanent' ? 'FullUserLocked' : 'UserLocked'
  const reason = 'Too many failed attempts'
  return {
    ...change,
    events: [
      signInEvent(signInEvents.locked, { account, typedName, result, reason, provider: 'Local', returnUrl, counter }),
    ],
  }
}

const failureMessages = (failures: Failures | undefined, at: LockNow): LoginErrors => {
  const lock = lockOf(failures, at)
  if (lock !== 'none') return lockMessages(lock)
  const left = at.lockout.attempts - (failures?.failedCount ?? 0)
  return [`Incorrect username or password. ${left} ${left === 1 ? ('attempt' as const) : ('attempts' as const)} left`]
}

const expired = async ({ ctx, tx, account, typedName, returnUrl, counter }: Step): Promise<Change<LoginAnswer>> => {
  const token = newSecret()
  const expiresOn = new Date(ctx.now.getTime() + expiredPasswordMinutes * 60_000)
  if (account)
    await store.insertLink(tx, {
      tokenHash: secretHash(token),
      userId: account.id,
      kind: 'ExpiredPassword',
      now: ctx.now,
      expiresOn,
      returnUrl,
    })
  const reason = 'Password expired so create a new one'
  return {
    result: answer({ success: false, errors: [reason], changePassword: true, token }),
    events: [
      signInEvent(signInEvents.passwordExpired, {
        account,
        typedName,
        result: 'Failure',
        reason,
        provider: 'Local',
        returnUrl,
        counter,
      }),
    ],
  }
}
