// The work account: an OpenID Connect relying party of our own, under the name Microsoft.
import type { signIn } from '#contract/sign-in.ts'
import type { RawAnswer } from '#contract/kernel/endpoint.ts'
import { type Account, accountByName, insertAccount } from '#server/features/users/users.public.ts'
import type { Ctx, EndedSession, ReadCtx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { handOver, home, newSecret, openSession, safeReturnUrl, signInFact } from './opening.ts'
import { isCompanyAddress } from './sign-in.rules.ts'

type Api = typeof signIn
type Journey = { state: string; nonce: string; codeVerifier: string; returnUrl: string | undefined; until: number }

const cookie = 'portico_external'
const minutes = 10

const redirect = (to: string): RawAnswer => ({ raw: true, status: 302, headers: { location: to } })
const denied = (ctx: ReadCtx, reason: string) => redirect(`${ctx.services.settings.identityUrl}/account/accessDenied?${new URLSearchParams({ reason })}`)
const callbackUrl = (ctx: ReadCtx) => `${ctx.services.settings.origin}/api/v1/account/externalCallback`

/** The whole journey stands in a sealed cookie: a callback in another browser has none, and ends there (T12). */
export const externalLogin: UseCase<Api['externalLogin']> = async (ctx, { query }) => {
  const { externalProvider } = ctx.services
  if (!externalProvider) return denied(ctx, 'external-provider-missing')
  const returnUrl = (await safeReturnUrl(ctx, query.resume)) ?? (await safeReturnUrl(ctx, query.returnUrl))
  const journey: Journey = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret(), returnUrl, until: ctx.now.getTime() + minutes * 60_000 }
  const to = await externalProvider.authorizationUrl({ ...journey, redirectUri: callbackUrl(ctx) }).catch(() => undefined)
  if (!to) return denied(ctx, 'external-provider-unreachable')
  ctx.visit.setCookie(cookie, ctx.services.seal.sign('external', JSON.stringify(journey)), { maxAgeSeconds: minutes * 60 })
  return redirect(to)
}

const journeyOf = (ctx: ReadCtx): Journey | undefined => {
  const opened = ctx.services.seal.open('external', ctx.visit.cookies[cookie] ?? '')
  const journey = opened === undefined ? undefined : (JSON.parse(opened) as Journey)
  return journey && journey.until > ctx.now.getTime() ? journey : undefined
}

export const externalCallback: UseCase<Api['externalCallback']> = async (ctx, { query }) => {
  const journey = journeyOf(ctx)
  ctx.visit.clearCookie(cookie)
  const { externalProvider } = ctx.services
  if (!journey || !externalProvider) return unchanged(denied(ctx, 'external'))
  const claims = await externalProvider
    .callback({ ...journey, currentUrl: `${callbackUrl(ctx)}?${new URLSearchParams(query)}` })
    .catch(() => undefined)
  const address = claims && provenAddress(claims, ctx.services.settings.companyDomains)
  if (!claims || !address) return ctx.commit(async () => refused(ctx, address, 'Access is denied'))
  const account = (await accountOf(ctx, address)) ?? (await provision(ctx, address, claims))
  const reason = whyNot(account)
  if (!account || reason) return ctx.commit(async () => refused(ctx, address, reason, account))
  return welcome(ctx, account, journey)
}

/** A user name may look like anybody's address: outside our own domains only the e-mail says whose account it is (T12). */
const accountOf = async (ctx: ReadCtx, address: string) => {
  const account = await accountByName(ctx.db, address)
  const isTheirs = account?.email.toLowerCase() === address.toLowerCase() || isCompanyAddress(address, ctx.services.settings.companyDomains)
  return isTheirs ? account : undefined
}

const whyNot = (account: Account | undefined) => {
  if (!account) return 'User does not exist'
  if (account.locked) return 'User Is Locked Out'
  return account.draft ? 'User locked. Draft User!' : ''
}

/**
 * The address that the provider vouches for: a verified e-mail, or the user principal name within our own domains.
 * An unverified e-mail proves nothing, whoever signed it (T12).
 */
export const provenAddress = (claims: Record<string, unknown>, companyDomains: readonly string[]) => {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string) : undefined)
  const email = text('email')
  if (email && claims['email_verified'] === true) return email
  const principal = text('upn') ?? text('preferred_username')
  return principal && isCompanyAddress(principal, companyDomains) ? principal : undefined
}

/** Off unless configured, and for company domains only. */
const provision = async (ctx: Ctx, address: string, claims: Record<string, unknown>) => {
  const { settings } = ctx.services
  if (!settings.externalProvisioning || !isCompanyAddress(address, settings.companyDomains)) return undefined
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).slice(0, 200) : '')
  const id = ctx.newId()
  const user = {
    id, userName: address, email: address, firstName: text('given_name'), lastName: text('family_name'), language: ctx.visit.language,
    areaName: '', draft: false, breakGlass: false, passwordHash: null, passwordExpired: true, now: ctx.now,
  }
  await ctx.commit(async (tx) => {
    await insertAccount(tx, user)
    return { result: null, facts: [{ type: 'user.created', subject: id, after: { userName: address, email: address, by: 'external sign-in' } }] }
  })
  return accountByName(ctx.db, address)
}

const refused = (ctx: ReadCtx, address: string | undefined, reason: string, account?: Account) => ({
  result: denied(ctx, 'external'),
  facts: [signInFact({ type: 'sign-in.failed', account, typedName: address ?? '-', result: 'Failure', reason, provider: 'Microsoft' })] as const,
})

/** Nobody's failed guesses stand in the way of an external sign-in (goals: Security 3). */
const welcome = async (ctx: Ctx, account: Account, { returnUrl }: Journey) => {
  let opened: { secret: string; replaced: EndedSession[] } | undefined
  const done = await ctx.commit<RawAnswer>(async (tx) => {
    opened = await openSession(ctx, tx, { account, provider: 'Microsoft', persistent: false, methods: ['ext'] })
    return {
      result: redirect(returnUrl ?? home(ctx)),
      facts: [signInFact({ type: 'sign-in.succeeded', account, typedName: account.userName, result: 'Success', reason: 'Signed in', provider: 'Microsoft', returnUrl })],
    }
  })
  if (opened) {
    handOver(ctx, { account, secret: opened.secret, persistent: false })
    ctx.services.backchannel.sessionsEnded(opened.replaced)
  }
  return done
}
