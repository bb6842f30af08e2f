// The usual call of the userinfo endpoint is answered beside the provider, and as the provider would, whatever became
// of the token, its session, its grant or its person (docs/decisions/0055).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { createUserinfo } from './userinfo.ts'

let portico: TestPortico
let parties: Record<'shop' | 'old' | 'club', RelyingParty>
beforeAll(async () => {
  portico = await startTestPortico()
  parties = {
    shop: await addRelyingParty(portico, { name: 'shop', role: 'Clerk', scopes: ['orders.read'] }),
    old: await addRelyingParty(portico, { name: 'old', role: 'Clerk', protocol: { namespacedClaims: true } }),
    club: await addRelyingParty(portico, { name: 'club', role: 'Guest' }),
  }
})
afterAll(() => portico.close())

type SignedInPerson = { person: Person; party: RelyingParty; token: string }

const signedIn = async (name: keyof typeof parties, { scope = 'openid profile email', restricted = false } = {}) => {
  const party = parties[name]
  const person = await addPerson(portico, restricted ? { restricted } : {})
  await assignRole(portico, { identityId: person.id, roleId: party.roleId })
  const { tokens } = await party.signIn(person, { scope })
  return { person, party, token: tokens.access_token }
}

const address = '/identity/connect/userinfo'
const headersCompared = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'vary',
  'x-content-type-options',
  'access-control-allow-origin',
  'access-control-expose-headers',
]

const shown = (token: string, origin?: string) => ({
  authorization: `Bearer ${token}`,
  ...(origin && { origin }),
})

const ask = async (token: string, { query = '', origin }: { query?: string; origin?: string | undefined }) => {
  const reply = await fetch(`${portico.origin}${address}${query}`, { headers: shown(token, origin) })
  const headers = Object.fromEntries(headersCompared.map((name) => [name, reply.headers.get(name)]))
  return { status: reply.status, headers, body: (await reply.json()) as Record<string, unknown> }
}

/** An unknown parameter is the provider's business, which ignores it. */
const bothWays = async (token: string, origin?: string) => {
  const [usual, providers] = [await ask(token, { origin }), await ask(token, { origin, query: '?unknown=1' })]
  expect(usual).toEqual(providers)
  return usual
}

/** Whether the provider was needed. */
const answeredBeside = async ({ token, party }: SignedInPerson, origin?: string) => {
  const client = {
    clientId: party.name,
    redirectUris: [party.redirectUri],
    'portico:namespaced': party.name === 'old',
  }
  const userinfo = createUserinfo({
    db: portico.database,
    identityUrl: portico.identityUrl,
    clientOf: async () => client as never,
  })
  const request = { method: 'GET', url: address, headers: shown(token, origin) }
  return (await userinfo(request as never)) !== undefined
}

const scopes = ['openid', 'openid email', 'openid profile', 'openid profile email offline_access']

describe.each(['shop', 'old'] as const)('%s', (name) => {
  test.each(scopes)('R3.1-01 a living token of “%s” is answered beside the provider, in its words', async (scope) => {
    const signed = await signedIn(name, { scope })
    const { status, body } = await bothWays(signed.token)
    expect([status, body['sub'], await answeredBeside(signed)]).toEqual([200, signed.person.id, true])
  })
})

test('T52 a page of the application is answered beside the provider, in its words, and no other', async () => {
  const signed = await signedIn('shop')
  const own = 'http://localhost:9'
  expect(await answeredBeside(signed, own)).toBe(true)
  const { status, headers } = await bothWays(signed.token, own)
  expect([status, headers['access-control-allow-origin']]).toEqual([200, own])
  for (const origin of ['null', 'https://shop.example', 'http://localhost:90', `${own}.example`]) {
    expect([origin, await answeredBeside(signed, origin)]).toEqual([origin, false])
    expect((await bothWays(signed.token, origin)).status).toBe(403)
  }
})

const inPayload = (kind: 'AccessToken' | 'Grant', path: string, value: unknown) => (signed: SignedInPerson) =>
  portico.database.execute(
    `update oidc_payload set payload = jsonb_set(payload, $3::text[], $4::jsonb) where user_id = $1 and kind = $2`,
    [signed.person.id, kind, path.split('.'), JSON.stringify(value)],
  )

const run = (sql: string) => (signed: SignedInPerson) => portico.database.execute(sql, [signed.person.id])

/** The provider believes what is written in the token, and not beside it. */
const asOfAnother = async (signed: SignedInPerson) => {
  const { id } = await addPerson(portico)
  for (const kind of ['AccessToken', 'Grant'] as const) await inPayload(kind, 'accountId', id)(signed)
  return portico.database.execute(
    `update session set payload = jsonb_set(payload, '{accountId}', to_jsonb($2::text)) where user_id = $1`,
    [signed.person.id, id],
  )
}

const long = 1_000_000_000

type Change = [what: string, status: number, change: (signed: SignedInPerson) => Promise<unknown>]

const changes: readonly Change[] = [
  ['T14 its person was locked', 401, run(`update portal_user set locked_by_administrator = true where id = $1`)],
  ['T14 its person is a draft again', 401, run(`update portal_user set draft = true where id = $1`)],
  [
    'T14 its person has a new password',
    401,
    run(`update portal_user set security_stamp = gen_random_uuid() where id = $1`),
  ],
  ['T24 its person has lost the role', 200, run(`delete from tenant_member where identity_id = $1`)],
  ['T14 its session was ended', 401, run(`delete from session where user_id = $1`)],
  [
    'T14 its session is over',
    401,
    run(`update session set expires_on = now() - interval '1 second' where user_id = $1`),
  ],
  [
    'its session is for another grant',
    401,
    run(`update session set payload = jsonb_set(payload, '{authorizations}', '{}') where user_id = $1`),
  ],
  ['it was revoked', 401, run(`delete from oidc_payload where user_id = $1 and kind = 'AccessToken'`)],
  [
    'it has expired',
    401,
    run(`update oidc_payload set expires_on = now() where user_id = $1 and kind = 'AccessToken'`),
  ],
  ['it says that it has expired', 401, inPayload('AccessToken', 'exp', long)],
  ['it is for somebody else’s API', 401, inPayload('AccessToken', 'aud', 'https://api.example')],
  ['it is bound to a key', 401, inPayload('AccessToken', 'jkt', 'thumbprint')],
  ['it lacks openid', 403, inPayload('AccessToken', 'scope', 'profile email')],
  ['it has less than its grant', 200, inPayload('AccessToken', 'scope', 'openid email')],
  ['its grant is gone', 401, run(`delete from oidc_payload where user_id = $1 and kind = 'Grant'`)],
  ['its grant has expired', 401, inPayload('Grant', 'exp', long)],
  ['its grant is another application’s', 401, inPayload('Grant', 'clientId', 'club')],
  ['its grant is another person’s', 401, inPayload('Grant', 'accountId', crypto.randomUUID())],
  ['it was spent', 200, run(`update oidc_payload set consumed_on = now() where user_id = $1 and kind = 'AccessToken'`)],
  ['all of it says that it is another person’s', 200, asOfAnother],
  ['its grant has less than the token', 200, inPayload('Grant', 'openid.scope', 'openid')],
  ['its grant rejects a claim', 200, inPayload('Grant', 'rejected', { openid: { claims: ['email'] } })],
]

describe('what became of it is answered alike', () => {
  test.each(changes)('%s', async (_what, status, change) => {
    const signed = await signedIn('shop')
    expect((await bothWays(signed.token)).status).toBe(200)
    expect(await change(signed)).toBeGreaterThan(0)
    expect((await bothWays(signed.token)).status).toBe(status)
  })

  test('A-111 a restricted person who has lost the last role of the application is nobody there', async () => {
    const signed = await signedIn('club', { restricted: true })
    expect((await bothWays(signed.token)).status).toBe(200)
    await run(`delete from tenant_member where identity_id = $1`)(signed)
    expect((await bothWays(signed.token)).status).toBe(401)
  })

  test('T17 what is no token is refused alike', async () => {
    for (const token of ['x', 'a'.repeat(43), 'é', `${'a'.repeat(43)} b`])
      expect((await bothWays(encodeURI(token))).status).toBeGreaterThanOrEqual(400)
  })
})
