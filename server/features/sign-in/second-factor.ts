// The code of the second step, mailed or of the authenticator app: six digits, five minutes, one use, five tries
// (A-35, T8).
import { timingSafeEqual } from 'node:crypto'
import type { SignInReason } from '#contract/log-reasons.ts'
import type { signIn } from '#contract/sign-in.ts'
import { languageOf } from '#contract/kernel/language.ts'
import {
  type Account,
  accountById,
  accountByName,
  displayName,
  verifyEmail,
} from '#server/features/accounts/accounts.public.ts'
import { tryAppCode } from '#server/features/authenticators/authenticators.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Change, Ctx, Tx } from '#server/kernel/context.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job, UseCase } from '#server/kernel/use-case.ts'
import { logouts } from '#server/features/sessions/sessions.public.ts'
import * as attempts from './attempts.store.ts'
import { counterOf, keysOf } from './counter.ts'
import { lockMessages, type LoginErrors, reasonOf } from './lock-messages.ts'
import * as store from './codes.store.ts'
import { codeHash, codeOf, mostTriesPerCode } from './codes.ts'
import { lockAccount, judgedAgain } from './locked-account.ts'
import { setSessionCookie, home, openSession, secretHash, signInEvent } from './start-session.ts'
import { signInEvents } from './sign-in.events.ts'
import { type Lock, lockNow, lockOf } from './sign-in.rules.ts'
import { twoFactorCodeMail } from './mails/two-factor-code.mail.ts'

const mostTriesPerHour = 20

type Answer = { success: boolean; errors: string[]; redirectTo?: string | undefined }
type Input = { token: string; userName: string; password: string; rememberPassword: boolean; code: string }

/** Token, password and code must all match; a wrong code counts as a failed sign-in. */
type VerifyCode = UseCase<(typeof signIn)['verifyCode']>

export const verifyCode: VerifyCode = (ctx, call) => judgedAgain(() => tryCode(ctx, call))

const tryCode: VerifyCode = async (ctx, { input }) => {
  const found = await accountByName(ctx.db, input.userName)
  const matches = await ctx.services.passwords.verify(found?.passwordHash ?? undefined, input.password)
  let opened: { account: Account; secret: string } | undefined
  const done = await ctx.commit(async (tx) => {
    opened = undefined
    const account = await lockAccount(tx, found)
    const checked = await check(ctx, tx, { account, matches, input })
    if ('refused' in checked) return checked.refused
    const { challenge, proof } = checked
    await store.useCode(tx, { codeId: challenge.codeId, now: ctx.now })
    const keys = [checked.counter.typedKey, ...keysOf(checked.account)]
    await attempts.forgetFailures(tx, { keys, source: checked.counter.source })
    const of = {
      account: checked.account,
      provider: 'Local',
      persistent: input.rememberPassword,
      methods: ['pwd', 'otp', 'mfa'],
    } as const
    const { secret, replaced, written } = await openSession(ctx, tx, of)
    opened = { account: checked.account, secret }
    await written
    if (challenge.mailedTo) await verifyEmail(tx, { userId: checked.account.id, email: challenge.mailedTo })
    const returnUrl = challenge.returnUrl ?? undefined
    return {
      ...signedIn(ctx, { account, typedName: input.userName, returnUrl, proof, counter: checked.counter }),
      followUps: logouts(replaced),
    }
  })
  if (opened) setSessionCookie(ctx, { ...opened, persistent: input.rememberPassword })
  return done
}

const signedIn = (
  ctx: Ctx,
  {
    proof,
    ...signIn
  }: {
    account: Account | undefined
    typedName: string
    returnUrl: string | undefined
    counter: attempts.Counter
    proof: Proof
  },
): Change<Answer> => ({
  result: { success: true, errors: [], redirectTo: signIn.returnUrl ?? home(ctx) },
  events: [
    signInEvent(signInEvents.succeeded, { ...signIn, result: 'Success', reason: proof.reason, provider: 'Local' }),
    ...proof.events,
  ],
})

type CodeCheck = { account: Account | undefined; matches: boolean; input: Input }

/** By what the second step was passed, and what else came of it. */
type Proof = { readonly reason: SignInReason; readonly events: readonly AuditEvent[] }

type PassedCheck = { challenge: store.Challenge; account: Account; counter: attempts.Counter; proof: Proof }

type CheckResult = { refused: Change<Answer> } | PassedCheck

const check = async (ctx: Ctx, tx: Tx, attempt: CodeCheck): Promise<CheckResult> => {
  const { account, matches, input } = attempt
  const counter = counterOf(ctx, account, input.userName)
  const failures = await attempts.lockFailures(tx, { ...counter, now: ctx.now })
  const lock = lockOf(failures.typed, lockNow(ctx))
  if (lock !== 'none') return { refused: refusal({ input, account, counter, reasons: lockMessages(lock) }) }
  const isLocked = lockOf(failures.account, lockNow(ctx)) !== 'none'
  const count = { ...counter, ...lockNow(ctx), counts: isLocked ? 'typed name' : 'both' } as const
  const failed = (reason: SignInReason) => countedRefusal(tx, { input, account, counter, reasons: [reason] }, count)
  if (!account || !matches || account.draft || isLocked) return failed('Invalid credentials')
  const challenge = await challengeOf(ctx, tx, { account, input, counter })
  if ('refused' in challenge) return challenge
  const proof = await proofOf(ctx, tx, { challenge, code: input.code })
  if (proof === 'too-many') return { refused: refusal({ input, account, counter, reasons: lockMessages('temporary') }) }
  if (proof !== 'wrong') return { challenge, account, counter, proof }
  await store.countTry(tx, challenge.codeId)
  return failed('Invalid code')
}

type CodeAttempt = { challenge: store.Challenge; code: string }

const proofOf = async (ctx: Ctx, tx: Tx, { challenge, code }: CodeAttempt): Promise<Proof | 'wrong' | 'too-many'> => {
  if (challenge.method === 'mail')
    return isRight(challenge, code) ? { reason: 'Signed in with a code', events: [] } : 'wrong'
  const tried = await tryAppCode(ctx, tx, { userId: challenge.userId, code })
  return typeof tried === 'string' ? tried : { reason: `Signed in with ${tried.by}`, events: tried.events }
}

type RefusedCheck = {
  input: Input
  account: Account | undefined
  counter: attempts.Counter
  reasons: LoginErrors
  brought?: Lock
}

const countedRefusal = async (tx: Tx, refused: RefusedCheck, count: Parameters<typeof attempts.countFailure>[1]) => {
  const counted = await attempts.countFailure(tx, count)
  const lock = lockOf(counted.typed, count)
  const reasons = lock === 'none' ? refused.reasons : lockMessages(lock)
  return { refused: refusal({ ...refused, reasons, brought: lockOf(counted.account, count) }) }
}

type ClaimedChallenge = { account: Account; input: Input; counter: attempts.Counter }

const challengeOf = async (ctx: Ctx, tx: Tx, { account, input, counter }: ClaimedChallenge) => {
  const refuse = (reasons: LoginErrors) => ({ refused: refusal({ input, account, counter, reasons }) })
  if (account.locked) return refuse(lockMessages('permanent'))
  const tokenHash = secretHash(input.token)
  const challenge = await store.openChallenge(tx, { tokenHash, now: ctx.now, mostAttempts: mostTriesPerCode })
  if (challenge?.userId !== account.id) return refuse(['Invalid credentials'])
  const since = new Date(ctx.now.getTime() - 3_600_000)
  const tries = await store.triesSince(tx, { userId: account.id, since })
  return tries >= mostTriesPerHour ? refuse(lockMessages('temporary')) : challenge
}

const isRight = ({ codeId, codeHash: stored }: store.Challenge, code: string) =>
  stored !== null && timingSafeEqual(stored, codeHash(codeId, code.trim()))

/** `brought`: the lock of the account that this very try brought about. */
const refusal = ({ input, account, counter, reasons, brought = 'none' }: RefusedCheck): Change<Answer> => {
  const entries = {
    none: { type: signInEvents.failed, result: 'Failure' },
    temporary: { type: signInEvents.locked, result: 'UserLocked' },
    permanent: { type: signInEvents.locked, result: 'FullUserLocked' },
  } as const
  const { type, result } = entries[brought]
  const reason = reasonOf(reasons)
  return {
    result: { success: false, errors: [...reasons] },
    events: [signInEvent(type, { account, typedName: input.userName, result, reason, provider: 'Local', counter })],
  }
}

/** Keeps the hash of the code and mails it: the same code each time it runs. Too late, it does nothing. */
export const mailCode = (mailer: Mailer): Job => ({
  name: 'mail-two-factor-code',
  run: async (ctx, { subject }) => {
    const wanted = await store.codeToMail(ctx.db, { id: subject, now: ctx.now })
    const account = wanted && (await accountById(ctx.db, wanted.userId))
    if (!account) return
    const code = codeOf(ctx.services, subject)
    await ctx.commit(async (tx) => {
      await store.setCode(tx, { id: subject, codeHash: codeHash(subject, code), mailedTo: account.email })
      return { result: null, events: [signInEvents.codeMailed({ subject: account.id })] }
    })
    const language = languageOf(account.language)
    const name = displayName(account)
    await mailer.send({
      to: { name, address: account.email },
      language,
      ...twoFactorCodeMail({ language, name, code, minutes: 5 }),
    })
  },
})
