// Which features of the provider are on, and who may use them.
import type { JWK } from 'jose'
import { type Configuration, errors } from 'oidc-provider'
import { isPersonal } from '#server/features/access-tokens/access-tokens.public.ts'
import type { Reads, Services } from '#server/kernel/context.ts'
import { machineTokenSeconds } from './lifetimes.ts'
import { logoutSource, postLogoutSuccessSource } from './views.ts'

export type ProviderOptions = {
  readonly db: Reads
  readonly services: Services
  readonly keys: readonly JWK[]
  readonly cookieKeys: readonly string[]
}

type IntrospectionPolicy = NonNullable<
  NonNullable<NonNullable<Configuration['features']>['introspection']>['allowedPolicy']
>

/**
 * A machine's token of the client_credentials grant is a JWT for the portal's API; a person's is opaque, so that it
 * dies at once.
 */
export const apiAudience = (identityUrl: string) => `${identityUrl}/api`

export const features = ({ services }: ProviderOptions): Configuration['features'] => {
  const audience = apiAudience(services.settings.identityUrl)
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    // For signing-key.ts. The library calls it experimental: its version is pinned, and every token is a test of it.
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
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
          accessTokenTTL: machineTokenSeconds,
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
