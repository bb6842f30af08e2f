// What the example knows of the provider: its metadata and its keys, asked for when they are first needed.
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'

export type Provider = {
  readonly issuer: string
  readonly metadata: Readonly<oidc.ServerMetadata>
  /**
   * openid-client's view of one of our applications: a public client, which proves itself by PKCE and has no secret.
   */
  readonly client: (clientId: string) => oidc.Configuration
  /** The keys, fetched again when a token names one that is not known. */
  readonly keys: JWTVerifyGetKey
}

const refreshedAfter = 10 * 60_000

/** Metadata is kept for ten minutes. A failure is not kept: the provider may start after us. */
export const createProviderSource = (issuer: string): (() => Promise<Provider>) => {
  let known: { at: number; provider: Promise<Provider> } | undefined
  return () => {
    if (known && Date.now() - known.at < refreshedAfter) return known.provider
    const provider = discover(issuer)
    known = { at: Date.now(), provider }
    provider.catch(() => (known = undefined))
    return provider
  }
}

const discover = async (issuer: string): Promise<Provider> => {
  const discovered = await oidc.discovery(new URL(issuer), 'discovery', undefined, oidc.None(), {
    execute: onLoopback(issuer),
    timeout: 5,
  })
  const metadata = discovered.serverMetadata()
  if (!metadata.jwks_uri) throw new Error('the provider publishes no keys')
  const client = (clientId: string) => {
    const configuration = new oidc.Configuration(metadata, clientId, undefined, oidc.None())
    // The signature of the ID token is checked although it came straight from the provider (OpenID Connect Core
    // 3.1.3.7).
    oidc.enableNonRepudiationChecks(configuration)
    for (const allow of onLoopback(issuer)) allow(configuration)
    return configuration
  }
  return { issuer, metadata, client, keys: createRemoteJWKSet(new URL(metadata.jwks_uri)) }
}

/** Plain http is for one's own machine only. */
const onLoopback = (issuer: string) => {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? [oidc.allowInsecureRequests]
    : []
}
