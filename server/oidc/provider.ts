// The OpenID Connect provider: oidc-provider's certified behaviour, with our accounts, clients, keys and pages.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Configuration, Provider } from 'oidc-provider'
import { acrValues } from '#server/features/sign-in/sign-in.public.ts'
import type { Services, Settings } from '#server/kernel/context.ts'
import { adapterFor } from './adapter.ts'
import { accountFinder, claimsByScope } from './claims.ts'
import { secretMatcher } from './clients.ts'
import { loadExistingGrant } from './grants.ts'
import { interactionUrl, policy } from './interactions.ts'
import { rememberClients } from './known-clients.ts'
import { accessTokenSeconds, codeSeconds, machineTokenSeconds } from './lifetimes.ts'
import { isPageOf } from './page-origin.ts'
import { writeAtTheEnd } from './request-writes.ts'
import { signingKey } from './signing-key.ts'
import { renderError } from './views.ts'
import { type ProviderOptions, features } from './provider-features.ts'
import { keepContextsYoung } from './young-context.ts'

const clientProperties = ['portico:namespaced', 'portico:scopes', 'portico:introspectors', 'portico:requires-role']

/** How long a session lasts may change while the server runs. */
const ttl = (settings: Pick<Settings, 'sessionSeconds'>): Configuration['ttl'] => ({
  AccessToken: accessTokenSeconds,
  AuthorizationCode: codeSeconds,
  ClientCredentials: machineTokenSeconds,
  IdToken: accessTokenSeconds,
  Interaction: 3600,
  Grant: () => settings.sessionSeconds,
  RefreshToken: () => settings.sessionSeconds,
  // The end of a session is fixed when it begins (exp_time); use does not prolong it.
  Session: (_ctx, session) =>
    session.exp ? Math.max(1, session.exp - Math.floor(Date.now() / 1000)) : settings.sessionSeconds,
})

/**
 * The provider's only outgoing requests are back-channel logouts to addresses that an administrator registered; inside
 * a company these are private ones, which the library's own guard refuses. No redirect is followed
 * (docs/decisions/0007).
 */
const fetchRegistered: NonNullable<Configuration['fetch']> = async (
  url,
  options: RequestInit & { dispatcher?: unknown } = {},
) => {
  const response = await globalThis.fetch(url, {
    ...options,
    dispatcher: undefined,
    redirect: 'error',
    signal: AbortSignal.timeout(2500),
  } as RequestInit)
  const seen = answered.getStore()
  if (seen) seen.status = response.status
  return response
}

const routes = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  jwks: '/connect/jwks',
  end_session: '/connect/endsession',
  introspection: '/connect/introspect',
  revocation: '/connect/revocation',
}

const cookies = ({ services: { settings }, cookieKeys }: ProviderOptions): Configuration['cookies'] => {
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.origin.startsWith('https:'),
    path: '/',
    signed: false,
  } as const
  const names: Record<string, string> = {
    session: settings.sessionCookie,
    interaction: 'portico_interaction',
    resume: 'portico_resume',
    state: 'portico_state',
  }
  return { keys: [...cookieKeys], names, long: cookie, short: cookie }
}

/** What clients may ask for, and what they must prove. */
const rules: Configuration = {
  claims: claimsByScope,
  scopes: ['openid', 'profile', 'email', 'identity', 'offline_access'],
  conformIdTokenClaims: false,
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
  extraClientMetadata: { properties: clientProperties },
  // Secrets are kept as hashes only, which rules out the JWT methods.
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  responseTypes: ['code', 'id_token token', 'id_token', 'code id_token'],
  subjectTypes: ['public'],
  acrValues: [...acrValues],
  // RFC 9700 §2.1.1: every public client proves that it began what it ends.
  pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
  // RFC 6749 §4.1.3, OpenID Connect Core §3.1.2.1: said in both requests, and the same.
  allowOmittingSingleRegisteredRedirectUri: false,
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  // Nothing outlives the session, offline access neither: it ends with the sign-out, and at `exp_time`
  // (docs/decisions/0003).
  expiresWithSession: async () => true,
  clientBasedCORS: (_ctx, origin, client) => isPageOf(client, origin),
}

const configurationOf = (options: ProviderOptions): Configuration => {
  const { db, services, keys } = options
  return {
    ...rules,
    adapter: adapterFor(db),
    jwks: { keys: keys.map(signingKey) } as NonNullable<Configuration['jwks']>,
    findAccount: accountFinder(db, services.settings.identityUrl),
    loadExistingGrant,
    interactions: { policy: policy(db, services.seal), url: interactionUrl(services) },
    features: features(options),
    ttl: ttl(services.settings),
    cookies: cookies(options),
    routes,
    renderError,
    fetch: fetchRegistered,
  }
}

/** What an application answered to a call that the library made: it tells nobody. */
export const answered = new AsyncLocalStorage<{ status?: number }>()

export const createProvider = (options: ProviderOptions) => {
  const provider = new Provider(options.services.settings.identityUrl, configurationOf(options))
  provider.proxy = true
  keepContextsYoung(provider)
  provider.use(writeAtTheEnd(options.db) as Parameters<typeof provider.use>[0])
  provider.use(sayNothingOfNothing)
  compareHashedSecrets(provider, options.services.passwords)
  // A session changes its identifier when somebody signs in (T13), which is not done here; anyone who stays signed in
  // keeps it.
  Object.defineProperty(provider.Session.prototype, 'resetIdentifier', { value: () => undefined })
  allowLoopbackImplicit(provider)
  rememberClients(provider)
  return provider
}

/** A revocation is answered without a body (RFC 7009 §2.2); oidc-client-ts refuses one that is said to be text. */
const sayNothingOfNothing = async (ctx: { body: unknown; remove(header: string): void }, next: () => Promise<void>) => {
  await next()
  if (ctx.body === '') ctx.remove('content-type')
}

/** Secrets are known as hashes only. In the header or in the body, the right one is right. */
const compareHashedSecrets = (provider: Provider, passwords: Services['passwords']) => {
  const matches = secretMatcher(passwords)
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: { clientSecret?: string }, presented: string) {
      return this.clientSecret ? matches(this.clientSecret, presented) : false
    },
  })
}

/**
 * Applications on a developer's machine use http on the loopback with the implicit flow, which the library refuses for
 * web clients; our own rule (https, or http on the loopback) is checked where an application is saved.
 */
const allowLoopbackImplicit = (provider: Provider) => {
  const schema = (
    provider.Client as unknown as { Schema: { prototype: { invalidate(message: string, code: string): void } } }
  ).Schema
  const { invalidate } = schema.prototype
  schema.prototype.invalidate = function (this: unknown, message: string, code: string) {
    if (code !== 'implicit-force-https' && code !== 'implicit-forbid-localhost') invalidate.call(this, message, code)
  }
}
