// The work account: an OpenID Connect relying party of our own, under the name Microsoft.
import { z } from 'zod'
import type { ExternalRefusal, signIn } from '#contract/sign-in.ts'
import type { RawAnswer } from '#contract/kernel/endpoint.ts'
import { type Account, accountByName, lockAccountRow, verifyEmail } from '#server/features/accounts/accounts.public.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { logouts } from '#server/features/sessions/sessions.public.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import {
  nameOfAnother,
  notProven,
  notVouchedFor,
  provenAddress,
  unknown,
  type RefusalReason,
  whyNot,
} from './external.rules.ts'
import { setSessionCookie, home, newSecret, openSession, safeReturnUrl, signInEvent } from './start-session.ts'
import { provision } from './provisioned-accounts.ts'
import { signInEvents } from './sign-in.events.ts'
import { isCompanyAddress } from './sign-in.rules.ts'

type Api = typeof signIn

const Journey = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnUrl: z.string().optional(),
  until: z.number(),
})
type Journey = z.output<typeof Journey>

const cookie = 'portico_external'
const minutes = 10

const redirect = (to: string): RawAnswer => ({ raw: true, status: 302, headers: { location: to } })
const denied = (ctx: ReadCtx, reason: ExternalRefusal) =>
  redirect(`${ctx.services.settings.identityUrl}/account/accessDenied?${new URLSearchParams({ reason })}`)
const callbackUrl = (ctx: ReadCtx) => `${ctx.services.settings.origin}/api/v1/account/externalCallback`

/** The whole journey stands in a sealed cookie: a callback in another browser has none, and ends there (T12). */
export const externalLogin: UseCase<Api['externalLogin']> = async (ctx, { query }) => {
  const { externalProvider } = ctx.services
  if (!externalProvider) return denied(ctx, 'external-provider-missing')
  const returnUrl = (await safeReturnUrl(ctx, query.resume)) ?? (await safeReturnUrl(ctx, query.returnUrl))
  const journey: Journey = {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    returnUrl,
    until: ctx.now.getTime() + minutes * 60_000,
  }
  const to = await externalProvider
    .authorizationUrl({ ...journey, redirectUri: callbackUrl(ctx) })
    .catch(() => undefined)
  if (!to) return denied(ctx, 'external-provider-unreachable')
  ctx.requestInfo.setCookie(cookie, ctx.services.seal.sign('external', JSON.stringify(journey)), {
    maxAgeSeconds: minutes * 60,
  })
  return redirect(to)
}

const journeyOf = (ctx: ReadCtx): Journey | undefined => {
  const opened = ctx.services.seal.open('external', ctx.requestInfo.cookies[cookie] ?? '')
  const journey = opened === undefined ? undefined : Journey.safeParse(JSON.parse(opened)).data
  return journey && journey.until > ctx.now.getTime() ? journey : undefined
}

export const externalCallback: UseCase<Api['externalCallback']> = async (ctx, { query }) => {
  const journey = journeyOf(ctx)
  ctx.requestInfo.clearCookie(cookie)
  const { externalProvider } = ctx.services
  if (!externalProvider) return unchanged(denied(ctx, 'external-provider-missing'))
  if (!journey) return unchanged(denied(ctx, 'external-interrupted'))
  const claims = await externalProvider
    .callback({ ...journey, currentUrl: `${callbackUrl(ctx)}?${new URLSearchParams(query)}` })
    .catch(() => undefined)
  if (!claims) return ctx.commit(async () => refused(ctx, undefined, notVouchedFor))
  const address = provenAddress(claims, ctx.services.settings.companyDomains)
  if (!address) return ctx.commit(async () => refused(ctx, undefined, notProven))
  const proven = { address, claims, journey }
  return (
    (await unlessNameIsTaken(() => admit(ctx, proven))) ?? ctx.commit(async () => refused(ctx, address, nameOfAnother))
  )
}

/**
 * Another sign-in may make the same account at this moment: then it is there. A name that looks like another one is
 * nobody's.
 */
const unlessNameIsTaken = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  const taken = (error: unknown) => {
    if (error instanceof Refusal && error.status === 409 && error.code.startsWith('user-')) return undefined
    throw error
  }
  return (await work().catch(taken)) ?? (await work().catch(taken))
}

type ProvenIdentity = { address: string; claims: Record<string, unknown>; journey: Journey }

/** Found, judged and let in within one transaction: beside a lock or a new password it comes before, or after (T70). */
const admit = async (ctx: Ctx, { address, claims, journey }: ProvenIdentity) => {
  let opened: { account: Account; secret: string } | undefined
  const done = await ctx.commit<RawAnswer>(async (tx) => {
    opened = undefined
    const found = await accountOf(ctx, tx, address)
    const created = found ? [] : await provision(ctx, tx, { address, claims })
    const account = found ?? (await accountOf(ctx, tx, address))
    const why = whyNot(account)
    if (!account || why) return refused(ctx, address, why ?? unknown, account)
    // Nobody's failed guesses stand in the way of an external sign-in (docs/goals.md, Security 3).
    const of = { account, provider: 'Microsoft', persistent: false, methods: ['ext'] } as const
    const { secret, replaced, written } = await openSession(ctx, tx, of)
    opened = { account, secret }
    await written
    if (claims['email_verified'] === true) await verifyEmail(tx, { userId: account.id, email: address })
    return {
      result: redirect(journey.returnUrl ?? home(ctx)),
      events: [succeeded(account, journey), ...created],
      followUps: logouts(replaced),
    }
  })
  if (opened) setSessionCookie(ctx, { ...opened, persistent: false })
  return done
}

/**
 * A user name may look like anybody's address: outside our own domains only the e-mail says whose account it is (T12).
 */
const accountOf = async (ctx: ReadCtx, tx: Tx, address: string) => {
  const found = await accountByName(tx, address)
  const account = found && (await lockAccountRow(tx, found.id))
  const isTheirs =
    account?.email.toLowerCase() === address.toLowerCase() ||
    isCompanyAddress(address, ctx.services.settings.companyDomains)
  return isTheirs ? account : undefined
}

const refused = (ctx: ReadCtx, address: string | undefined, { told, logged }: RefusalReason, account?: Account) => ({
  result: denied(ctx, told),
  events: [
    signInEvent(signInEvents.failed, {
      account,
      typedName: address ?? '-',
      result: 'Failure',
      reason: logged,
      provider: 'Microsoft',
    }),
  ] as const,
})

const succeeded = (account: Account, { returnUrl }: Journey) =>
  signInEvent(signInEvents.succeeded, {
    account,
    typedName: account.userName,
    result: 'Success',
    reason: 'Signed in',
    provider: 'Microsoft',
    returnUrl,
  })
