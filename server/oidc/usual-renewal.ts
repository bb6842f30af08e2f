// The usual renewal: a living refresh token, and its application with its secret where it has one. It is answered by
// the provider's rules without its pipeline (docs/decisions/0065). Whatever is unusual, and everything that is refused,
// goes to the provider.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Client } from 'oidc-provider'
import { type Activity, applyGathered, type payloads } from '#server/features/sessions/sessions.public.ts'
import type { Db, Settings } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import { type Credentials, isLetIn, presented } from './client-credentials.ts'
import { formOf } from './form-body.ts'
import { accessTokenSeconds } from './lifetimes.ts'
import { loadTokens } from './token-context.store.ts'
import { claimsOf, grantedScopes, isAlive, type LivingToken, ofScopes } from './token-rules.ts'

type Parts = {
  readonly db: Db
  readonly settings: Pick<Settings, 'identityUrl' | 'sessionSeconds'>
  readonly clientOf: (name: string) => Promise<Client | undefined>
  readonly signed: (claims: Record<string, unknown>) => string | undefined
  readonly used: (use: Activity) => void
}

export type TokenAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

const address = '/identity/connect/token'
/** Of a page of another origin the provider decides by its client; a key or an attestation would have to be proven. */
const proving = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'] as const

const isUsual = ({ method, url, headers }: FastifyRequest) =>
  method === 'POST' && url === address && proving.every((name) => headers[name] === undefined)

type Asked = { readonly token: string; readonly credentials: Credentials }

const renewalOf = async ({ raw, headers }: FastifyRequest): Promise<Asked | undefined> => {
  const {
    grant_type: type,
    refresh_token: token,
    client_id: name,
    client_secret: secret,
    ...others
  } = (await formOf(raw)) ?? {}
  if (type !== 'refresh_token' || !token || Object.keys(others).length > 0) return undefined
  const credentials = presented({ name, secret, authorization: headers.authorization })
  return credentials && { token, credentials }
}

/** The library's words for a token that somebody else has spent meanwhile, or whose session has ended (T18, T19). */
const spentMeanwhile = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
} as const

/** Undefined where the provider shall answer. Nothing is written before what it gives is called. */
export const createRenewal = ({ db, settings, clientOf, signed, used }: Parts) => {
  const load = loadTokens(db)
  const living = async ({ token, credentials }: Asked) => {
    const row = await load({ id: token, kind: 'RefreshToken' })
    const usual = row && row.consumed === null && !row.hasRules && row.payload.clientId === credentials.name
    return usual && isAlive(row) ? row : undefined
  }
  /** After the token: anyone without one shall not have a secret compared twice. */
  const mayRenew = async ({ person }: LivingToken, client: Client, credentials: Credentials) =>
    client.grantTypeAllowed('refresh_token') &&
    client.idTokenSignedResponseAlg === 'ES256' &&
    (await isLetIn(client, credentials)) &&
    (await mayOpen(db, { userId: person.id, restricted: person.restricted, client }))

  const write = async (spent: string, { renewed, body, row }: Prepared): Promise<TokenAnswer> => {
    const tokens = new Map([renewed.refresh, renewed.access].map((one) => [one.id, one]))
    if (!(await applyGathered(db, { spent: [spent], payloads: tokens, sessions: new Map() }))) return spentMeanwhile
    const { accountId: userId, clientId: applicationName, sessionUid } = row.payload
    if (userId && applicationName && sessionUid) used({ userId, applicationName, sessionUid, at: new Date() })
    return { status: 200, body }
  }

  return async (request: FastifyRequest): Promise<(() => Promise<TokenAnswer>) | undefined> => {
    const asked = isUsual(request) ? await renewalOf(request) : undefined
    const row = asked && (await living(asked))
    const client = row && (await clientOf(asked.credentials.name))
    if (!row || !client || !(await mayRenew(row, client, asked.credentials))) return undefined
    const idToken = signed(idClaims(row, { client, identityUrl: settings.identityUrl }))
    if (!idToken) return undefined
    const renewed = renewedTokens(row, settings)
    return () => write(asked.token, { row, renewed, body: answerOf(renewed, idToken) })
  }
}

type Renewed = Record<'refresh' | 'access', payloads.NewPayload>
type Prepared = { readonly row: LivingToken; readonly renewed: Renewed; readonly body: TokenAnswer['body'] }

const answerOf = ({ access, refresh }: Renewed, idToken: string) => ({
  access_token: access.id,
  expires_in: access.expiresInSeconds,
  id_token: idToken,
  refresh_token: refresh.id,
  scope: access.payload['scope'],
  token_type: 'Bearer',
})

/** 256 random bits, as the library's. */
const newSecret = () => randomBytes(32).toString('base64url')

/** What the library would keep: it is what reads them, next time, where something is unusual. */
const renewedTokens = (row: LivingToken, { sessionSeconds }: Parts['settings']): Renewed => {
  const { iat: _iat, exp: _exp, rotations, gty, ...kept } = row.payload
  const { accountId, clientId, grantId, sessionUid } = kept
  const { sid, expiresWithSession } = kept
  const seconds = Math.floor(Date.now() / 1000)
  const grants = String(gty).endsWith('refresh_token') ? gty : `${String(gty)} refresh_token`
  const saved = (expiresInSeconds: number, payload: payloads.Payload): payloads.NewPayload => ({
    id: newSecret(),
    kind: payload.kind,
    expiresInSeconds,
    payload: { ...payload, gty: grants, iat: seconds, exp: seconds + expiresInSeconds },
  })
  return {
    refresh: saved(sessionSeconds, { ...kept, rotations: typeof rotations === 'number' ? rotations + 1 : 1 }),
    access: saved(accessTokenSeconds, {
      ...{ kind: 'AccessToken', accountId, clientId, grantId, sessionUid, sid, expiresWithSession },
      scope: grantedScopes(row).join(' '),
    }),
  }
}

/** OpenID Connect Core §12.2, with what the person may do now. */
const idClaims = (row: LivingToken, audience: Parameters<typeof claimsOf>[2]) => {
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
