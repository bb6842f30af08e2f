// People, applications and sign-ins for specs.
import { randomUUID } from 'node:crypto'
import { insertGlobalMember } from '#server/features/members/first-administrator.store.ts'
import { insertAccount } from '#server/features/accounts/accounts.public.ts'
import { createBrowser, pkce, tokenCall } from './browser.ts'
import type { TestPortico } from './portico.ts'

export const password = 'Right-Horse-Battery-9'

export type Person = { id: string; userName: string; email: string }

/** Hashing is slow on purpose; most people of the specs have the same password. */
const hashes = new Map<string, Promise<string>>()
const hashOf = (portico: TestPortico, text: string) => {
  const key = `${portico.realHashes} ${text}`
  const known = hashes.get(key) ?? portico.portico.services.passwords.hash(text)
  hashes.set(key, known)
  return known
}

export const addPerson = async (
  portico: TestPortico,
  given: {
    userName?: string
    email?: string
    firstName?: string
    lastName?: string
    roles?: string[]
    draft?: boolean
    expired?: boolean
    restricted?: boolean
    language?: string
    areaName?: string
    password?: string
  } = {},
): Promise<Person> => {
  const id = randomUUID()
  const userName = given.userName ?? `user-${id.slice(0, 8)}`
  const email = given.email ?? `${userName}@people.example`
  const passwordHash = await hashOf(portico, given.password ?? password)
  await portico.write(async (tx) => {
    await insertAccount(tx, {
      id,
      userName,
      email,
      firstName: given.firstName ?? 'Ana',
      lastName: given.lastName ?? 'Ruiz',
      language: given.language ?? 'en',
      areaName: given.areaName ?? '',
      draft: given.draft ?? false,
      breakGlass: false,
      passwordHash,
      passwordExpired: given.expired ?? false,
      now: new Date(),
    })
    await tx.query(`insert into password_history (user_id, password_hash, set_on) values ($1, $2, now())`, [
      id,
      passwordHash,
    ])
    if (given.restricted) await tx.query(`update portal_user set validate_scopes = true where id = $1`, [id])
    if (given.roles?.length)
      await insertGlobalMember(tx, { id: randomUUID(), userId: id, now: new Date(), roles: given.roles })
  })
  return { id, userName, email }
}

export type TestApplication = { id: number; name: string; redirectUri: string; roleId: string }

export const addApplication = async (
  portico: TestPortico,
  given: {
    name: string
    protocol?: Record<string, unknown>
    secretHash?: string
    redirectUri?: string
    publicUrl?: string
    prerelease?: boolean
    enabled?: boolean
    hidden?: boolean
    status?: string
    backchannelLogoutUri?: string
    descriptions?: Record<string, string>
    role?: string
    scopes?: string[]
  },
): Promise<TestApplication> => {
  const redirectUri = given.redirectUri ?? `http://localhost:9/${given.name}/callback`
  const roleId = randomUUID()
  const id = await portico.write(async (tx) => {
    const [row] = await tx.query<{ id: number }>(
      `insert into application (name, display_name, title, description, descriptions, redirect_uris, post_logout_uris, backchannel_logout_uri,
                                shared_secret_hash, protocol, enabled, hide_in_user_list, status, private_url, public_url, prerelease)
       values ($1, $1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       returning id`,
      [
        given.name,
        `About ${given.name}`,
        JSON.stringify(given.descriptions ?? {}),
        [redirectUri],
        [redirectUri.replace('callback', '')],
        given.backchannelLogoutUri ?? null,
        given.secretHash ?? null,
        JSON.stringify(given.protocol ?? { publicClient: true }),
        given.enabled ?? true,
        given.hidden ?? false,
        given.status ?? 'Running',
        `http://localhost:9/${given.name}/`,
        given.publicUrl ?? null,
        given.prerelease ?? false,
      ],
    )
    await tx.query(`insert into role (id, application_id, name) values ($1, $2, $3)`, [
      roleId,
      row?.id,
      given.role ?? 'Member',
    ])
    for (const scope of given.scopes ?? [])
      await tx.query(`insert into role_scope (role_id, scope) values ($1, $2)`, [roleId, scope])
    return row?.id ?? 0
  })
  return { id, name: given.name, redirectUri, roleId }
}

export const zeroTenant = '00000000-0000-0000-0000-000000000000'

/** Gives a role directly, at the global tenant unless told otherwise. */
export const grant = (
  portico: TestPortico,
  {
    identityId,
    roleId,
    tenantId = zeroTenant,
    inheritable = true,
    identityType = 'User',
  }: { identityId: string; roleId: string; tenantId?: string; inheritable?: boolean; identityType?: string },
) =>
  portico.write(async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
       values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, identity_id) do update set is_inheritable = excluded.is_inheritable
       returning id`,
      [randomUUID(), tenantId, identityType, identityId, inheritable],
    )
    await tx.query(`insert into tenant_member_role (member_id, role_id) values ($1, $2) on conflict do nothing`, [
      row?.id,
      roleId,
    ])
  })

/** A member without any role: somebody whom those who act there know (T81). */
export const addMembership = (
  portico: TestPortico,
  { identityId, tenantId }: { identityId: string; tenantId: string },
) =>
  portico.write((tx) =>
    tx.query(`insert into tenant_member (id, tenant_id, identity_type, identity_id) values ($1, $2, 'User', $3)`, [
      randomUUID(),
      tenantId,
      identityId,
    ]),
  )

export const addTenant = async (
  portico: TestPortico,
  { parentId, twoFactor = false, title = 'Tenant' }: { parentId?: string; twoFactor?: boolean; title?: string } = {},
) => {
  const id = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into tenant (id, title, parent_id, requires_two_factor) values ($1, $2, $3, $4)`, [
      id,
      title,
      parentId ?? null,
      twoFactor,
    ]),
  )
  return id
}

export type Tokens = { access_token: string; id_token: string; refresh_token: string }

/** The whole sign-in of the portal's own client, by HTTP: authorize, password, code, token. */
export const signIn = async (
  portico: TestPortico,
  person: Pick<Person, 'userName'>,
  given: {
    password?: string
    browser?: ReturnType<typeof createBrowser>
    clientId?: string
    redirectUri?: string
    scope?: string
  } = {},
) => {
  const browser = given.browser ?? createBrowser(portico.origin)
  const { verifier, challenge } = pkce()
  const clientId = given.clientId ?? 'identity'
  const redirectUri = given.redirectUri ?? `${portico.identityUrl}/callback`
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: given.scope ?? 'openid profile identity',
    state: 's',
    nonce: 'n',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  let location = (await browser.get(`/identity/connect/authorize?${request}`)).headers.get('location') ?? ''
  if (location.includes('/account/login')) {
    const returnUrl = new URL(location, portico.origin).searchParams.get('ReturnUrl') ?? ''
    const answer = (
      await browser.post('/api/v1/account/login', {
        userName: person.userName,
        password: given.password ?? password,
        rememberLogin: false,
        returnUrl,
      })
    ).json<{ success: boolean; redirectTo: string; errors: string[] }>()
    if (!answer.success) throw new Error(`no sign-in: ${JSON.stringify(answer)}`)
    location = (await browser.get(answer.redirectTo)).headers.get('location') ?? ''
  }
  const code = new URL(location, portico.origin).searchParams.get('code')
  if (!code) throw new Error(`no code in ${location}`)
  const { status, body } = await tokenCall(portico.origin, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`)
  return { browser, tokens: body as unknown as Tokens, bearer: { authorization: `Bearer ${body['access_token']}` } }
}

export const claimsOf = <T = Record<string, unknown>>(jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as T
