// A local sign-in, from the name and password to a session or to the next step (domain-model section 5).
import type { LoginAnswer, signIn } from '#contract/sign-in.ts'
import { type Account, accountByName } from '#server/features/accounts/accounts.public.ts'
import { needsSecondFactor as isSecondFactorNeeded } from '#server/features/effective-access/effective-access.public.ts'
import { logouts } from '#server/features/sessions/sessions.public.ts'
import type { Change, Tx } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { leadsToTwoFactors } from './authentication-class.ts'
import { counterOf, keysOf } from './counter.ts'
import { judgedAgain, lockAccount } from './locked-account.ts'
import { answer, type Step } from './login-step.ts'
import { refuse } from './refused-login.ts'
import { signInEvents } from './sign-in.events.ts'
import { judge, lockNow } from './sign-in.rules.ts'
import { home, openSession, safeReturnUrl, setSessionCookie, signInEvent } from './start-session.ts'

type Login = UseCase<(typeof signIn)['login']>

export const login: Login = (ctx, call) => judgedAgain(() => tryLogin(ctx, call))

const tryLogin: Login = async (ctx, { input }) => {
  const found = await accountByName(ctx.db, input.userName)
  const counter = counterOf(ctx, found, input.userName)
  const matches = await ctx.services.passwords.verify(found?.passwordHash ?? undefined, input.password)
  const returnUrl = await safeReturnUrl(ctx, input.returnUrl)

  let opened: { account: Account; secret: string } | undefined
  const done = await ctx.commit(async (tx) => {
    opened = undefined
    const isNeeded = async ({ id }: Account) => leadsToTwoFactors(returnUrl) || (await isSecondFactorNeeded(tx, id))
    const proven = matches ? found : undefined
    // In this order: the row is held before the failures are looked at.
    const [account, needsSecondFactor, failures] = await Promise.all([
      lockAccount(tx, found),
      proven ? isNeeded(proven) : false,
      failuresSoFar(tx, { counter, proven, now: ctx.now }),
    ])
    const typed = { account, typedName: input.userName }
    const { companyDomains, passwordPolicy } = ctx.services.settings
    const { maxAgeDays } = passwordPolicy
    const rules = { ...lockNow(ctx), companyDomains, maxAgeDays }
    const verdict = judge({ ...typed, ...rules, matches, failures, needsSecondFactor })
    const step: Step = { ...typed, ctx, tx, counter, returnUrl }
    if (verdict.kind !== 'welcome' || !account) {
      // Here the right password counts as a failure, too.
      if (proven && verdict.kind === 'wrong-while-locked') await attempts.lockFailures(tx, { ...counter, now: ctx.now })
      return refuse(step, verdict)
    }
    if (failures.any) await attempts.forgetFailures(tx, { keys: keysTyped(counter, account), source: counter.source })
    const of = { account, provider: 'Local', persistent: input.rememberLogin, methods: ['pwd'] } as const
    const { secret, replaced, written } = await openSession(ctx, tx, of)
    opened = { account, secret }
    return { ...signedIn(step), followUps: logouts(replaced), written }
  })
  if (opened) setSessionCookie(ctx, { ...opened, persistent: input.rememberLogin })
  return done
}

const keysTyped = (counter: attempts.Counter, account: Account) => [counter.typedKey, ...keysOf(account)]

type Counting = { readonly counter: attempts.Counter; readonly proven: Account | undefined; readonly now: Date }

/** Usually there are none, and behind the right password nothing is written then. */
const failuresSoFar = async (tx: Tx, { counter, proven, now }: Counting) =>
  proven
    ? attempts.failuresOfHeld(tx, { ...counter, keys: keysTyped(counter, proven) })
    : { ...(await attempts.lockFailures(tx, { ...counter, now })), any: true }

const signedIn = ({ ctx, account, typedName, returnUrl, counter }: Step): Change<LoginAnswer> => ({
  result: answer({ success: true, redirectTo: returnUrl ?? home(ctx) }),
  events: [
    signInEvent(signInEvents.succeeded, {
      account,
      typedName,
      result: 'Success',
      reason: 'Signed in',
      provider: 'Local',
      returnUrl,
      counter,
    }),
  ],
})
