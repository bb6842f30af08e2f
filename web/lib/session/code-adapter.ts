// Authorization code + PKCE (RFC 7636, RFC 9700), by oidc-client-ts: its client of the protocol, without its manager of
// windows, timers and sessions, which would be 6 KB more of every first visit. Renewal is ours: see session.ts.
import { ErrorResponse, OidcClient, User, WebStorageStateStore } from 'oidc-client-ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { type AuthPort, addressesOf, logoutAddress, meansSignedOut, scopeOf, type Tokens } from './auth-port.ts'
import { openHidden } from './hidden-frame.ts'
import { storedSignIn } from './stored-sign-in.ts'

type LoginState = { returnTo?: string }

const tokensOf = (user: User): Tokens => ({
  accessToken: user.access_token,
  idToken: user.id_token ?? '',
  claims: user.profile,
  scopes: user.scopes,
  endsAt: (user.expires_at ?? 0) * 1000,
})

/** The lock of the renewal is never held longer. */
const timeoutInSeconds = 60

const clientFor = (config: RuntimeConfig) => {
  const { callback, afterLogout } = addressesOf(config)
  return new OidcClient({
    authority: config.identityServerUrl,
    client_id: config.clientId,
    redirect_uri: callback,
    post_logout_redirect_uri: afterLogout,
    response_type: 'code',
    scope: scopeOf(config),
    loadUserInfo: false,
    requestTimeoutInSeconds: timeoutInSeconds,
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: 'portico.request.' }),
  })
}

/** A refresh token is good once; what its answer does not bring stays as it was. */
const refresh = async (client: OidcClient, user: User, refreshToken: string) => {
  const state = {
    refresh_token: refreshToken,
    id_token: user.id_token,
    session_state: user.session_state,
    scope: user.scope,
    profile: user.profile,
  }
  const response = await client.useRefreshToken({ state, timeoutInSeconds })
  return new User({ ...state, ...response })
}

/** Asks the server's own session, out of sight. Where it is somebody else's by now, this one's is over. */
const askSilently = async (client: OidcClient, silent: string, before: User | undefined) => {
  const request = await client.createSigninRequest({ request_type: 'si:s', redirect_uri: silent, prompt: 'none' })
  const response = await client.processSigninResponse(await openHidden(request.url))
  if (before && before.profile.sub !== response.profile.sub) throw new ErrorResponse({ error: 'login_required' })
  return new User(response)
}

/** A refused refresh token says nothing about the server's own session: it is asked. */
const renewed = async (client: OidcClient, silent: string, stored: User | undefined) => {
  if (!stored?.refresh_token) return askSilently(client, silent, stored)
  return refresh(client, stored, stored.refresh_token).catch((error: unknown) => {
    if (!meansSignedOut(error)) throw error
    return askSilently(client, silent, stored)
  })
}

export const codeAdapter = (config: RuntimeConfig): AuthPort => {
  const { silent, afterLogout } = addressesOf(config)
  const storageKey = `portico.user:${config.identityServerUrl}:${config.clientId}`
  const client = clientFor(config)
  const { get, keep, forget, replace } = storedSignIn<User>(storageKey, {
    read: (text) => User.fromStorageString(text),
    write: (user) => user.toStorageString(),
  })
  return {
    storageKey,
    stored: async () => {
      const stored = get()
      return stored && tokensOf(stored)
    },
    signIn: async (returnTo) => {
      const { url } = await client.createSigninRequest({
        request_type: 'si:r',
        state: { returnTo } satisfies LoginState,
      })
      location.assign(url)
    },
    finish: async (address) => {
      const response = await client.processSigninResponse(address)
      const { returnTo } = (response.userState as LoginState | undefined) ?? {}
      return { tokens: tokensOf(keep(new User(response))), returnTo }
    },
    renew: async () => tokensOf(await replace((before) => renewed(client, silent, before))),
    forget,
    logoutAddress: async (idToken) => {
      const endpoint = await client.metadataService.getEndSessionEndpoint()
      return logoutAddress(endpoint ?? afterLogout, { idToken, afterLogout })
    },
  }
}
