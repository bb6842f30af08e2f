// What tokens say about a person (R3.1-01, R3.1-02): plain names always, the namespaced URIs for applications that read
// those.
import { createHash } from 'node:crypto'
import type { Account as ProviderAccount, ClaimsParameterMember, Client, KoaContextWithOIDC } from 'oidc-provider'
import { accessForToken, type TokenAccess } from '#server/features/effective-access/effective-access.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import { isRenewalDenied } from './policy-denials.ts'
import { type PersonRow, personById } from './person.store.ts'
import { rememberedAccess, rememberedPerson } from './token-context.ts'

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const namespaced = {
  givenName: `${soap}/givenname`,
  surname: `${soap}/surname`,
  nameIdentifier: `${soap}/nameidentifier`,
  name: `${soap}/name`,
  email: `${soap}/emailaddress`,
  role: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
} as const

const person = [
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'locale',
  'picture',
  'updated_at',
  'area',
  'role',
  'scope',
  'group',
  ...Object.values(namespaced),
]

/**
 * Scope → claims. `identity` is the portal's own: everything of `profile` and `email` with the right to call its API.
 */
export const claimsByScope: Record<string, string[]> = {
  openid: ['sub', 'exp_time', 'act', 'amr', 'acr'],
  profile: [...person, 'email', 'email_verified'],
  email: ['email', 'email_verified'],
  identity: ['area'],
}

export type PortalAccount = ProviderAccount & { readonly restricted: boolean; readonly language: string }

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The session a request, code or token belongs to: its end is `exp_time`. */
const sessionOf = ({ oidc }: KoaContextWithOIDC) => {
  const { AuthorizationCode: code, RefreshToken: refresh, AccessToken: access } = oidc.entities
  return oidc.session?.uid ?? code?.sessionUid ?? refresh?.sessionUid ?? access?.sessionUid
}

export const accountFinder =
  (db: Db, identityUrl: string) =>
  async (ctx: KoaContextWithOIDC, sub: string): Promise<PortalAccount | undefined> => {
    const row = isId.test(sub)
      ? (rememberedPerson(sub) ?? (await personById(db, { id: sub, sessionUid: sessionOf(ctx) })))
      : undefined
    if (!row) return undefined
    // An authorization request is told why (interactions.ts); anyone who comes with a code or a token is nobody here
    // any more.
    const asking = { userId: row.id, restricted: row.restricted, client: ctx.oidc.client }
    if (!ctx.oidc.session && !(await mayOpen(db, asking))) return undefined
    if (await isRenewalDenied(db, ctx, row.id)) return undefined
    return {
      accountId: row.id,
      restricted: row.restricted,
      language: row.language,
      claims: async (_use: string, scope: string, _claims: { [key: string]: null | ClaimsParameterMember }) => {
        if (!asksForProfile(scope)) return claimsOfAccount(row)
        const client = ctx.oidc.client
        const applicationName = client?.clientId ?? ''
        const access =
          rememberedAccess(row.id, applicationName) ?? (await accessForToken(db, { userId: row.id, applicationName }))
        return claimsOfProfile(row, { access, client, identityUrl })
      },
    }
  }

export const asksForProfile = (scope: string) => scope.split(' ').includes('profile')

const sessionClaims = (row: PersonRow) => ({
  sub: row.id,
  exp_time: row.sessionEnd ?? Math.floor(Date.now() / 1000) + 86_400,
  ...(row.impersonatorId && { act: { sub: row.impersonatorId } }),
})

/** Without the scope `profile`. */
export const claimsOfAccount = (row: PersonRow) => ({
  ...sessionClaims(row),
  email: row.email,
  email_verified: row.emailVerified,
})

type ProfileParts = { readonly access: TokenAccess; readonly client: Client | undefined; readonly identityUrl: string }

export const claimsOfProfile = (row: PersonRow, { access, client, identityUrl }: ProfileParts) => ({
  ...sessionClaims(row),
  ...aboutPerson(row, access),
  picture: pictureOf(row, identityUrl),
  ...(client?.['portico:namespaced'] ? inNamespaces(row, access.roles) : {}),
})

/** found by a hash of the address; anyone who has no picture has their initials. */
const pictureOf = ({ email }: PersonRow, identityUrl: string) =>
  `${identityUrl}/api/v1/avatar/${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`

const displayName = (row: PersonRow) => `${row.firstName} ${row.lastName}`.trim() || row.userName

const aboutPerson = (row: PersonRow, access: TokenAccess) => ({
  name: displayName(row),
  given_name: row.firstName,
  family_name: row.lastName,
  preferred_username: row.userName,
  locale: row.language,
  updated_at: row.modified,
  area: row.areaName,
  email: row.email,
  email_verified: row.emailVerified,
  role: access.roles,
  scope: access.scopes,
  group: access.groups,
})

const inNamespaces = (row: PersonRow, roles: string[]) => ({
  [namespaced.givenName]: row.firstName,
  [namespaced.surname]: row.lastName,
  [namespaced.nameIdentifier]: row.id,
  [namespaced.name]: displayName(row),
  [namespaced.email]: row.email,
  [namespaced.role]: roles,
})
