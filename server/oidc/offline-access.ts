// OpenID Connect Core §11: `offline_access` asks for a refresh token. The library takes it out of the scope unless the
// person is asked for consent; here nobody is asked, the refresh token comes all the same, and clients that repeat
// their scope when they refresh must find it granted (T83).
import type { KoaContextWithOIDC } from 'oidc-provider'

const asksFor = (value: unknown, word: string) => typeof value === 'string' && value.split(' ').includes(word)

/** The scope as it was asked for, as far as it is granted. */
export const scopeAskedFor = ({ oidc, query }: KoaContextWithOIDC): string => {
  const granted = String(oidc.params?.['scope'] ?? '')
  const refreshes = asksFor(oidc.params?.['response_type'], 'code') && oidc.client?.grantTypeAllowed('refresh_token')
  const missing = refreshes && asksFor(query['scope'], 'offline_access') && !asksFor(granted, 'offline_access')
  return missing ? `${granted} offline_access` : granted
}
