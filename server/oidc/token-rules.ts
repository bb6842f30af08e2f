// The provider's rules about a token, its grant and its session, for the usual calls that are answered beside it
// (docs/decisions/0055, 0065).
import type { SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Client } from 'oidc-provider'
import { asksForProfile, claimsByScope, claimsOfAccount, claimsOfProfile } from './claims.ts'
import type { TokenRow } from './token-context.store.ts'

type Payload = TokenRow['payload']
export type LivingToken = TokenRow & {
  readonly person: NonNullable<TokenRow['person']>
  readonly grantPayload: Payload
}

/** What binds a token to a sender or an audience, or narrows its claims, is the provider's business. */
const unusual = ['aud', 'jkt', 'dpopJkt', 'x5t#S256', 'attestationJkt', 'resource', 'claims', 'rar'] as const

/** Of somebody who may have it still, with its grant and its session, and nothing unusual about it. */
export const isAlive = (row: TokenRow): row is LivingToken =>
  isCurrent(row.payload) &&
  unusual.every((name) => row.payload[name] === undefined) &&
  scopesOf(row.payload['scope']).includes('openid') &&
  row.payload.accountId === row.person?.id &&
  isBoundTo(row.payload, row.sessionPayload) &&
  isGrantOf(row.payload, row.grantPayload)

/** Of this person to this application, and still good. */
export const isGrantOf = (
  payload: Pick<Payload, 'clientId' | 'accountId'>,
  grant: Payload | null | undefined,
): grant is Payload =>
  !!grant &&
  isCurrent(grant) &&
  grant['rejected'] === undefined &&
  grant.clientId === payload.clientId &&
  grant.accountId === payload.accountId

export const isCurrent = ({ exp }: { readonly exp?: number | undefined }) =>
  exp !== undefined && exp > Date.now() / 1000

/** It ends with its session, and with what the session holds for this application. */
const isBoundTo = (payload: Payload, session: SessionPayload | null) =>
  payload['expiresWithSession'] !== true ||
  (session?.accountId === payload.accountId &&
    payload.grantId !== undefined &&
    session?.authorizations?.[payload.clientId ?? '']?.grantId === payload.grantId)

const scopesOf = (scope: unknown) => (typeof scope === 'string' ? scope.split(' ') : [])

/** Those of the token that its grant still has, in the order of the grant. */
export const grantedScopes = ({ payload, grantPayload }: TokenRow) => {
  const asked = scopesOf(payload['scope'])
  return scopesOfGrant(grantPayload).filter((granted) => asked.includes(granted))
}

export const scopesOfGrant = (grant: Payload | null) => {
  const { scope } = (grant?.['openid'] ?? {}) as { scope?: unknown }
  return scopesOf(scope)
}

type Audience = { readonly client: Client; readonly identityUrl: string }

/** All that may be said about the person where these scopes are asked for; `ofScopes` says what of it is. */
export const claimsOf = ({ person, roles, scopes, groups }: LivingToken, asked: string, audience: Audience) =>
  asksForProfile(asked)
    ? claimsOfProfile(person, { access: { roles, scopes, groups }, ...audience })
    : claimsOfAccount(person)

export const ofScopes = (scopes: readonly string[], claims: Record<string, unknown>) => {
  const allowed = new Set(scopes.flatMap((scope) => claimsByScope[scope] ?? []))
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.has(name)))
}
