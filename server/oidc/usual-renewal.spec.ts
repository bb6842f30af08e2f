// The usual renewal is answered beside the provider, and as the provider would, whatever became of the token, its
// session, its grant or its person (docs/decisions/0065).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import {
  addRelyingParties,
  type RelyingParty,
  type RelyingPartyFields,
  verified,
} from '#server/spec/testing/relying-party.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import {
  type Asking,
  askBothWays,
  askForTokens,
  isAnsweredBeside as isBeside,
  type PartyKind,
  partySecret as secret,
  postChanged,
  postToken,
  type PostedForm,
  storedToken,
  type TokenChange,
  tokenChanges,
  tokenAddress as address,
  tokenForm,
  unspend,
} from '#server/spec/testing/token-requests.ts'

const kinds = {
  shop: { scopes: ['orders.read'] },
  old: { protocol: { namespacedClaims: true } },
  header: { secret },
  body: { secret, protocol: { authMethod: 'client_secret_post' } },
  told: { backchannelLogoutUri: 'http://localhost:9/logout' },
  club: { role: 'Guest' },
  rsa: { protocol: { idTokenAlg: 'RS256' } },
  once: {},
} satisfies Record<string, Omit<RelyingPartyFields, 'name'>>
type Kind = keyof typeof kinds

let portico: TestPortico
let parties: Record<Kind, RelyingParty>
beforeAll(async () => {
  portico = await startTestPortico()
  parties = await addRelyingParties(portico, kinds)
})
afterAll(() => portico.close())

type SignedInPerson = { person: Person; kind: Kind; token: string }

const signedIn = async (kind: Kind, { scope = 'openid profile email', restricted = false } = {}) => {
  const person = await addPerson(portico, restricted ? { restricted } : {})
  await assignRole(portico, { identityId: person.id, roleId: parties[kind].roleId })
  const { tokens } = await parties[kind].signIn(person, { scope })
  return { person, kind, token: tokens.refresh_token ?? '' }
}

const partyKind = (kind: Kind): PartyKind => (kind === 'header' || kind === 'body' ? kind : 'public')

const asking = ({ kind, token }: Omit<SignedInPerson, 'person'>): Asking => ({
  name: kind,
  kind: partyKind(kind),
  shown: { grant_type: 'refresh_token', refresh_token: token },
})

const bothWays = async (signed: SignedInPerson) => {
  const { usual, provided } = await askBothWays(portico, asking(signed))
  expect(usual).toEqual(provided)
  return usual
}

const isAnsweredBeside = (signed: Omit<SignedInPerson, 'person'>, changed: Partial<PostedForm> = {}) =>
  isBeside(portico, asking(signed), {
    changed,
    ...(signed.kind === 'rsa' && { alg: 'RS256' }),
    ...(signed.kind === 'once' && { grantTypes: ['authorization_code'] }),
  })

describe.each(['shop', 'old', 'header', 'body', 'told'] as const)('%s', (kind) => {
  test.each(['openid', 'openid email', 'openid profile', 'openid profile email offline_access'])(
    'a living token of “%s” is renewed beside the provider, in its words',
    async (scope) => {
      const signed = await signedIn(kind, { scope })
      expect(await isAnsweredBeside(signed)).toBe(true)
      const { status, claims } = await bothWays(signed)
      expect([status, claims?.['sub']]).toEqual([200, signed.person.id])
    },
  )
})

test('T19 the new token is renewed again, the id_token is signed, and the old one ends it all', async () => {
  const signed = await signedIn('shop')
  const renew = async (token: string) => {
    const reply = await postToken(portico, asking({ ...signed, token }))
    return (await reply.json()) as Record<string, string>
  }
  const first = await renew(signed.token)
  const second = await renew(first['refresh_token'] ?? '')
  expect((await verified(portico, second['id_token'] ?? '', 'shop')).payload.sub).toBe(signed.person.id)
  expect((await storedToken(portico, second['refresh_token']))?.payload).toMatchObject({ rotations: 2 })
  expect(await renew(signed.token)).toMatchObject({ error: 'invalid_grant' })
  expect(await renew(second['refresh_token'] ?? '')).toMatchObject({ error: 'invalid_grant' })
})

test('a renewal is a use of the application, as the log of sessions shows it', async () => {
  const signed = await signedIn('shop')
  const used = () =>
    portico.database.query(`select 1 from session_log where user_id = $1 and application_name = 'shop'`, [
      signed.person.id,
    ])
  await until(async () => (await used()).length > 0)
  await run(`delete from session_log where user_id = $1`)(signed)
  expect((await askForTokens(portico, asking(signed))).status).toBe(200)
  expect(await until(async () => (await used()).length > 0)).toBe(true)
})

test('T19 of many who show one token at the same moment one gets the next', async () => {
  const signed = await signedIn('shop')
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await postToken(portico, asking(signed))).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(11)
})

const { run, inPayload, alike } = tokenChanges(() => portico, 'RefreshToken')

const changes: readonly TokenChange<SignedInPerson>[] = [
  ...alike,
  ['it is bound to a key', 400, inPayload('RefreshToken', 'jkt', 'thumbprint')],
  ['it was renewed before', 200, inPayload('RefreshToken', 'rotations', 7)],
  ['its line is old', 200, inPayload('RefreshToken', 'iiat', 7)],
]

describe('what became of it is answered alike', () => {
  test.each(changes)('%s', async (_what, status, change) => {
    const signed = await signedIn('shop')
    expect(await change(signed)).toBeGreaterThan(0)
    expect((await bothWays(signed)).status).toBe(status)
  })

  test('A-111 a restricted person who has lost the last role of the application', async () => {
    const signed = await signedIn('club', { restricted: true })
    expect((await bothWays(signed)).status).toBe(200)
    await run(`delete from tenant_member where identity_id = $1`)(signed)
    await unspend(portico, signed.token)
    expect((await bothWays(signed)).status).toBe(400)
  })
})

describe('the provider answers', () => {
  test('where the application has its tokens signed otherwise', async () => {
    const signed = await signedIn('rsa')
    expect(await isAnsweredBeside(signed)).toBe(false)
    const { status, claims } = await bothWays(signed)
    expect([status, claims?.['alg']]).toEqual([200, 'RS256'])
  })

  test('where the application may not renew', async () => {
    expect(await isAnsweredBeside(await signedIn('once'))).toBe(false)
  })

  test('where a policy has rules, which it asks', async () => {
    const signed = await signedIn('shop')
    await portico.database.execute(
      `insert into security_document (kind, id, title, body) values ('policy', 'with-rules', 'With rules', 'rules: []')`,
    )
    expect(await isAnsweredBeside(signed)).toBe(false)
    await portico.database.execute(`delete from security_document where id = 'with-rules'`)
    expect(await isAnsweredBeside(signed)).toBe(true)
  })

  type Unusual = [what: string, kind: Kind, change: (body: string) => Partial<PostedForm>]
  const unusual: readonly Unusual[] = [
    ['another address', 'shop', () => ({ url: `${address}/` })],
    ['another method', 'shop', () => ({ method: 'GET' })],
    ['T52 a page of another origin', 'shop', () => ({ headers: { origin: 'https://shop.example' } })],
    ['a proof of a key', 'shop', () => ({ headers: { dpop: 'a.b.c' } })],
    ['an attestation', 'shop', () => ({ headers: { 'oauth-client-attestation': 'a.b.c' } })],
    ['another grant', 'shop', (body) => ({ body: body.replace('=refresh_token', '=authorization_code') })],
    ['another scope', 'shop', (body) => ({ body: `${body}&scope=openid` })],
    ['T3 a parameter twice', 'shop', (body) => ({ body: `${body}&client_id=shop` })],
    ['no token', 'shop', () => ({ body: 'grant_type=refresh_token&client_id=shop' })],
    ['nobody', 'shop', (body) => ({ body: body.replace('&client_id=shop', '') })],
    ['T19 another application', 'shop', (body) => ({ body: body.replace('client_id=shop', 'client_id=club') })],
    ['T19 a secret of one that has none', 'shop', (body) => ({ body: `${body}&client_secret=${secret}` })],
    ['T19 no secret', 'body', (body) => ({ body: body.replace(`&client_secret=${secret}`, '') })],
    ['T19 a wrong secret', 'body', (body) => ({ body: `${body}.` })],
    ['T19 a wrong secret in the header', 'header', () => ({ headers: { authorization: `Basic ${btoa('header:x')}` } })],
    ['a secret in two places', 'header', (body) => ({ body: `${body}&client_secret=${secret}` })],
    ['two applications', 'header', (body) => ({ body: `${body}&client_id=shop` })],
    ['a secret that is encoded', 'header', () => ({ headers: { authorization: `Basic ${btoa('header:a%2Bb')}` } })],
  ]
  test.each(unusual)('where there is %s', async (_what, kind, change) => {
    const signed = await signedIn(kind)
    expect(await isAnsweredBeside(signed)).toBe(true)
    expect(await isAnsweredBeside(signed, change(tokenForm(kind, partyKind(kind), asking(signed).shown).body))).toBe(
      false,
    )
  })

  test.each(unusual.filter(([what]) => what.startsWith('T')))('%s: it refuses', async (_what, kind, change) => {
    const signed = await signedIn(kind)
    expect((await postChanged(portico, asking(signed), change)).status).toBeGreaterThanOrEqual(400)
  })
})
