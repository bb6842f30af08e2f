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
import { loadTokens, type TokenRow } from './token-context.store.ts'

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
  const living = async (token: string | undefined) => {
    const row = token && !isPersonal(token) ? await load({ id: token, kind: 'AccessToken' }) : undefined
    return row && isAlive(row) ? row : undefined
  }
  return async (request: FastifyRequest): Promise<Record<string, unknown> | undefined> => {
    const row = await living(usualToken(request))
    const client = row && (await clientOf(row.payload.clientId ?? ''))
    if (!row?.person || !client || client.userinfoSignedResponseAlg) return undefined
    const { person, roles, scopes, groups } = row
    if (!(await mayOpen(db, { userId: person.id, restricted: person.restricted, client }))) return undefined
    const granted = grantedScopes(row)
    const claims = asksForProfile(granted.join(' '))
      ? claimsOfProfile(person, { access: { roles, scopes, groups }, client, identityUrl })
      : claimsOfAccount(person)
    return ofScopes(granted, claims)
  }
}

/** What binds a token to a sender or an audience, or narrows its claims, is the provider's business. */
const unusual = ['aud', 'jkt', 'x5t#S256', 'claims', 'rar'] as const

const isAlive = (row: TokenRow) =>
  isCurrent(row.payload) &&
  unusual.every((name) => row.payload[name] === undefined) &&
  scopesOf(row.payload['scope']).includes('openid') &&
  row.payload.accountId === row.person?.id &&
  isBoundTo(row.payload, row.sessionPayload) &&
  isGrantOf(row.payload, row.grantPayload)

const isGrantOf = (payload: Payload, grant: Payload | null) =>
  grant !== null &&
  isCurrent(grant) &&
  grant['rejected'] === undefined &&
  grant.clientId === payload.clientId &&
  grant.accountId === payload.accountId

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
