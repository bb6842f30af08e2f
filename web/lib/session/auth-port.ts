// How the portal signs in, without saying how: authorization code + PKCE, or the implicit form (A-02, R9-21).
import type { RuntimeConfig } from '#contract/runtime.ts'

export type Claims = Readonly<Record<string, unknown>>

export type Tokens = {
  readonly accessToken: string
  readonly idToken: string
  /** Of the id token. */
  readonly claims: Claims
  /** What the server granted. */
  readonly scopes: readonly string[]
  /** When the access token ends, in milliseconds since the epoch. */
  readonly endsAt: number
}

export type AuthPort = {
  /** Where the tokens lie in the local storage: its removal means signed out elsewhere. */
  readonly storageKey: string
  stored(): Promise<Tokens | undefined>
  /** Leaves the page, to come back to `returnTo`. */
  signIn(returnTo: string): Promise<void>
  /** Reads the answer in the address of the callback. */
  finish(address: string): Promise<{ tokens: Tokens; returnTo: string | undefined }>
  /**
   * Without the user: by refresh token, or in a hidden frame with `prompt=none`. Where the session was closed meanwhile
   * it throws as if nobody were signed in, and keeps nothing.
   */
  renew(): Promise<Tokens>
  forget(): Promise<void>
  /** Where the server ends its own session. */
  logoutAddress(idToken: string): Promise<string>
}

const below = (config: RuntimeConfig, path: string) => `${config.identityServerUrl.replace(/\/+$/, '')}/${path}`

export const addressesOf = (config: RuntimeConfig) => ({
  callback: below(config, 'callback'),
  silent: below(config, 'silent'),
  afterLogout: below(config, 'account/logout'),
})

/** `openid` is what makes it a sign-in. */
export const scopeOf = ({ scopes }: RuntimeConfig) => {
  const wanted = scopes.split(/\s+/).filter(Boolean)
  return (wanted.includes('openid') ? wanted : ['openid', ...wanted]).join(' ')
}

const final = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'access_denied',
  'invalid_grant',
]

/** The server said that nobody is signed in there: trying again is useless. */
export const meansSignedOut = (error: unknown) => final.includes(String((error as { error?: unknown } | null)?.error))

/** OpenID Connect RP-Initiated Logout. */
export const logoutAddress = (endpoint: string, { idToken, afterLogout }: { idToken: string; afterLogout: string }) => {
  const address = new URL(endpoint)
  if (idToken) address.searchParams.set('id_token_hint', idToken)
  address.searchParams.set('post_logout_redirect_uri', afterLogout)
  return address.href
}
