// The mailed code: six digits, five minutes, one use, five tries (A-35, T8).
import { randomInt, timingSafeEqual } from 'node:crypto'
import type { signIn } from '#contract/sign-in.ts'
import { languageOf } from '#contract/kernel/language.ts'
import { type Account, accountById, accountByName, displayName, verifyEmail } from '#server/features/users/users.public.ts'
import type { Change, Ctx, EndedSession, Tx } from '#server/kernel/context.ts'
import type { Mailer } from '#server/kernel/mail.ts'
import type { Job, UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { sourceOf } from './device.ts'
import { handOver, home, nameKeyOf, openSession, secretHash, signInFact } from './opening.ts'
import { type Lock, lockOf } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'
import { twoFactorCodeMail } from './two-factor-code.mail.ts'

const mostTriesPerCode = 5
const mostTriesPerHour = 20

type Answer = { success: boolean; errors: string[]; redirectTo?: string | undefined }
type Input = { token: string; userName: string; password: string; rememberPassword: boolean; code: string }

/** Bound to its transaction, so that a stolen table of hashes is of no use for another one. */
const codeHash = (challengeId: string, code: string) => secretHash(`${challengeId}:${code}`)

/** Token, password and code must all match; a wrong code counts as a failed sign-in. */
export const verifyCode: UseCase<(typeof signIn)['verifyCode']> = async (ctx, { input }) => {
  const account = await accountByName(ctx.db, input.userName)
  const matches = await ctx.services.passwords.verify(account?.passwordHash ?? undefined, input.password)
  let opened: { secret: string; replaced: EndedSession[] } | undefined
  const done = await ctx.commit(async (tx) => {
    const checked = await check(ctx, tx, { account, matches, input })
    if ('refused' in checked) return checked.refused
    const { challenge } = checked
    await store.useChallenge(tx, { id: challenge.id, now: ctx.now })
    await attempts.forgetFailures(tx, checked.counter)
    opened = await openSession(ctx, tx, { account: checked.account, provider: 'Local', persistent: input.rememberPassword, methods: ['pwd', 'otp', 'mfa'] })
    if (challenge.mailedTo) await verifyEmail(tx, { userId: checked.account.id, email: challenge.mailedTo })
    const returnUrl = challenge.returnUrl ?? undefined
    return {
      result: { success: true, errors: [], redirectTo: returnUrl ?? home(ctx) },
      facts: [signInFact({ type: 'sign-in.succeeded', account, typedName: input.userName, result: 'Success', reason: 'Signed in with a code', provider: 'Local', returnUrl })],
    }
  })
  if (opened && account) {
    handOver(ctx, { account, secret: opened.secret, persistent: input.rememberPassword })
    ctx.services.backchannel.sessionsEnded(opened.replaced)
  }
  return done
}

type Checked =
  | { refused: Change<Answer> }
  | { challenge: store.Challenge; account: Account; counter: { nameKey: string; source: string } }

const check = async (ctx: Ctx, tx: Tx, { account, matches, input }: { account: Account | undefined; matches: boolean; input: Input }): Promise<Checked> => {
  const counter = counterOf(ctx, account, input)
  if (lockOf(await attempts.heldFailuresOf(tx, { ...counter, now: ctx.now }), ctx.now) !== 'none') return refuse(input, account, 'User Is Locked Out')
  const failed = async (reason: string) => refuse(input, account, reason, lockOf(await attempts.countFailure(tx, { ...counter, now: ctx.now }), ctx.now))
  if (!account || !matches || account.draft) return failed('Invalid credentials')
  if (account.locked) return refuse(input, account, 'User Is Locked Out')
  const challenge = await store.openChallenge(tx, { tokenHash: secretHash(input.token), now: ctx.now, mostAttempts: mostTriesPerCode })
  if (challenge?.userId !== account.id) return refuse(input, account, 'Invalid credentials')
  const since = new Date(ctx.now.getTime() - 3_600_000)
  if ((await store.triesSince(tx, { userId: account.id, since })) >= mostTriesPerHour) return refuse(input, account, 'User Is Locked Out')
  if (isRight(challenge, input.code)) return { challenge, account, counter }
  await store.countTry(tx, challenge.id)
  return failed('Invalid code')
}

const counterOf = (ctx: Ctx, account: Account | undefined, { userName }: Input) => ({ nameKey: nameKeyOf(account, userName), source: sourceOf(ctx, account?.id) })

const isRight = ({ id, codeHash: stored }: store.Challenge, code: string) => stored !== null && timingSafeEqual(stored, codeHash(id, code.trim()))

/** `brought`: the lock that this very try brought about. */
const refuse = (input: Input, account: Account | undefined, reason: string, brought: Lock = 'none'): { refused: Change<Answer> } => {
  const said = brought === 'none' ? reason : 'User Is Locked Out'
  const entry = brought === 'none' ? ({ type: 'sign-in.failed', result: 'Failure' } as const) : ({ type: 'sign-in.locked', result: brought === 'permanent' ? 'FullUserLocked' : 'UserLocked' } as const)
  return {
    refused: {
      result: { success: false, errors: [said] },
      facts: [signInFact({ ...entry, account, typedName: input.userName, reason: said, provider: 'Local' })],
    },
  }
}

/** Makes the code, keeps its hash, mails it. Run again after a failed mail it makes a new one; too late, it does nothing. */
export const mailCode = (mailer: Mailer): Job => ({
  name: 'mail-two-factor-code',
  run: async (ctx, { subject }) => {
    const wanted = await store.challengeToMail(ctx.db, { id: subject, now: ctx.now })
    const account = wanted && (await accountById(ctx.db, wanted.userId))
    if (!account) return
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    await ctx.commit(async (tx) => {
      await store.setCode(tx, { id: subject, codeHash: codeHash(subject, code), mailedTo: account.email })
      return { result: null, facts: [{ type: 'sign-in.code-mailed', subject: account.id }] }
    })
    const language = languageOf(account.language)
    const name = displayName(account)
    await mailer.send({ to: { name, address: account.email }, language, ...twoFactorCodeMail({ language, name, code, minutes: 5 }) })
  },
})
