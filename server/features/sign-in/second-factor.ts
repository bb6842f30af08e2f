// The mailed code: six digits, five minutes, one use, five tries (A-35, T8).
import { timingSafeEqual } from 'node:crypto'
import type { signIn } from '#contract/sign-in.ts'
import { languageOf } from '#contract/kernel/language.ts'
import { type Account, accountById, accountByName, displayName } from '#server/features/users/users.public.ts'
import type { Change, Ctx, EndedSession, Tx } from '#server/kernel/context.ts'
import type { Mailer } from '#server/kernel/mail.ts'
import type { Job, UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { sourceOf } from './device.ts'
import * as store from './codes.store.ts'
import { codeHash, codeOf, mostTriesPerCode } from './codes.ts'
import { heldAccount, judgedAgain } from './held-account.ts'
import { handOver, home, nameKeyOf, openSession, secretHash, signInFact } from './opening.ts'
import { type Lock, lockOf } from './sign-in.rules.ts'
import { twoFactorCodeMail } from './two-factor-code.mail.ts'

const mostTriesPerHour = 20

type Answer = { success: boolean; errors: string[]; redirectTo?: string | undefined }
type Input = { token: string; userName: string; password: string; rememberPassword: boolean; code: string }

/** Token, password and code must all match; a wrong code counts as a failed sign-in. */
type VerifyCode = UseCase<(typeof signIn)['verifyCode']>

export const verifyCode: VerifyCode = (ctx, call) => judgedAgain(() => tryCode(ctx, call))

const tryCode: VerifyCode = async (ctx, { input }) => {
  const found = await accountByName(ctx.db, input.userName)
  const matches = await ctx.services.passwords.verify(found?.passwordHash ?? undefined, input.password)
  let opened: { account: Account; secret: string; replaced: EndedSession[] } | undefined
  const done = await ctx.commit(async (tx) => {
    opened = undefined
    const account = await heldAccount(tx, found)
    const checked = await check(ctx, tx, { account, matches, input })
    if ('refused' in checked) return checked.refused
    const { challenge } = checked
    await store.useCode(tx, { codeId: challenge.codeId, now: ctx.now })
    await attempts.forgetFailures(tx, checked.counter)
    const of = { account: checked.account, provider: 'Local', persistent: input.rememberPassword, methods: ['pwd', 'otp'] } as const
    opened = { account: checked.account, ...(await openSession(ctx, tx, of)) }
    const returnUrl = challenge.returnUrl ?? undefined
    return {
      result: { success: true, errors: [], redirectTo: returnUrl ?? home(ctx) },
      facts: [signInFact({ type: 'sign-in.succeeded', account, typedName: input.userName, result: 'Success', reason: 'Signed in with a code', provider: 'Local', returnUrl })],
    }
  })
  if (opened) {
    handOver(ctx, { ...opened, persistent: input.rememberPassword })
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
  await store.countTry(tx, challenge.codeId)
  return failed('Invalid code')
}

const counterOf = (ctx: Ctx, account: Account | undefined, { userName }: Input) => ({ nameKey: nameKeyOf(account, userName), source: sourceOf(ctx, account?.id) })

const isRight = ({ codeId, codeHash: stored }: store.Challenge, code: string) =>
  stored !== null && timingSafeEqual(stored, codeHash(codeId, code.trim()))

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

/** Keeps the hash of the code and mails it: the same code each time it runs. Too late, it does nothing. */
export const mailCode = (mailer: Mailer): Job => ({
  name: 'mail-two-factor-code',
  run: async (ctx, { subject }) => {
    const wanted = await store.codeToMail(ctx.db, { id: subject, now: ctx.now })
    const account = wanted && (await accountById(ctx.db, wanted.userId))
    if (!account) return
    const code = codeOf(ctx.services, subject)
    await ctx.commit(async (tx) => {
      await store.setCode(tx, { id: subject, codeHash: codeHash(subject, code) })
      return { result: null, facts: [{ type: 'sign-in.code-mailed', subject: account.id }] }
    })
    const language = languageOf(account.language)
    const name = displayName(account)
    await mailer.send({ to: { name, address: account.email }, language, ...twoFactorCodeMail({ language, name, code, minutes: 5 }) })
  },
})
