// Why an application was not let in, in the log: a wrong secret, one sent where none is registered, an unknown name.
// Anyone who asks is told the same in each case (RFC 6749 §5.2), so their administrators have to read it here.
import { LRUCache } from 'lru-cache'
import type Provider from 'oidc-provider'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'

type ClientFailure = { readonly client: string; readonly endpoint: string; readonly reason: string }

export type TellFailure = (failure: ClientFailure) => void

/** Anyone who asks again and again, or under ever new names, fills no log: a line a second for each reason. */
export const sparingly = (tell: TellFailure): TellFailure => {
  const logged = new LRUCache<string, true>({ max: 1000, ttl: 1000 })
  return (failure) => {
    const key = failure.reason === unknown ? unknown : `${failure.client}\n${failure.reason}`
    if (logged.has(key)) return
    logged.set(key, true)
    tell(failure)
  }
}

/** The library's words. */
const unknown = 'client not found'

export const watchClientFailures = (provider: Provider, tell: TellFailure) => {
  const at = (endpoint: string) => (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    if (error.error === 'invalid_client') tell({ client: nameOf(ctx), endpoint, reason: reasonOf(ctx, error) })
  }
  provider.on('grant.error', at('token'))
  provider.on('introspection.error', at('introspection'))
  provider.on('revocation.error', at('revocation'))
}

const nameOf = ({ oidc }: KoaContextWithOIDC) =>
  (oidc.client?.clientId ?? String(oidc.params?.['client_id'] ?? 'unknown')).slice(0, 200)

/** Never the secret itself. */
const reasonOf = ({ oidc }: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
  if (oidc.client?.clientAuthMethod === 'none') return 'a secret was sent, but the application is public and has none'
  const reason = error.error_detail ?? error.error_description ?? error.error
  return reason.includes('mechanism does not match') ? 'no secret was sent' : reason
}
