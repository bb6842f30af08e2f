// An application as a client of the provider (RFC 7591 metadata).
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isAddressOfNative, isRedirectAddress } from '#contract/kernel/redirect-address.ts'
import { type Client as Application } from '#server/features/clients/clients.public.ts'
import type { Services } from '#server/kernel/context.ts'

/** Undefined: the application signs nobody in. */
export const clientMetadata = (application: Application): Record<string, unknown> | undefined => {
  const { protocol } = application
  const redirectUris = allowed(application, application.redirectUris)
  if (redirectUris.length === 0 && !isMachine(application)) return undefined
  const responseTypes = protocol.responseTypes ?? ['code']
  return {
    client_id: application.name,
    client_name: application.title,
    // The library then takes any port of the own machine (RFC 8252 §7.3).
    application_type: protocol.native ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: allowed(application, application.postLogoutUris),
    response_types: redirectUris.length > 0 ? responseTypes : [],
    grant_types: grantsOf(responseTypes, isMachine(application)),
    ...authenticationOf(application),
    ...backchannelOf(application),
    id_token_signed_response_alg: protocol.idTokenAlg ?? 'ES256',
    scope: scopesOf(application),
    'portico:scopes': (protocol.clientScopes ?? []).join(' '),
    'portico:namespaced': protocol.namespacedClaims === true,
    'portico:introspectors': application.introspectors,
    'portico:requires-role': application.requiresRole,
  }
}

const isPublic = ({ protocol, sharedSecretHash }: Application) => protocol.publicClient || sharedSecretHash === null

/** With a secret only: of anybody else it is not known who asks (RFC 6749 §4.4). */
const isMachine = (application: Application) =>
  application.protocol.clientCredentials === true && !isPublic(application)

const grantsOf = (responseTypes: readonly string[], clientCredentials: boolean) => [
  ...(responseTypes.some((type) => type.includes('code')) ? ['authorization_code', 'refresh_token'] : []),
  ...(responseTypes.some((type) => type.includes('token')) ? ['implicit'] : []),
  ...(clientCredentials ? ['client_credentials'] : []),
]

/** Of the secret only the hash is known; `secretMatcher` compares. */
const authenticationOf = (application: Application) => {
  const { authMethod: method = 'client_secret_basic' } = application.protocol
  return isPublic(application)
    ? { token_endpoint_auth_method: 'none' }
    : { token_endpoint_auth_method: method, client_secret: application.sharedSecretHash }
}

const backchannelOf = ({ backchannelLogoutUri }: Application) =>
  backchannelLogoutUri
    ? { backchannel_logout_uri: backchannelLogoutUri, backchannel_logout_session_required: true }
    : {}

/** The portal's API is for its own client and for those that were let in. */
const scopesOf = ({ name, protocol }: Application) =>
  [
    'openid',
    'profile',
    'email',
    'offline_access',
    ...(name === 'identity' || protocol.apiAccess ? ['identity'] : []),
  ].join(' ')

/**
 * Whatever stands in the table: nobody is sent to a script or to plain http elsewhere (T4). The portal's own follow the
 * installation.
 */
const allowed = ({ name, protocol }: Application, addresses: readonly string[]) =>
  name === 'identity' ? [...addresses] : addresses.filter(protocol.native ? isAddressOfNative : isRedirectAddress)

/**
 * The slow hash is computed once per secret and process; then a fast one of it is compared (docs/goals.md row 2). Of a
 * wrong secret, too, for some seconds: the provider looks again at what was not let in (docs/decisions/0075).
 */
export const secretMatcher = (passwords: Services['passwords']) => {
  const known = new LRUCache<string, true>({ max: 2000, ttl: 600_000 })
  const wrong = new LRUCache<string, true>({ max: 100, ttl: 10_000 })
  return async (hash: string, presented: string) => {
    if (presented.length === 0 || presented.length > 256) return false
    const key = createHash('sha256').update(hash).update('\0').update(presented).digest('base64')
    if (known.get(key)) return true
    if (wrong.get(key)) return false
    const matches = await passwords.verify(hash, presented)
    const remembered = matches ? known : wrong
    remembered.set(key, true)
    return matches
  }
}
