// The tokens that the usual request gets, as the provider would make and keep them: it is what reads them, next time,
// where something is unusual (docs/decisions/0065, 0069).
import { randomBytes } from 'node:crypto'
import type { Client } from 'oidc-provider'
import type { payloads } from '#server/features/sessions/sessions.public.ts'
import type { Settings } from '#server/kernel/context.ts'
import { accessTokenSeconds } from './lifetimes.ts'
import { claimsOf, grantedScopes, type LivingToken, ofScopes } from './token-rules.ts'

export type Issued = { readonly access: payloads.NewPayload; readonly refresh: payloads.NewPayload | undefined }

/** 256 random bits, as the library's. */
export const newSecret = () => randomBytes(32).toString('base64url')

export const saved = (expiresInSeconds: number, payload: payloads.Payload): payloads.NewPayload => {
  const iat = Math.floor(Date.now() / 1000)
  const dated = { ...payload, iat, exp: iat + expiresInSeconds }
  return { id: newSecret(), kind: payload.kind, expiresInSeconds, payload: dated }
}

/** In place of what was shown: a refresh token goes on as it is, a code becomes the first of its line. */
export const issuedFor = (
  row: LivingToken,
  client: Client,
  { sessionSeconds }: Pick<Settings, 'sessionSeconds'>,
): Issued => {
  const { accountId, clientId, grantId, sessionUid, sid, expiresWithSession } = row.payload
  const bound = { accountId, clientId, grantId, sessionUid, sid, expiresWithSession, gty: grantsOf(row) }
  const scope = grantedScopes(row).join(' ')
  const next = row.payload.kind === 'RefreshToken' ? nextOf(row.payload) : firstOf(row.payload)
  return {
    access: saved(accessTokenSeconds, { ...bound, kind: 'AccessToken', scope }),
    refresh: client.grantTypeAllowed('refresh_token') ? saved(sessionSeconds, { ...next, ...bound }) : undefined,
  }
}

/** By which grants the library came to a token, one behind the other. */
const grantsOf = ({ payload: { kind, gty } }: LivingToken) => {
  if (kind === 'AuthorizationCode') return 'authorization_code'
  return String(gty).endsWith('refresh_token') ? gty : `${String(gty)} refresh_token`
}

const nextOf = ({ iat: _iat, exp: _exp, rotations, ...kept }: payloads.Payload) => ({
  ...kept,
  rotations: typeof rotations === 'number' ? rotations + 1 : 1,
})

/** Without what only the code was asked about. */
const firstOf = ({ acr, amr, authTime, nonce, scope }: payloads.Payload) => ({
  kind: 'RefreshToken',
  ...{ acr, amr, authTime, nonce, scope },
  rotations: 0,
  iiat: Math.floor(Date.now() / 1000),
})

type Audience = Parameters<typeof claimsOf>[2]

/** OpenID Connect Core §3.1.3.3 and §12.2, with what the person may do now. */
export const idClaims = (row: LivingToken, audience: Audience) => {
  const { person, payload } = row
  const claims = claimsOf(row, String(payload['scope']), audience)
  const { acr, amr, nonce, sid } = payload
  const seconds = Math.floor(Date.now() / 1000)
  return {
    ...ofScopes(grantedScopes(row), { ...claims, acr, amr }),
    nonce,
    sid,
    aud: audience.client.clientId,
    exp: seconds + accessTokenSeconds,
    iat: seconds,
    iss: audience.identityUrl,
    sub: person.id,
  }
}

export const answerOf = ({ access, refresh }: Issued, idToken: string) => ({
  access_token: access.id,
  expires_in: access.expiresInSeconds,
  id_token: idToken,
  refresh_token: refresh?.id,
  scope: access.payload['scope'],
  token_type: 'Bearer',
})
