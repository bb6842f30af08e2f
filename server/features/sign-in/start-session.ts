// Starting a session: the session, its cookies and its audit event, the same after a password, a code or the external
// provider.
import { createHash, randomBytes } from 'node:crypto'
import { isRegisteredAddress } from '#server/features/clients/clients.public.ts'
import { endSession, insertSession } from '#server/features/sessions/sessions.public.ts'
import { type Account, setLastLogin } from '#server/features/accounts/accounts.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import type { Counter } from './attempts.store.ts'
import { acrOf } from './authentication-class.ts'
import { anyBrowser, rememberDevice } from './device.ts'
import type { signInProviders, signInResults } from '#contract/log-entries.ts'
import type { SignInReason } from '#contract/log-reasons.ts'
import type { SignInEventType } from './sign-in.events.ts'
import { readReturnUrl } from './sign-in.rules.ts'

type Provider = (typeof signInProviders)[number]

/** 256 bits, safe in a URL. */
export const newSecret = () => randomBytes(32).toString('base64url')
export const secretHash = (secret: string) => createHash('sha256').update(secret).digest()

/** Where to go after the sign-in; undefined means home. Nothing is followed that is not ours or registered. */
export const safeReturnUrl = async (ctx: ReadCtx, value: string | null | undefined) => {
  const read = readReturnUrl(value, ctx.services.settings.origin)
  if (!read) return undefined
  if ('own' in read) return read.own
  return (await isRegisteredAddress(ctx.db, read.foreign)) ? read.foreign : undefined
}

export const home = (ctx: ReadCtx) => `${new URL(ctx.services.settings.identityUrl).pathname}/home`

type LogResult = (typeof signInResults)[number]

/** What a stranger wrote stays one line, wherever the log is read (T43). */
const typed = (text: string, most = 256) => text.replace(/\p{Cc}/gu, ' ').slice(0, most)

type Attempt = {
  readonly account: Account | undefined
  readonly typedName: string
  readonly result: LogResult
  readonly reason: SignInReason
  readonly provider: Provider
  readonly returnUrl?: string | undefined
  readonly counter?: Pick<Counter, 'source'>
  /** Where it is about a mailed code, and not the account. */
  readonly subject?: string
}

/** An entry of the authentication log (R3.8: userName, reason, date, result, authenticationProvider, returnUrl). */
export const signInEvent = (
  type: SignInEventType,
  { account, typedName, result, reason, provider, returnUrl, subject, counter }: Attempt,
): AuditEvent => {
  const userName = account?.userName ?? typed(typedName)
  return type({
    subject: subject ?? account?.id ?? userName,
    actor: { id: account?.id, name: userName },
    after: {
      userName,
      reason,
      result,
      provider,
      returnUrl: returnUrl && typed(returnUrl, 4096),
      ...(counter && countedBy(counter, { account, typedName })),
    },
  })
}

/** By which counters of failures it was judged: of a browser, what tells it from others and no more. */
const countedBy = (
  { source }: Pick<Counter, 'source'>,
  { account, typedName }: Pick<Attempt, 'account' | 'typedName'>,
) => ({
  ...(source !== anyBrowser && { source: createHash('sha256').update(source).digest('base64url').slice(0, 12) }),
  ...(account && account.userName.toLowerCase() !== typedName.trim().toLowerCase() && { typed: 'email' as const }),
})

/**
 * A new session under a new identifier, whatever the browser brought (T13). The cookie of the provider names it, so
 * that the authorization request that led here finds it when the browser returns there. `written` goes into the change,
 * or is awaited before anything else is: a failure that nobody waits for ends the process.
 */
export const openSession = async (
  ctx: Ctx,
  tx: Tx,
  input: { account: Account; provider: Provider; persistent: boolean; methods: readonly string[] },
) => {
  const { settings } = ctx.services
  const brought = ctx.requestInfo.cookies[settings.sessionCookie]
  const replaced = brought ? await endSession(tx, { secret: brought, now: ctx.now, reason: 'replaced' }) : []
  const secret = newSecret()
  const seconds = Math.floor(ctx.now.getTime() / 1000)
  const session = {
    secret,
    userId: input.account.id,
    securityStamp: input.account.securityStamp,
    provider: input.provider,
    persistent: input.persistent,
    ip: ctx.requestInfo.ip,
    userAgent: ctx.requestInfo.userAgent,
    now: ctx.now,
    payload: {
      kind: 'Session',
      uid: newSecret(),
      iat: seconds,
      exp: seconds + settings.sessionSeconds,
      accountId: input.account.id,
      loginTs: seconds,
      amr: input.methods,
      acr: acrOf(input.methods),
      ...(input.persistent ? {} : { transient: true }),
    },
  } as const
  const written = Promise.all([
    insertSession(tx, session),
    setLastLogin(tx, { userId: input.account.id, now: ctx.now }),
  ])
  return { secret, replaced, written }
}

/** After the commit: a cookie for a session that is really there. */
export const setSessionCookie = (ctx: Ctx, input: { account: Account; secret: string; persistent: boolean }) => {
  const { settings } = ctx.services
  ctx.requestInfo.setCookie(
    settings.sessionCookie,
    input.secret,
    input.persistent ? { maxAgeSeconds: settings.sessionSeconds } : {},
  )
  rememberDevice(ctx, input.account.id)
}
