// Who is signed in (R3.1-01), read from either spelling of the claims (R3.1-02).
import type { RuntimeConfig } from '#contract/runtime.ts'
import type { Claims, Tokens } from './auth-port.ts'

export type Identity = {
  accessToken: string
  idToken: string
  profile: { name: string; area: string }
  firstName: string
  lastName: string
  /** The subject. */
  id: string
  name: string
  email: string
  roles: readonly string[]
  scopes: readonly string[]
  groups: readonly string[]
  identityUrl: string
  /** The client id of this portal. */
  applicationName: string
  /** The id of anyone who impersonates this person (A-77; the `act` claim of RFC 8693 §4.1). */
  impersonatorId: string | undefined
  /** When the session ends: seconds since the epoch. */
  exp_time: number
  logout: () => void
}

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const microsoft = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/'

const spellings = {
  firstName: [`${soap}givenname`, 'given_name'],
  lastName: [`${soap}surname`, 'family_name'],
  id: [`${soap}nameidentifier`, 'sub'],
  name: [`${soap}name`, 'name'],
  email: [`${soap}emailaddress`, 'email'],
  role: [`${microsoft}role`, 'role'],
  scope: [`${microsoft}scope`, 'scope'],
  group: [`${microsoft}group`, 'group'],
} as const

const found = (claims: Claims, claim: keyof typeof spellings) =>
  spellings[claim]
    .map((spelling) => claims[spelling])
    .find((value) => value !== undefined && value !== null && value !== '')

const text = (claims: Claims, claim: keyof typeof spellings) => {
  const value = found(claims, claim)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** One value comes as a text, several as a list. */
const list = (claims: Claims, claim: keyof typeof spellings) => {
  const value = found(claims, claim) ?? []
  return (Array.isArray(value) ? value : [value]).map(String)
}

const day = 86_400

/** R4.5-01: 24 hours from load without the claim. */
const sessionEnd = (claims: Claims, loadedAt: number) => {
  const end = Number(claims.exp_time)
  return Number.isFinite(end) && end > 0 ? end : Math.floor(loadedAt / 1000) + day
}

const impersonatorOf = ({ act }: Claims) => {
  const sub = (act as { sub?: unknown } | undefined)?.sub
  return typeof sub === 'string' ? sub : undefined
}

type IdentityContext = { config: RuntimeConfig; loadedAt: number; logout: () => void }

export const identityOf = (
  { accessToken, idToken, claims, scopes }: Tokens,
  { config, loadedAt, logout }: IdentityContext,
): Identity => ({
  accessToken,
  idToken,
  profile: { name: text(claims, 'name'), area: typeof claims.area === 'string' ? claims.area : '' },
  firstName: text(claims, 'firstName'),
  lastName: text(claims, 'lastName'),
  id: text(claims, 'id'),
  name: text(claims, 'name'),
  email: text(claims, 'email'),
  roles: list(claims, 'role'),
  scopes: [...new Set([...scopes, ...list(claims, 'scope').flatMap((scope) => scope.split(' '))])],
  groups: list(claims, 'group'),
  identityUrl: config.identityServerUrl,
  applicationName: config.clientId,
  impersonatorId: impersonatorOf(claims),
  exp_time: sessionEnd(claims, loadedAt),
  logout,
})

/** R4.1-04: every scope of the configuration, and not over. */
export const isValid = ({ scopes, exp_time }: Identity, config: RuntimeConfig, now: number) =>
  exp_time * 1000 > now &&
  config.scopes
    .split(/\s+/)
    .filter(Boolean)
    .every((scope) => scopes.includes(scope))

/** R2.4-02: first and last name, or the profile's name where they are missing. */
export const displayName = ({ firstName, lastName, profile }: Pick<Identity, 'firstName' | 'lastName' | 'profile'>) =>
  firstName && lastName ? `${firstName} ${lastName}` : profile.name || firstName || lastName

/** */
export const givenName = ({ firstName, profile }: Pick<Identity, 'firstName' | 'profile'>) => firstName || profile.name
