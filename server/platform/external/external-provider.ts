// The external provider as a relying party sees it: any OpenID Connect issuer under the name Microsoft.
import * as client from 'openid-client'
import type { ExternalProvider } from '#server/kernel/ports/external-provider.ts'

export type ExternalProviderConfig = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** Discovered at first use and again after a failure, so that a provider that is down does not stop the server. */
const discovery = ({ issuer, clientId, clientSecret }: ExternalProviderConfig) => {
  let discovered: Promise<client.Configuration> | undefined
  return () => {
    const server = new URL(issuer)
    const loopback = server.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname)
    discovered ??= client
      .discovery(server, clientId, clientSecret, undefined, {
        timeout: 10,
        ...(loopback ? { execute: [client.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw error
      })
    return discovered
  }
}

export const createExternalProvider = (config: ExternalProviderConfig): ExternalProvider => {
  const configuration = discovery(config)
  // Other issuers may refuse a prompt that they do not know.
  const isMicrosoft = /(^|\.)microsoftonline\.com$/.test(new URL(config.issuer).hostname)
  return {
    authorizationUrl: async ({ redirectUri, state, nonce, codeVerifier }) => {
      const code_challenge = await client.calculatePKCECodeChallenge(codeVerifier)
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge,
        code_challenge_method: 'S256',
        scope: 'openid profile email',
        ...(isMicrosoft && { prompt: 'select_account' }),
      }).href
    },
    callback: async ({ currentUrl, state, nonce, codeVerifier }) => {
      const tokens = await client.authorizationCodeGrant(await configuration(), new URL(currentUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the external provider sent no id_token')
      return claims
    },
  }
}
