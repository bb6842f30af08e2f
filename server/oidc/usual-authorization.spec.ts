// The usual authorization request is answered beside the provider, and as the provider would, whatever became of the
// session, its grant or its person (docs/decisions/0071).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Authorizing,
  authorizeBothWays,
  codeIn,
  isAnsweredBeside as isBeside,
  withParameters,
} from '#server/spec/testing/authorization-requests.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import {
  addRelyingParties,
  land,
  type RelyingParty,
  type RelyingPartyFields,
} from '#server/spec/testing/relying-party.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'

const secret = 'a-secret-of-an-application'

const kinds = {
  shop: { scopes: ['orders.read'] },
  vault: { secret },
  hybrid: { secret, protocol: { responseTypes: ['code', 'code id_token'] } },
  told: { backchannelLogoutUri: 'http://localhost:9/logout' },
  native: { redirectUri: 'http://127.0.0.1/back', protocol: { native: true, publicClient: true } },
  query: { redirectUri: 'http://localhost:9/query?page=1&code=old' },
  implicit: { protocol: { responseTypes: ['id_token token'] } },
  club: { role: 'Guest' },
} satisfies Record<string, Omit<RelyingPartyFields, 'name'>>
type Kind = keyof typeof kinds

let portico: TestPortico
let parties: Record<Kind, RelyingParty>
beforeAll(async () => {
  portico = await startTestPortico()
  parties = await addRelyingParties(portico, kinds)
})
afterAll(() => portico.close())

const requestOf = async (kind: Kind, more: Record<string, string> = {}) => (await parties[kind].begin(more)).url

type SignedIn = Authorizing & { readonly person: Person; readonly kind: Kind }

/** A request of somebody who has signed in at the portal, and not opened the application yet. */
const signedIn = async (
  kind: Kind,
  {
    restricted = false,
    rememberLogin = false,
    ...more
  }: { restricted?: boolean; rememberLogin?: boolean } & object = {},
): Promise<SignedIn> => {
  const person = await addPerson(portico, restricted ? { restricted } : {})
  const browser = createBrowser(portico.origin)
  await browser.post('/api/v1/account/login', { userName: person.userName, password, rememberLogin })
  return { person, kind, browser, url: await requestOf(kind, more as Record<string, string>) }
}

/** The application has been opened before, in the same session. */
const openedBefore = async (kind: Kind, before: Record<string, string> = {}, more: Record<string, string> = {}) => {
  const first = await signedIn(kind, before)
  expect(codeIn(await land(portico, first.browser, first.url))).toBeTruthy()
  return { ...first, url: await requestOf(kind, more) }
}

const bothWays = async (asking: Authorizing) => {
  const { usual, provided } = await authorizeBothWays(portico, asking)
  expect(usual).toEqual(provided)
  return usual
}

describe.each(['shop', 'vault', 'hybrid', 'told', 'native', 'query'] as const)('%s', (kind) => {
  test('a browser without a session is sent to the sign-in page beside the provider, with the whole request', async () => {
    const asking = { browser: createBrowser(portico.origin), url: await requestOf(kind) }
    expect(await isBeside(asking)).toBe(true)
    const { status, path, waiting } = await bothWays(asking)
    expect([status, path, waiting?.['redirect_uri']]).toEqual([
      303,
      '/identity/account/login',
      parties[kind].redirectUri,
    ])
  })

  test('anyone who is signed in gets a code beside the provider, in its words', async () => {
    expect(await isBeside(await signedIn(kind))).toBe(true)
    const asking = await signedIn(kind)
    const { status, code, grant, session } = await bothWays(asking)
    expect([status, code?.['userId'], grant?.['userId']]).toEqual([303, asking.person.id, asking.person.id])
    expect(session).toMatchObject({ payload: { authorizations: { [kind]: { grantId: 'new 1' } } } })
  })

  test('so does anyone who opens it again, with the same grant', async () => {
    expect(await isBeside(await openedBefore(kind))).toBe(true)
    expect((await bothWays(await openedBefore(kind))).status).toBe(303)
  })
})

describe('the request', () => {
  const alike: readonly (readonly [what: string, kind: Kind, more: Record<string, string>])[] = [
    ['the least scope', 'shop', { scope: 'openid' }],
    ['T83 offline_access', 'shop', { scope: 'offline_access openid email' }],
    ['a hint and a language', 'shop', { login_hint: 'ana', ui_locales: 'fr de' }],
    ['a state that has to be written otherwise', 'shop', { state: 'a b+c%26&d=é"<>#?/' }],
    ['RFC 8252 another port of the own machine', 'native', { redirect_uri: 'http://127.0.0.1:50123/back' }],
    ['what a sign-in left in the address', 'shop', { login_after: 'c2hvcA.x' }],
  ]
  test.each(alike)('%s: beside the provider, in its words', async (_what, kind, more) => {
    const somebody = await signedIn(kind, more)
    expect(await isBeside(somebody)).toBe(true)
    expect((await bothWays(await signedIn(kind, more))).status).toBe(303)
    const nobody = { browser: createBrowser(portico.origin), url: await requestOf(kind, more) }
    expect(await isBeside(nobody)).toBe(true)
    expect((await bothWays(nobody)).path).toBe('/identity/account/login')
  })

  test('no challenge, of an application with a secret', async () => {
    const { url, ...asking } = await signedIn('vault')
    const bare = {
      ...asking,
      url: withParameters(url, { code_challenge: undefined, code_challenge_method: undefined }),
    }
    expect(await isBeside(bare)).toBe(true)
    expect((await bothWays({ ...bare, browser: (await signedIn('vault')).browser })).status).toBe(303)
  })

  test('neither state nor nonce', async () => {
    const { url, ...asking } = await signedIn('shop')
    const { status } = await bothWays({ ...asking, url: withParameters(url, { state: undefined, nonce: undefined }) })
    expect(status).toBe(303)
  })

  test('less than before gets less, in the order of the grant', async () => {
    const asking = await openedBefore('shop', { scope: 'openid profile email' }, { scope: 'email openid' })
    expect(await isBeside(await openedBefore('shop', {}, { scope: 'email openid' }))).toBe(true)
    expect((await bothWays(asking)).code).toMatchObject({ payload: { scope: 'openid email' } })
  })

  test('a session that outlives the browser is kept until its end', async () => {
    expect((await bothWays(await signedIn('shop', { rememberLogin: true }))).cookies[0]?.expires).toBe(true)
    expect((await bothWays(await signedIn('shop'))).cookies[0]?.expires).toBe(false)
  })
})

describe('the provider answers', () => {
  type Unusual = readonly [what: string, kind: Kind, change: Record<string, string | undefined>, status: number]
  const unusual: readonly Unusual[] = [
    ['another address to go back to', 'shop', { redirect_uri: 'http://localhost:9/shop/other' }, 400],
    ['an address under the right one', 'shop', { redirect_uri: 'http://localhost:9/shop/callback/x' }, 400],
    ['no address to go back to', 'shop', { redirect_uri: undefined }, 400],
    ['an unknown application', 'shop', { client_id: 'nobody' }, 400],
    ['no application', 'shop', { client_id: undefined }, 400],
    ['another answer', 'hybrid', { response_type: 'code id_token' }, 303],
    ['T18 an answer it may not have', 'implicit', {}, 303],
    ['no kind of answer', 'shop', { response_type: undefined }, 303],
    ['another way back', 'shop', { response_mode: 'fragment' }, 303],
    [
      'T18 no challenge of a public application',
      'shop',
      { code_challenge: undefined, code_challenge_method: undefined },
      303,
    ],
    ['T18 a plain challenge', 'shop', { code_challenge_method: 'plain' }, 303],
    ['a challenge without its method', 'vault', { code_challenge_method: undefined }, 303],
    ['a method without its challenge', 'vault', { code_challenge: undefined }, 303],
    ['a challenge that is too short', 'shop', { code_challenge: 'short' }, 303],
    ['a challenge with other signs', 'shop', { code_challenge: `${'a'.repeat(42)}+` }, 303],
    ['an unknown scope', 'shop', { scope: 'openid orders.read' }, 303],
    ['a scope it may not have', 'shop', { scope: 'openid identity' }, 303],
    ['a scope twice', 'shop', { scope: 'openid email openid' }, 303],
    ['no openid', 'shop', { scope: 'profile', nonce: undefined }, 303],
    ['an empty state', 'shop', { state: '' }, 303],
    ['the wish for a sign-in', 'shop', { prompt: 'login' }, 303],
    ['the wish for none', 'shop', { prompt: 'none' }, 303],
    ['an age', 'shop', { max_age: '3600' }, 303],
    ['a class of authentication', 'shop', { acr_values: 'urn:portico:two-factors' }, 303],
    ['claims', 'shop', { claims: '{"id_token":{"email":null}}' }, 303],
    ['a hint about somebody', 'shop', { id_token_hint: 'x' }, 303],
    ['a request object', 'shop', { request: 'x' }, 303],
    ['the name of something that every object has', 'shop', { constructor: 'x' }, 303],
  ]
  test.each(unusual)('where there is %s', async (_what, kind, change, status) => {
    const { url, ...asking } = await signedIn(kind)
    const changed = { ...asking, url: withParameters(url, change) }
    expect(await isBeside(changed)).toBe(false)
    expect((await bothWays(changed)).status).toBe(status)
  })

  test.each(['client_id', 'state', 'scope'])('T3 where %s comes twice', async (name) => {
    const asking = await signedIn('shop')
    asking.url.searchParams.append(name, asking.url.searchParams.get(name) ?? '')
    expect(await isBeside(asking)).toBe(false)
    expect((await bothWays(asking)).code).toBeUndefined()
  })

  test('where the method is another', async () => {
    const { browser, url } = await signedIn('shop')
    const { status, headers } = await browser.request('PUT', url.href)
    expect([status, headers.get('location')]).toEqual([404, null])
  })

  test('where more is asked for than before', async () => {
    expect(await isBeside(await openedBefore('shop', { scope: 'openid' }, { scope: 'openid email' }))).toBe(false)
    const { code } = await bothWays(await openedBefore('shop', { scope: 'openid' }, { scope: 'openid email' }))
    expect(code).toMatchObject({ payload: { scope: 'openid email' } })
  })

  test.each([
    ['of nobody', 'portico_session=' + 'a'.repeat(43)],
    ['that Portico did not set', 'portico_session=x'],
    ['that is empty', 'portico_session='],
  ])('where there is a cookie %s', async (_what, cookie) => {
    const browser = createBrowser(portico.origin, { cookie })
    const asking = { browser, url: await requestOf('shop') }
    expect(await isBeside(asking)).toBe(false)
    expect((await bothWays(asking)).path).toBe('/identity/account/login')
  })

  test('where there are two sessions', async () => {
    const { browser, url } = await signedIn('shop')
    const cookie = `portico_session=${browser.jar.get('portico_session')}`
    expect(await isBeside({ browser: createBrowser(portico.origin, { cookie }), url })).toBe(true)
    const two = createBrowser(portico.origin, { cookie: `${cookie}; ${cookie}` })
    expect(await isBeside({ browser: two, url })).toBe(false)
  })

  test('where a policy denies it, and the log says so once', async () => {
    const asking = await signedIn('shop')
    const body = `mode: enforce\nrules:\n  - effect: deny\n    reason: Closed\n    when:\n      users: [${asking.person.userName}]\n`
    const insert = `insert into security_document (kind, id, title, body) values ('policy', 'closed', 'Closed', $1)`
    await portico.database.execute(insert, [body])
    const { location } = await asking.browser.follow(asking.url.href, ({ pathname }) =>
      pathname.endsWith('accessDenied'),
    )
    expect(location?.pathname).toBe('/identity/account/accessDenied')
    const denied = () =>
      portico.database.query(`select 1 from audit_event where type = 'access-policy.denied' and subject = $1`, [
        asking.person.id,
      ])
    expect(await until(async () => (await denied()).length || undefined)).toBe(1)
    await portico.database.execute(`delete from security_document where id = 'closed'`)
  })
})

type Change = readonly [what: string, path: string, change: (asking: SignedIn) => Promise<number>]

const run =
  (sql: string, ...values: readonly unknown[]) =>
  ({ person }: SignedIn) =>
    portico.database.execute(sql, [person.id, ...values])
const ofSession = (set: string) => run(`update session set ${set} where user_id = $1`)
const ofGrant = (set: string) => run(`update oidc_payload set ${set} where user_id = $1 and kind = 'Grant'`)
const inGrant = (path: string, value: unknown) =>
  ofGrant(`payload = jsonb_set(payload, '{${path}}', '${JSON.stringify(value)}')`)
const [page, back] = ['/identity/account/login', '/shop/callback']

const changes: readonly Change[] = [
  ['T14 its person was locked', page, run(`update portal_user set locked_by_administrator = true where id = $1`)],
  ['T14 its person is a draft again', page, run(`update portal_user set draft = true where id = $1`)],
  [
    'T14 its person has a new password',
    page,
    run(`update portal_user set security_stamp = gen_random_uuid() where id = $1`),
  ],
  ['T14 the session was ended', page, run(`delete from session where user_id = $1`)],
  ['T14 the session is over', page, ofSession('expires_on = now()')],
  ['the session says that it is over', page, ofSession(`payload = jsonb_set(payload, '{exp}', '1000000000')`)],
  ['the session is nobody’s', page, ofSession(`payload = payload - 'accountId'`)],
  [
    'the session is somebody else’s',
    page,
    ofSession(`payload = jsonb_set(payload, '{accountId}', to_jsonb(gen_random_uuid()))`),
  ],
  ['the session holds nothing', back, ofSession(`payload = payload - 'authorizations'`)],
  [
    'the session holds an identifier only',
    back,
    ofSession(`payload = jsonb_set(payload, '{authorizations,shop}', '{"sid":"one"}')`),
  ],
  [
    'the session was confirmed by two factors',
    back,
    ofSession(`payload = payload || '{"amr":["pwd","otp"],"acr":"urn:x"}'`),
  ],
  ['the grant is gone', back, run(`delete from oidc_payload where user_id = $1 and kind = 'Grant'`)],
  ['the grant is over', back, ofGrant('expires_on = now()')],
  ['the grant says that it is over', back, inGrant('exp', 1_000_000_000)],
  ['the grant is another person’s', back, inGrant('accountId', crypto.randomUUID())],
  ['the grant is another application’s', '/none', inGrant('clientId', 'club')],
  ['the grant has less', back, inGrant('openid', { scope: 'openid' })],
  ['the grant has another order', back, inGrant('openid', { scope: 'email profile openid' })],
  ['the grant rejects a scope', back, inGrant('rejected', { openid: { scope: 'email' } })],
]

describe('what became of it is answered alike', () => {
  test.each(changes)('%s', async (_what, path, change) => {
    const asking = await openedBefore('shop')
    expect(await change(asking)).toBeGreaterThan(0)
    expect((await bothWays(asking)).path).toBe(path)
  })

  test('A-111 a restricted person is let in with a role, and not without', async () => {
    const asking = await signedIn('club', { restricted: true })
    expect(await isBeside(asking)).toBe(false)
    expect((await bothWays(asking)).path).toBe('/identity/account/accessDenied')
    await assignRole(portico, { identityId: asking.person.id, roleId: parties.club.roleId })
    expect(await isBeside(asking)).toBe(true)
    expect((await bothWays(asking)).path).toBe('/club/callback')
  })
})
