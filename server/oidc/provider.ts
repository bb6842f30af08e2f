// The OpenID Connect provider: oidc-provider's certified behaviour, with our accounts, clients, keys and pages.
import type { JWK } from 'jose'
import { type Configuration, errors, Provider } from 'oidc-provider'
import { isPersonal } from '#server/features/access-tokens/access-tokens.public.ts'
import { acrValues } from '#server/features/sign-in/sign-in.public.ts'
import type { Db, Services } from '#server/kernel/context.ts'
import { adapterFor } from './adapter.ts'
import { accountFinder, claimsByScope } from './claims.ts'
import { secretMatcher } from './clients.ts'
import { loadExistingGrant } from './grants.ts'
import { interactionUrl, policy } from './interactions.ts'
import { writeAtTheEnd } from './request-writes.ts'
import { logoutSource, postLogoutSuccessSource, renderError } from './views.ts'

export type ProviderOptions = {
  readonly db: Db
  readonly services: Services
  readonly keys: readonly JWK[]
  readonly cookieKeys: readonly string[]
}

type IntrospectionPolicy = NonNullable<
  NonNullable<NonNullable<Configuration['features']>['introspection']>['allowedPolicy']
>

const clientProperties = ['portico:namespaced', 'portico:scopes', 'portico:introspectors', 'portico:requires-role']

const accessTokenSeconds = 900
/**
 * A machine's token of the client_credentials grant is a JWT for the portal's API; a person's is opaque, so that it
 * dies at once.
 */
export const apiAudience = (identityUrl: string) => `${identityUrl}/api`

const ttl = (sessionSeconds: number): Configuration['ttl'] => ({
  AccessToken: accessTokenSeconds,
  AuthorizationCode: 60,
  ClientCredentials: 600,
  IdToken: accessTokenSeconds,
  Interaction: 3600,
  Grant: sessionSeconds,
  RefreshToken: sessionSeconds,
  // The end of a session is fixed when it begins (exp_time); use does not prolong it.
  Session: (_ctx, session) => (session.exp ? Math.max(1, session.exp - Math.floor(Date.now() / 1000)) : sessionSeconds),
})

const features = ({ services }: ProviderOptions): Configuration['features'] => {
  const audience = apiAudience(services.settings.identityUrl)
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: mayIntrospect },
    // Announced by default; clients that find it there use it. Neither is served by the whole of the portal.
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: true },
    rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    backchannelLogout: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (ctx, _client, oneOf) => {
        if (oneOf?.[0]) return oneOf[0]
        // Undefined means no resource at all; the published type does not know that.
        return ctx.oidc.params?.['grant_type'] === 'client_credentials' ? audience : (undefined as unknown as string)
      },
      useGrantedResource: async () => false,
      // Nobody chooses an audience (T17): there is one, for machines.
      getResourceServerInfo: async (ctx, indicator, client) => {
        if (indicator !== audience || ctx.oidc.params?.['grant_type'] !== 'client_credentials')
          throw new errors.InvalidTarget()
        return {
          scope: String(client['portico:scopes'] ?? ''),
          audience,
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }
      },
    },
  }
}

/**
 * A token is its application's business; others may ask about access tokens if that application allows it. What a
 * person made for a program of theirs, and refresh tokens, are nobody else's at all (RFC 7662 §4).
 */
const mayIntrospect: IntrospectionPolicy = async (ctx, client, token) => {
  if (client.clientAuthMethod === 'none') return false
  if (token.clientId === client.clientId) return true
  if (token.kind === 'RefreshToken' || isPersonal(token.jti) || !token.clientId) return false
  const owner = await ctx.oidc.provider.Client.find(token.clientId)
  const allowed = owner?.['portico:introspectors']
  return Array.isArray(allowed) && allowed.includes(client.clientId)
}

/**
 * The provider's only outgoing requests are back-channel logouts to addresses that an administrator registered; inside
 * a company these are private ones, which the library's own guard refuses. No redirect is followed
 * (docs/decisions/0007).
 */
const fetchRegistered: NonNullable<Configuration['fetch']> = (
  url,
  options: RequestInit & { dispatcher?: unknown } = {},
) =>
  globalThis.fetch(url, {
    ...options,
    dispatcher: undefined,
    redirect: 'error',
    signal: AbortSignal.timeout(2500),
  } as RequestInit)

const originOf = (uri: string) => URL.parse(uri)?.origin

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
  clientBasedCORS: (_ctx, origin, client) =>
    origin !== 'null' && (client.redirectUris ?? []).some((uri) => originOf(uri) === origin),
}

const configurationOf = (options: ProviderOptions): Configuration => {
  const { db, services, keys } = options
  return {
    ...rules,
    adapter: adapterFor(db),
    jwks: { keys: keys.map((key) => ({ ...key })) } as NonNullable<Configuration['jwks']>,
    findAccount: accountFinder(db, services.settings.identityUrl),
    loadExistingGrant,
    interactions: { policy: policy(db, services.seal), url: interactionUrl(services) },
    features: features(options),
    ttl: ttl(services.settings.sessionSeconds),
    cookies: cookies(options),
    routes,
    renderError,
    fetch: fetchRegistered,
  }
}

export const createProvider = (options: ProviderOptions) => {
  const provider = new Provider(options.services.settings.identityUrl, configurationOf(options))
  provider.proxy = true
  provider.use(writeAtTheEnd(options.db) as Parameters<typeof provider.use>[0])
  provider.use(sayNothingOfNothing)
  compareHashedSecrets(provider, options.services.passwords)
  // A session changes its identifier when somebody signs in (T13), which is not done here; anyone who stays signed in
  // keeps it.
  Object.defineProperty(provider.Session.prototype, 'resetIdentifier', { value: () => undefined })
  allowLoopbackImplicit(provider)
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
