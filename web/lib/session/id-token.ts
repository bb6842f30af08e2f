// OpenID Connect Core 3.2.2: what has to be true of an implicit answer before it is believed.
import { createRemoteJWKSet, jwtVerify } from 'jose'

export type Provider = {
  issuer: string
  authorization_endpoint: string
  end_session_endpoint?: string
  jwks_uri: string
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const digests: Record<string, string> = { '256': 'SHA-256', '384': 'SHA-384', '512': 'SHA-512' }

/** 3.2.2.9: the left half of the access token's digest, in the algorithm of the id token. */
export const atHashOf = async (accessToken: string, alg: string) => {
  const digest = await crypto.subtle.digest(digests[alg.slice(-3)] ?? 'SHA-256', new TextEncoder().encode(accessToken))
  return base64url(new Uint8Array(digest).slice(0, digest.byteLength / 2))
}

type Expected = { provider: Provider; clientId: string; nonce: string; accessToken: string }

/** Signature, issuer, audience, time, nonce and at_hash; gives the claims. */
export const verifyIdToken = async (idToken: string, { provider, clientId, nonce, accessToken }: Expected) => {
  const keys = createRemoteJWKSet(new URL(provider.jwks_uri))
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    issuer: provider.issuer,
    audience: clientId,
    clockTolerance: 60,
  })
  if (payload.nonce !== nonce) throw new Error('The nonce of the id token is not the one that was sent')
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
    throw new Error('The id token is for somebody else')
  if (payload.at_hash !== (await atHashOf(accessToken, protectedHeader.alg)))
    throw new Error('The access token does not belong to the id token')
  return payload
}
