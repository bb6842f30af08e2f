// New passwords: with the token of an expired one, or with an e-mailed link.
import { setTimeout } from 'node:timers/promises'
import { brokenPasswordRules } from '#contract/kernel/password-policy.ts'
import { languages } from '#contract/kernel/language.ts'
import type { signIn } from '#contract/sign-in.ts'
import { endSessionsOf, logouts } from '#server/features/sessions/sessions.public.ts'
import {
  type Account,
  accountByName,
  rememberedPasswords,
  setPassword,
  verifyEmail,
} from '#server/features/accounts/accounts.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Change, ReadCtx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { keysOf, nameKeyOf } from './counter.ts'
import { lockAccount, judgedAgain, nobody } from './locked-account.ts'
import { isGuessable } from './guessable.ts'
import { passwordEvents } from './sign-in.events.ts'
import { safeReturnUrl, secretHash } from './start-session.ts'
import { isCommon, isCompanyAddress, isDenied } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'

type Api = typeof signIn
type Answer = { success: boolean; errors: string[]; redirectTo?: string | undefined }

const mostMailsPerHour = 5
const tooMany = 'Too many requests'
/** Longer than any of the ways through a reset takes. */
const evenMilliseconds = 100

/** 'Invalid token' for what no link of ours can be, else 'Invalid or expired login link'. */
const linkError = (token: string) =>
  /^[A-Za-z0-9_-]{43}$/.test(token) ? 'Invalid or expired login link' : 'Invalid token'

const findLink = async (ctx: ReadCtx, input: { identityName: string; token: string }) => {
  const account = await accountByName(ctx.db, input.identityName)
  const tokenHash = secretHash(input.token)
  const link = await store.linkOf(ctx.db, { tokenHash, userId: account?.id ?? nobody, now: ctx.now })
  if (!account || !link || account.locked || account.draft) return undefined
  // Anyone who holds the token of an expired password has just typed the right one.
  const open = link.kind === 'ExpiredPassword' || !(await isBlocked(ctx, account, input.identityName))
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

const isBlocked = (ctx: ReadCtx, account: Account | undefined, typedName: string) =>
  attempts.isBlocked(ctx.db, nameKeyOf(account, typedName), ctx.services.settings.lockout)

/** The policy on the server (R5.1-10); codes, since the page has the words in seven languages. */
export const refusedPassword = async (ctx: ReadCtx, account: PasswordOwner, password: string) => {
  const { id, userName, email, firstName, lastName } = account
  const policy = ctx.services.settings.passwordPolicy
  const broken = brokenPasswordRules(password, policy).map((rule) => `password-rule:${rule}`)
  if (broken.length > 0) return broken
  if (isDenied(password, policy.denied)) return ['password-rule:denied']
  if (isCommon(password, userName)) return ['password-rule:common']
  if (await isGuessable(password, [userName, email, firstName, lastName])) return ['password-rule:common']
  for (const hash of await rememberedPasswords(ctx.db, id, policy.remembered))
    if (await ctx.services.passwords.verify(hash, password)) return ['password-rule:reused']
  return []
}

const failed = (account: Account | undefined, typedName: string, errors: string[]): Change<Answer> => ({
  result: { success: false, errors },
  events: [
    passwordEvents.changeRefused({
      subject: account?.id ?? typedName.slice(0, 256),
      after: { errors },
      actor: { id: account?.id, name: typedName.slice(0, 256) },
    }),
  ],
})

/**
 * Always the same answer after the same time, anyone who asks for whom (A-32, T5); at most five mails an hour go out
 * (T11).
 */
export const resetPassword: UseCase<Api['resetPassword']> = async (ctx, call) => {
  const [done] = await Promise.all([askForReset(ctx, call), setTimeout(evenMilliseconds)])
  return done
}

const askForReset: UseCase<Api['resetPassword']> = async (ctx, { input }) => {
  const language = input.language?.trim().toLowerCase()
  if (language && !(languages as readonly string[]).includes(language))
    return unchanged({ success: false, errors: ['Invalid preferred language'] })
  if (!input.username.trim()) return unchanged({ success: false, errors: ['Please verify your email'] })
  const account = await accountByName(ctx.db, input.username)
  const blocked = await isBlocked(ctx, account, input.username)
  const result = { success: true, errors: [] }
  // The caller waits as long as anybody (T5); of a name that nobody has, nothing is written.
  if (!account) return unchanged(result)
  return ctx.commit<Answer>(async (tx) => {
    const refused = whyNoReset(ctx, account, { blocked })
    const refusal = (reason: string) => resetRefused({ subject: account.id, reason, actor: unnamed })
    if (refused) return { result, events: [refusal(refused)] }
    const inserted = await store.insertRequest(tx, { userId: account.id, now: ctx.now, mostPerHour: mostMailsPerHour })
    return { result, events: [inserted ? resetAsked(account, language) : refusal(tooMany)] }
  })
}

const whyNoReset = (ctx: ReadCtx, account: Account, { blocked }: { blocked: boolean }) => {
  if (account.draft || account.locked || blocked) return 'Cannot reset password'
  if (!/^[^@\s]+@[^@\s]+$/.test(account.email)) return 'Please verify your email'
  return isCompanyAddress(account.email, ctx.services.settings.companyDomains) && !account.breakGlass
    ? 'Access is denied'
    : undefined
}

/** The mail speaks the language of the page that asked for it. */
const resetAsked = (account: Account, language: string | undefined): AuditEvent =>
  passwordEvents.resetAsked({
    subject: account.id,
    after: { language },
    actor: { id: account.id, name: account.userName },
  })

type ResetRefusal = { readonly subject: string; readonly reason: string; readonly actor?: AuditEvent['actor'] }

const resetRefused = ({ subject, reason, actor }: ResetRefusal): AuditEvent =>
  passwordEvents.resetRefused({ subject: subject.slice(0, 256) || '-', after: { reason }, actor })

/** Anyone who asks at the sign-in is nobody yet. */
const unnamed = { id: undefined, name: '' }

/** For oneself, or by an administrator for somebody, who is told the reason when it cannot be. */
export const sendResetMail: UseCase<Api['sendResetMail']> = async (ctx, { params }) => {
  const account = await accountByName(ctx.db, params.name)
  const blocked = await isBlocked(ctx, account, params.name)
  const mayTellOthers =
    ctx.actor.kind === 'user' && (ctx.actor.roles.has('Administrator') || ctx.actor.roles.has('UserAdministrator'))
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.id === account?.id
  const refuse = (error: string, reason = error): Change<Answer> => ({
    result: { success: false, errors: [error] },
    events: [resetRefused({ subject: params.name, reason })],
  })
  return ctx.commit<Answer>(async (tx) => {
    const reason =
      mayTellOthers || isSelf
        ? account
          ? whyNoReset(ctx, account, { blocked })
          : 'User does not exist'
        : 'You dont have permission to perform this action'
    if (!account || reason) return refuse(reason ?? '')
    if (!(await store.insertRequest(tx, { userId: account.id, now: ctx.now, mostPerHour: mostMailsPerHour })))
      return refuse('Cannot reset password', tooMany)
    return { result: { success: true, errors: [] }, events: [passwordEvents.resetAsked({ subject: account.id })] }
  })
}
