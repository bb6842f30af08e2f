// Authorization code + PKCE (RFC 7636, RFC 9700), by oidc-client-ts. Renewal is ours: see session.ts.
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { type AuthPort, addressesOf, logoutAddress, meansSignedOut, scopeOf, type Tokens } from './auth-port.ts'

type Wish = { returnTo?: string }

const tokensOf = (user: User): Tokens => ({
  accessToken: user.access_token,
  idToken: user.id_token ?? '',
  claims: user.profile,
  scopes: user.scopes,
  endsAt: (user.expires_at ?? 0) * 1000,
})

const managerFor = (config: RuntimeConfig) => {
  const { callback, silent, afterLogout } = addressesOf(config)
  return new UserManager({
    authority: config.identityServerUrl,
    client_id: config.clientId,
    redirect_uri: callback,
    silent_redirect_uri: silent,
    post_logout_redirect_uri: afterLogout,
    response_type: 'code',
    scope: scopeOf(config),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    // The lock of the renewal is never held longer.
    requestTimeoutInSeconds: 60,
    silentRequestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ store: localStorage, prefix: 'portico.' }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: 'portico.request.' }),
  })
}

const kept = (user: User | null | undefined) => {
  if (!user) throw new Error('The sign-in gave no answer')
  return tokensOf(user)
}

export const codeAdapter = (config: RuntimeConfig): AuthPort => {
  const manager = managerFor(config)
  return {
    storageKey: `portico.user:${config.identityServerUrl}:${config.clientId}`,
    stored: async () => {
      const user = await manager.getUser()
      return user ? tokensOf(user) : undefined
    },
    signIn: async (returnTo) => {
      await manager.clearStaleState()
      await manager.signinRedirect({ state: { returnTo } satisfies Wish })
    },
    finish: async (address) => {
      const user = await manager.signinCallback(address)
      return { tokens: kept(user), returnTo: (user?.state as Wish | undefined)?.returnTo }
    },
    renew: async () => {
      const refreshable = !!(await manager.getUser())?.refresh_token
      try {
        return kept(await manager.signinSilent())
      } catch (error) {
        // A refused refresh token says nothing about the server's own session: ask it, in the frame.
        if (!refreshable || !meansSignedOut(error)) throw error
        return kept(await manager.signinSilent({ forceIframeAuth: true }))
      }
    },
    forget: () => manager.removeUser(),
    logoutAddress: async (idToken) => {
      const { afterLogout } = addressesOf(config)
      return logoutAddress((await manager.metadataService.getEndSessionEndpoint()) ?? afterLogout, {
        idToken,
        afterLogout,
      })
    },
  }
}
