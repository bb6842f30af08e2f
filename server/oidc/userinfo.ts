// The usual call of the userinfo endpoint: a living access token in the header, and nothing else. It is answered by the
// provider's rules without its pipeline, in half of the processor time (docs/decisions/0055). Whatever is unusual, and
// everything that is refused, goes to the provider.
import type { FastifyRequest } from 'fastify'
import type { Client } from 'oidc-provider'
import { isPersonal } from '#server/features/access-tokens/access-tokens.public.ts'
import type { SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import { asksForProfile, claimsByScope, claimsOfAccount, claimsOfProfile } from './claims.ts'
import { loadTokens, type TokenRow } from './token-context.ts'

const address = '/identity/connect/userinfo'

/** Of a page of another origin the provider decides by its client. */
const usualToken = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && url === address && headers.origin === undefined
    ? /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]
    : undefined

type Parts = {
  readonly db: Db
  readonly identityUrl: string
  readonly clientOf: (name: string) => Promise<Client | undefined>
}

/** Undefined where the provider shall answer. */
export const createUserinfo = ({ db, identityUrl, clientOf }: Parts) => {
  const load = loadTokens(db)
  return async (request: FastifyRequest): Promise<Record<string, unknown> | undefined> => {
    const token = usualToken(request)
    const row = token && !isPersonal(token) ? await load({ id: token, kind: 'AccessToken' }) : undefined
    if (!row?.person || !isAlive(row)) return undefined
    const { person, payload } = row
    const client = await clientOf(payload.clientId ?? '')
    if (!client || client.userinfoSignedResponseAlg) return undefined
    if (!(await mayOpen(db, { userId: person.id, restricted: person.restricted, client }))) return undefined
    const scopes = grantedScopes(row)
    const access = { roles: row.roles, scopes: row.scopes, groups: row.groups }
    const claims = asksForProfile(scopes.join(' '))
      ? claimsOfProfile(person, { access, client, identityUrl })
      : claimsOfAccount(person)
    return ofScopes(scopes, claims)
  }
}

/** What binds a token to a sender or an audience, or narrows its claims, is the provider's business. */
const unusual = ['aud', 'jkt', 'x5t#S256', 'claims', 'rar'] as const

const isAlive = ({ payload, consumed, grantPayload, sessionPayload, person }: TokenRow) =>
  consumed === null &&
  isCurrent(payload) &&
  unusual.every((name) => payload[name] === undefined) &&
  scopesOf(payload['scope']).includes('openid') &&
  payload.accountId === person?.id &&
  isBoundTo(payload, sessionPayload) &&
  grantPayload !== null &&
  isCurrent(grantPayload) &&
  grantPayload['rejected'] === undefined &&
  grantPayload.clientId === payload.clientId &&
  grantPayload.accountId === payload.accountId

type Payload = TokenRow['payload']

const isCurrent = ({ exp }: Payload) => exp !== undefined && exp > Date.now() / 1000

/** It ends with its session, and with what the session holds for this application. */
const isBoundTo = (payload: Payload, session: SessionPayload | null) =>
  payload['expiresWithSession'] !== true ||
  (session?.accountId === payload.accountId &&
    payload.grantId !== undefined &&
    session?.authorizations?.[payload.clientId ?? '']?.grantId === payload.grantId)

const scopesOf = (scope: unknown) => (typeof scope === 'string' ? scope.split(' ') : [])

const grantedScopes = ({ payload, grantPayload }: TokenRow) => {
  const asked = scopesOf(payload['scope'])
  const { scope } = (grantPayload?.['openid'] ?? {}) as { scope?: unknown }
  return scopesOf(scope).filter((granted) => asked.includes(granted))
}

const ofScopes = (scopes: readonly string[], claims: Record<string, unknown>) => {
  const allowed = new Set(scopes.flatMap((scope) => claimsByScope[scope] ?? []))
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.has(name)))
}
