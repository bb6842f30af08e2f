// A sign-in with a passkey: both factors at once, and judged like one with a password otherwise.
import type { LoginAnswer, signIn } from '#contract/sign-in.ts'
import { type Account, lockAccountRow } from '#server/features/accounts/accounts.public.ts'
import {
  askPasskey,
  type PasskeyProof,
  provenBy,
  spendProof,
} from '#server/features/authenticators/authenticators.public.ts'
import { logouts } from '#server/features/sessions/sessions.public.ts'
import type { Change, Ctx, Tx } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { counterOf, keysOf } from './counter.ts'
import { answer, refused, type Step } from './login-step.ts'
import { refuse } from './refused-login.ts'
import { signInEvents } from './sign-in.events.ts'
import { judge, lockNow } from './sign-in.rules.ts'
import { home, openSession, safeReturnUrl, setSessionCookie, signInEvent } from './start-session.ts'

type Api = typeof signIn

/** Of nobody: the browser knows who has one here, and the answer is the same for everybody (T5). */
export const passkeyOptions: UseCase<Api['passkeyOptions']> = async (ctx, { query }) => {
  const returnUrl = await safeReturnUrl(ctx, query.returnUrl)
  return askPasskey(ctx, { purpose: 'sign-in', ...(returnUrl ? { returnUrl } : {}) })
}

export const passkey: UseCase<Api['passkey']> = async (ctx, { input }) => {
  const proof = await provenBy(ctx, input, { purpose: 'sign-in' })
  let opened: { account: Account; secret: string } | undefined
  const done = await ctx.commit<LoginAnswer>(async (tx) => {
    opened = undefined
    const step = await stepOf(ctx, tx, proof)
    const { account } = step
    if (!proof || !account || !(await spendProof(tx, proof, ctx.now))) return refused(step, ['Invalid credentials'])
    const failures = await attempts.lockFailures(tx, { ...step.counter, now: ctx.now })
    const { companyDomains, passwordPolicy } = ctx.services.settings
    const rules = { ...lockNow(ctx), companyDomains, maxAgeDays: passwordPolicy.maxAgeDays }
    const proven = { account, typedName: account.userName, matches: true, needsSecondFactor: false }
    const verdict = judge({ ...proven, ...rules, failures })
    if (verdict.kind !== 'welcome') return refuse(step, verdict)
    await attempts.forgetFailures(tx, {
      keys: [step.counter.typedKey, ...keysOf(account)],
      source: step.counter.source,
    })
    const methods = [proof.method, 'mfa']
    const of = { account, provider: 'Local', persistent: input.rememberLogin, methods } as const
    const { secret, replaced, written } = await openSession(ctx, tx, of)
    opened = { account, secret }
    return { ...signedIn(step, account), followUps: logouts(replaced), written }
  })
  if (opened) setSessionCookie(ctx, { ...opened, persistent: input.rememberLogin })
  return done
}

/** What was judged by the passkey holds for the account as it is in this transaction. */
const stepOf = async (ctx: Ctx, tx: Tx, proof: PasskeyProof | undefined): Promise<Step> => {
  const account = proof && (await lockAccountRow(tx, proof.passkey.userId))
  const typedName = account?.userName ?? '-'
  return {
    ctx,
    tx,
    account,
    typedName,
    counter: counterOf(ctx, account, typedName),
    returnUrl: proof?.ceremony.returnUrl,
  }
}

const signedIn = ({ ctx, typedName, returnUrl, counter }: Step, account: Account): Change<LoginAnswer> => ({
  result: answer({ success: true, redirectTo: returnUrl ?? home(ctx) }),
  events: [
    signInEvent(signInEvents.succeeded, {
      account,
      typedName,
      result: 'Success',
      reason: 'Signed in with a passkey',
      provider: 'Local',
      returnUrl,
      counter,
    }),
  ],
})
