// Why an application was not let in, in the log: a wrong secret, one sent where none is registered, an unknown name.
// Whoever asks is told the same in each case (RFC 6749 §5.2), so their administrators have to read it here.
import type Provider from 'oidc-provider'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'

export type ClientFailure = { readonly client: string; readonly endpoint: string; readonly reason: string }

export const watchClientFailures = (provider: Provider, tell: (failure: ClientFailure) => void) => {
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
  return error.error_detail ?? error.error_description ?? error.error
}
