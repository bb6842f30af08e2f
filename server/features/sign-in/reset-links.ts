// Asking for a link to a new password: for oneself, or by an administrator.
import { setTimeout } from 'node:timers/promises'
import { languages } from '#contract/kernel/language.ts'
import type { ResetRefusal } from '#contract/log-reasons.ts'
import type { signIn } from '#contract/sign-in.ts'
import { type Account, accountByName, lockAccountRow } from '#server/features/accounts/accounts.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerId, hasRole } from '#server/kernel/authorize.ts'
import type { Change, Ctx, Tx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { isBlocked } from './blocked.ts'
import { passwordEvents } from './sign-in.events.ts'
import { isCompanyAddress } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'

type Api = typeof signIn
type Answer = { success: boolean; errors: string[] }

const mostMailsPerHour = 5
/** Longer than any of the ways through a reset takes. */
const evenMilliseconds = 100

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
  const found = await accountByName(ctx.db, input.username)
  const result = { success: true, errors: [] }
  // The caller waits as long as anybody (T5); of a name that nobody has, nothing is written.
  if (!found) return unchanged(result)
  return ctx.commit<Answer>(async (tx) => {
    const sent = await sendLink(ctx, tx, { id: found.id, typedName: input.username })
    if ('refused' in sent)
      return { result, events: [resetRefused({ subject: found.id, reason: sent.refused, actor: unnamed })] }
    const { id, userName } = sent.account
    return {
      result,
      events: [passwordEvents.resetAsked({ subject: id, after: { language }, actor: { id, name: userName } })],
    }
  })
}

type Sent = { readonly account: Account } | { readonly refused: ResetRefusal }

/** By the account as it is in this transaction, held until its end. A job mails the link. */
const sendLink = async (ctx: Ctx, tx: Tx, { id, typedName }: { id: string; typedName: string }): Promise<Sent> => {
  const account = await lockAccountRow(tx, id)
  if (!account) return { refused: 'User does not exist' }
  const refused = whyNoReset(ctx, account, { blocked: await isBlocked(ctx, tx, { account, typedName }) })
  if (refused) return { refused }
  const inserted = await store.insertRequest(tx, { userId: id, now: ctx.now, mostPerHour: mostMailsPerHour })
  return inserted ? { account } : { refused: 'Too many requests' }
}

const whyNoReset = (ctx: Ctx, account: Account, { blocked }: { blocked: boolean }): ResetRefusal | undefined => {
  if (account.draft || account.locked || blocked) return 'Cannot reset password'
  if (!/^[^@\s]+@[^@\s]+$/.test(account.email)) return 'Please verify your email'
  return isCompanyAddress(account.email, ctx.services.settings.companyDomains) && !account.breakGlass
    ? 'Access is denied'
    : undefined
}

type Refused = { readonly subject: string; readonly reason: ResetRefusal; readonly actor?: AuditEvent['actor'] }

const resetRefused = ({ subject, reason, actor }: Refused): AuditEvent =>
  passwordEvents.resetRefused({ subject: subject.slice(0, 256) || '-', after: { reason }, actor })

/** Anyone who asks at the sign-in is nobody yet. */
const unnamed = { id: undefined, name: '' }

/** For oneself, or by an administrator for somebody, who is told the reason when it cannot be. */
export const sendResetMail: UseCase<Api['sendResetMail']> = (ctx, { params: { name } }) =>
  ctx.commit<Answer>(async (tx, inside) => {
    const found = await accountByName(tx, name)
    const mayAsk = hasRole(inside, 'Administrator', 'UserAdministrator') || (found && callerId(inside) === found.id)
    if (!mayAsk) return notSent(name, 'You dont have permission to perform this action')
    if (!found) return notSent(name, 'User does not exist')
    const sent = await sendLink(inside, tx, { id: found.id, typedName: name })
    if ('refused' in sent) return notSent(name, sent.refused)
    return { result: { success: true, errors: [] }, events: [passwordEvents.resetAsked({ subject: found.id })] }
  })

/** How many were asked for before is for the log alone. */
const notSent = (name: string, reason: ResetRefusal): Change<Answer> => ({
  result: { success: false, errors: [reason === 'Too many requests' ? 'Cannot reset password' : reason] },
  events: [resetRefused({ subject: name, reason })],
})
