// The two ways to sign in: by a code with PKCE, which is the one to copy, and the implicit flow of older applications.
import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Provider } from './provider.ts'
import type { Pending, Received } from './sessions.ts'
import type { Application } from './settings.ts'
import { now } from './sessions.ts'

/**
 * What the portal tells about a person, with roles, scopes and groups. `offline_access` would ask for a refresh token.
 */
const scope = 'openid profile email'

type Begun = { readonly url: URL; readonly pending: Omit<Pending, 'endsAt'> }

export const beginSignIn = async (
  provider: Provider,
  application: Application,
  redirectUri: string,
): Promise<Begun> => {
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const codeVerifier = oidc.randomPKCECodeVerifier()
  const byCode = application.responseType === 'code'
  const url = oidc.buildAuthorizationUrl(provider.client(application.name), {
    redirect_uri: redirectUri,
    response_type: application.responseType,
    scope,
    state,
    nonce,
    ...(byCode
      ? { code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' }
      : {}),
  })
  return { url, pending: { application: application.name, state, nonce, codeVerifier } }
}

/**
 * openid-client checks state, `iss`, nonce, audience, times and the signature, and sends the verifier with the code.
 */
export const finishByCode = async (
  provider: Provider,
  application: Application,
  currentUrl: URL,
  pending: Pending,
): Promise<Received> => {
  const tokens = await oidc.authorizationCodeGrant(provider.client(application.name), currentUrl, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const expiresIn = tokens.expiresIn()
  if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
  return {
    claims,
    idToken: tokens.id_token,
    accessTokenExpiresAt: expiresIn === undefined ? undefined : now() + expiresIn,
    scope: tokens.scope,
    hasRefreshToken: tokens.refresh_token !== undefined,
  }
}

/** The fragment of the redirect, sent to us by the page's script (OpenID Connect Core 3.2.2.8 to 3.2.2.11). */
export const finishByFragment = async (
  provider: Provider,
  application: Application,
  answer: URLSearchParams,
  pending: Pending,
): Promise<Received> => {
  const error = answer.get('error')
  if (error) throw new RefusedByProvider(error, answer.get('error_description') ?? undefined)
  if (!same(answer.get('state') ?? '', pending.state)) throw new Error('the answer belongs to another sign-in')
  const idToken = answer.get('id_token') ?? ''
  const payload = await verifyIdToken(provider, application, {
    idToken,
    accessToken: answer.get('access_token') ?? '',
    nonce: pending.nonce,
  })
  const expiresIn = Number(answer.get('expires_in') ?? Number.NaN)
  return {
    claims: payload,
    idToken,
    accessTokenExpiresAt: Number.isFinite(expiresIn) ? now() + expiresIn : undefined,
    scope: answer.get('scope') ?? undefined,
    hasRefreshToken: false,
  }
}

const verifyIdToken = async (
  provider: Provider,
  application: Application,
  given: { idToken: string; accessToken: string; nonce: string },
) => {
  const { payload } = await jwtVerify(given.idToken, provider.keys, {
    issuer: provider.issuer,
    audience: application.name,
    algorithms: ['RS256'],
    clockTolerance: 30,
    requiredClaims: ['sub', 'iat', 'exp', 'nonce', 'at_hash'],
  })
  if (!same(String(payload['nonce']), given.nonce)) throw new Error('the ID token belongs to another sign-in')
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== application.name)
    throw new Error('the ID token is meant for another application')
  if (!same(String(payload['at_hash']), leftHalf(given.idToken, given.accessToken)))
    throw new Error('the access token is not the one of the ID token')
  return payload
}

/** The provider said no: the person may not use this application, or did not want to sign in. */
export class RefusedByProvider extends Error {
  readonly code: string
  constructor(code: string, description: string | undefined) {
    super(description ?? code)
    this.code = code
  }
}

/** `at_hash`: the left half of the hash that belongs to the signature's algorithm. */
const leftHalf = (idToken: string, accessToken: string): string => {
  const bits = decodeProtectedHeader(idToken).alg?.slice(-3) ?? '256'
  const digest = createHash(`sha${bits}`).update(accessToken, 'ascii').digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
