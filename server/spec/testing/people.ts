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
  fields: {
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
  const userName = fields.userName ?? `user-${id.slice(0, 8)}`
  const email = fields.email ?? `${userName}@people.example`
  const passwordHash = await hashOf(portico, fields.password ?? password)
  await portico.write(async (tx) => {
    await insertAccount(tx, {
      id,
      userName,
      email,
      firstName: fields.firstName ?? 'Ana',
      lastName: fields.lastName ?? 'Ruiz',
      language: fields.language ?? 'en',
      areaName: fields.areaName ?? '',
      draft: fields.draft ?? false,
      breakGlass: false,
      passwordHash,
      passwordExpired: fields.expired ?? false,
      now: new Date(),
    })
    if (fields.restricted) await tx.query(`update portal_user set validate_scopes = true where id = $1`, [id])
    if (fields.roles?.length)
      await insertGlobalMember(tx, { id: randomUUID(), userId: id, now: new Date(), roles: fields.roles })
  })
  return { id, userName, email }
}

export type TestApplication = { id: number; name: string; redirectUri: string; roleId: string }

export const addApplication = async (
  portico: TestPortico,
  fields: {
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
  const redirectUri = fields.redirectUri ?? `http://localhost:9/${fields.name}/callback`
  const roleId = randomUUID()
  const id = await portico.write(async (tx) => {
    const [row] = await tx.query<{ id: number }>(
      `insert into application (name, display_name, title, description, descriptions, redirect_uris, post_logout_uris, backchannel_logout_uri,
                                shared_secret_hash, protocol, enabled, hide_in_user_list, status, private_url, public_url, prerelease)
       values ($1, $1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       returning id`,
      [
        fields.name,
        `About ${fields.name}`,
        JSON.stringify(fields.descriptions ?? {}),
        [redirectUri],
        [redirectUri.replace('callback', '')],
        fields.backchannelLogoutUri ?? null,
        fields.secretHash ?? null,
        JSON.stringify(fields.protocol ?? { publicClient: true }),
        fields.enabled ?? true,
        fields.hidden ?? false,
        fields.status ?? 'Running',
        `http://localhost:9/${fields.name}/`,
        fields.publicUrl ?? null,
        fields.prerelease ?? false,
      ],
    )
    await tx.query(`insert into role (id, application_id, name) values ($1, $2, $3)`, [
      roleId,
      row?.id,
      fields.role ?? 'Member',
    ])
    for (const scope of fields.scopes ?? [])
      await tx.query(`insert into role_scope (role_id, scope) values ($1, $2)`, [roleId, scope])
    return row?.id ?? 0
  })
  return { id, name: fields.name, redirectUri, roleId }
}

type Tokens = { access_token: string; id_token: string; refresh_token: string }

/** The whole sign-in of the portal's own client, by HTTP: authorize, password, code, token. */
export const signIn = async (
  portico: Pick<TestPortico, 'origin' | 'identityUrl'>,
  person: Pick<Person, 'userName'>,
  fields: {
    password?: string
    browser?: ReturnType<typeof createBrowser>
    clientId?: string
    redirectUri?: string
    scope?: string
  } = {},
) => {
  const browser = fields.browser ?? createBrowser(portico.origin)
  const { verifier, challenge } = pkce()
  const clientId = fields.clientId ?? 'identity'
  const redirectUri = fields.redirectUri ?? `${portico.identityUrl}/callback`
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: fields.scope ?? 'openid profile identity',
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
        password: fields.password ?? password,
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
