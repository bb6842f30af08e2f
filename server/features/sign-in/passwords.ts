// New passwords: with the token of an expired one, or with an e-mailed link.
import { brokenPasswordRules } from '#contract/kernel/password-policy.ts'
import type { PasswordRefusal } from '#contract/log-reasons.ts'
import type { signIn } from '#contract/sign-in.ts'
import { endSessionsOf, logouts } from '#server/features/sessions/sessions.public.ts'
import {
  type Account,
  accountByName,
  rememberedPasswords,
  setPassword,
  verifyEmail,
} from '#server/features/accounts/accounts.public.ts'
import type { Change, ReadCtx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { keysOf } from './counter.ts'
import { isBlocked } from './blocked.ts'
import { lockAccount, judgedAgain, nobody } from './locked-account.ts'
import { isGuessable } from './guessable.ts'
import { passwordEvents } from './sign-in.events.ts'
import { safeReturnUrl, secretHash } from './start-session.ts'
import { isCommon, isDenied } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'

type Api = typeof signIn
type Answer = { success: boolean; errors: string[]; redirectTo?: string | undefined }

/** 'Invalid token' for what no link of ours can be, else 'Invalid or expired login link'. */
const linkError = (token: string): PasswordRefusal =>
  /^[A-Za-z0-9_-]{43}$/.test(token) ? 'Invalid or expired login link' : 'Invalid token'

const findLink = async (ctx: ReadCtx, input: { identityName: string; token: string }) => {
  const account = await accountByName(ctx.db, input.identityName)
  const tokenHash = secretHash(input.token)
  const link = await store.linkOf(ctx.db, { tokenHash, userId: account?.id ?? nobody, now: ctx.now })
  if (!account || !link || account.locked || account.draft) return undefined
  // Anyone who holds the token of an expired password has just typed the right one.
  const open =
    link.kind === 'ExpiredPassword' || !(await isBlocked(ctx, ctx.db, { account, typedName: input.identityName }))
  return open ? { account, tokenHash } : undefined
}

export const validateToken: UseCase<Api['validateToken']> = async (ctx, { params }) => {
  const found = await findLink(ctx, params)
  return found ? { success: true, errors: [] } : { success: false, errors: [linkError(params.token)] }
}

export const changePassword: UseCase<Api['changePassword']> = (ctx, call) => judgedAgain(() => tryChange(ctx, call))

const tryChange: UseCase<Api['changePassword']> = async (ctx, { input }) => {
  const found = await findLink(ctx, input)
  if (!found) return unchanged({ success: false, errors: [linkError(input.token)] })
  const errors = await refusedPassword(ctx, found.account, input.newPassword)
  if (errors.length > 0) return ctx.commit(async () => failed(found.account, input.identityName, errors))
  const { account, tokenHash } = found
  const hash = await ctx.services.passwords.hash(input.newPassword)
  const wanted = await safeReturnUrl(ctx, input.returnUrl)
  return ctx.commit<Answer>(async (tx) => {
    await lockAccount(tx, account)
    const spent = await store.spendLink(tx, { tokenHash, userId: account.id, now: ctx.now })
    if (!spent) return failed(account, input.identityName, ['Invalid or expired login link'])
    await setPassword(tx, { userId: account.id, hash, now: ctx.now, expired: false })
    await store.voidSecretsOf(tx, account.id)
    if (spent.mailedTo) await verifyEmail(tx, { userId: account.id, email: spent.mailedTo })
    if (spent.kind !== 'ExpiredPassword') await attempts.forgetAllFailures(tx, keysOf(account))
    const ended = await endSessionsOf(tx, { userId: account.id, now: ctx.now, reason: 'password changed' })
    const state = spent.kind === 'ExpiredPassword' ? passwordEvents.changed : passwordEvents.reset
    return {
      result: { success: true, errors: [], redirectTo: wanted ?? spent.returnUrl ?? undefined },
      events: [state({ subject: account.id, actor: { id: account.id, name: account.userName } })],
      followUps: logouts(ended),
    }
  })
}

/** Whose it shall be: their names are the first that others try. */
export type PasswordOwner = Pick<Account, 'id' | 'userName' | 'email' | 'firstName' | 'lastName'>

/** The policy on the server (R5.1-10); codes, since the page has the words in seven languages. */
export const refusedPassword = async (
  ctx: ReadCtx,
  account: PasswordOwner,
  password: string,
): Promise<readonly PasswordRefusal[]> => {
  const { id, userName, email, firstName, lastName } = account
  const policy = ctx.services.settings.passwordPolicy
  const broken = brokenPasswordRules(password, policy).map((rule) => `password-rule:${rule}` as const)
  if (broken.length > 0) return broken
  if (isDenied(password, policy.denied)) return ['password-rule:denied']
  if (isCommon(password, userName)) return ['password-rule:common']
  if (await isGuessable(password, [userName, email, firstName, lastName])) return ['password-rule:common']
  for (const hash of await rememberedPasswords(ctx.db, id, policy.remembered))
    if (await ctx.services.passwords.verify(hash, password)) return ['password-rule:reused']
  return []
}

const failed = (
  account: Account | undefined,
  typedName: string,
  errors: readonly PasswordRefusal[],
): Change<Answer> => ({
  result: { success: false, errors: [...errors] },
  events: [
    passwordEvents.changeRefused({
      subject: account?.id ?? typedName.slice(0, 256),
      after: { errors: [...errors] },
      actor: { id: account?.id, name: typedName.slice(0, 256) },
    }),
  ],
})
