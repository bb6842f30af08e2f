// The usual exchange of a code is answered beside the provider, and as the provider would, whatever became of the code,
// its session, its grant or its person (docs/decisions/0069).
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import {
  addRelyingParties,
  land,
  type RelyingParty,
  type RelyingPartyFields,
  verified,
} from '#server/spec/testing/relying-party.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import {
  type Asking,
  askBothWays,
  askForTokens,
  isAnsweredBeside,
  type PartyKind,
  partySecret as secret,
  postChanged,
  postToken,
  type PostedForm,
  type TokenChange,
  tokenChanges,
  tokenAddress,
  tokenForm,
} from '#server/spec/testing/token-requests.ts'

const kinds = {
  shop: { scopes: ['orders.read'] },
  old: { protocol: { namespacedClaims: true } },
  header: { secret },
  body: { secret, protocol: { authMethod: 'client_secret_post' } },
  hybrid: { secret, protocol: { responseTypes: ['code', 'code id_token'], authMethod: 'client_secret_post' } },
  told: { backchannelLogoutUri: 'http://localhost:9/logout' },
  club: { role: 'Guest' },
  rsa: { protocol: { idTokenAlg: 'RS256' } },
} satisfies Record<string, Omit<RelyingPartyFields, 'name'>>
type Kind = keyof typeof kinds

let portico: TestPortico
let parties: Record<Kind, RelyingParty>
beforeAll(async () => {
  portico = await startTestPortico()
  parties = await addRelyingParties(portico, kinds)
})
afterAll(() => portico.close())

const partyKinds: Partial<Record<Kind, PartyKind>> = { header: 'header', body: 'body', hybrid: 'body' }
const partyKind = (kind: Kind) => partyKinds[kind] ?? 'public'

type Code = { readonly person: Person; readonly kind: Kind; readonly asking: Asking; readonly verifier: string }

const newVerifier = () => randomBytes(32).toString('base64url')

/** A code, with everything that its exchange needs. */
const codeFor = async (
  kind: Kind,
  {
    restricted = false,
    proves = true,
    ...more
  }: { restricted?: boolean; proves?: boolean; [name: string]: unknown } = {},
): Promise<Code> => {
  const person = await addPerson(portico, restricted ? { restricted } : {})
  const { roleId, redirectUri, begin } = parties[kind]
  await assignRole(portico, { identityId: person.id, roleId })
  const verifier = newVerifier()
  const { url } = await begin(more as Record<string, string>)
  url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  for (const name of proves ? [] : ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
  const landed = await land(portico, createBrowser(portico.origin), url, person)
  const code = landed.searchParams.get('code') ?? new URLSearchParams(landed.hash.slice(1)).get('code') ?? ''
  const shown = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(proves && { code_verifier: verifier }),
  }
  return { person, kind, verifier, asking: { name: kind, kind: partyKind(kind), shown } }
}

const bothWays = async ({ asking }: Pick<Code, 'asking'>) => {
  const { usual, provided } = await askBothWays(portico, asking)
  expect(usual).toEqual(provided)
  return usual
}

const rulesOf = ({ kind }: Pick<Code, 'kind'>) => (kind === 'rsa' ? { alg: 'RS256' } : {})
const isBeside = (code: Code, changed: Partial<PostedForm> = {}) =>
  isAnsweredBeside(portico, code.asking, { changed, ...rulesOf(code) })

describe.each(['shop', 'old', 'header', 'body', 'told'] as const)('%s', (kind) => {
  test.each(['openid', 'openid email', 'openid profile', 'openid profile email offline_access'])(
    'a code for “%s” is exchanged beside the provider, in its words',
    async (scope) => {
      const code = await codeFor(kind, { scope })
      expect(await isBeside(code)).toBe(true)
      const { status, claims } = await bothWays(code)
      expect([status, claims?.['sub']]).toEqual([200, code.person.id])
    },
  )
})

describe('what the authorization request said besides', () => {
  type Request = [what: string, kind: Kind, more: Record<string, unknown>, beside: boolean]
  const requests: readonly Request[] = [
    ['a class of authentication', 'shop', { acr_values: 'urn:portico:password' }, false],
    ['a sign-in in any case', 'shop', { prompt: 'login' }, false],
    ['a hint', 'shop', { login_hint: 'somebody' }, true],
    ['no challenge, of an application with a secret', 'header', { proves: false }, true],
    ['an id_token at once', 'hybrid', { response_type: 'code id_token' }, true],
    ['an answer in the fragment', 'shop', { response_mode: 'fragment' }, true],
    ['how long ago the sign-in may be', 'shop', { max_age: '3600' }, false],
  ]
  test.each(requests)('%s', async (_what, kind, more, beside) => {
    const code = await codeFor(kind, more)
    expect(await isBeside(code)).toBe(beside)
    expect((await bothWays(code)).status).toBe(200)
  })
})

test('T52 a page of the application may exchange its code, beside the provider', async () => {
  const { asking } = await codeFor('shop')
  const fromPage = { ...asking, origin: 'http://localhost:9' }
  expect(await isAnsweredBeside(portico, fromPage)).toBe(true)
  const { status, headers } = await bothWays({ asking: fromPage })
  expect([status, headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:9'])
})

test('T18 of many who show one code at the same moment one gets tokens, and whoever comes later ends them', async () => {
  const { asking, person } = await codeFor('shop')
  const replies = await Promise.all(Array.from({ length: 12 }, () => postToken(portico, asking)))
  const answers = await Promise.all(replies.map(async (reply) => (await reply.json()) as Record<string, string>))
  const [tokens, ...others] = answers.filter((answer) => answer['access_token'])
  expect(others).toEqual([])
  expect((await verified(portico, tokens?.['id_token'] ?? '', 'shop')).payload.sub).toBe(person.id)
  const userinfo = async () =>
    (
      await fetch(`${portico.identityUrl}/connect/userinfo`, {
        headers: { authorization: `Bearer ${tokens?.['access_token']}` },
      })
    ).status
  await postToken(portico, asking)
  expect(await userinfo()).toBe(401)
})

test('T19 the refresh token of an exchange is renewed', async () => {
  const { asking } = await codeFor('shop')
  const first = (await (await postToken(portico, asking)).json()) as Record<string, string>
  const shown = { grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '' }
  const { status, stored } = await bothWays({ asking: { ...asking, shown } })
  expect([status, stored[1]?.payload]).toMatchObject([200, { rotations: 1, gty: 'authorization_code refresh_token' }])
})

test('an exchange is a use of the application, as the log of sessions shows it', async () => {
  const { asking, person } = await codeFor('shop')
  expect((await askForTokens(portico, asking)).status).toBe(200)
  const used = () =>
    portico.database.query(`select 1 from session_log where user_id = $1 and application_name = 'shop'`, [person.id])
  expect(await until(async () => (await used()).length > 0)).toBe(true)
})

const { run, inPayload, alike } = tokenChanges(() => portico, 'AuthorizationCode')

const changes: readonly TokenChange<Code>[] = [
  ...alike,
  ['it is bound to a key', 400, inPayload('AuthorizationCode', 'dpopJkt', 'thumbprint')],
  ['T18 it goes back to another address', 400, inPayload('AuthorizationCode', 'redirectUri', 'http://localhost:9/x')],
  ['T18 its challenge is another', 400, inPayload('AuthorizationCode', 'codeChallenge', newVerifier())],
  ['its challenge is plain', 400, inPayload('AuthorizationCode', 'codeChallengeMethod', 'plain')],
  ['it has a class of authentication', 200, inPayload('AuthorizationCode', 'acr', 'urn:example:class')],
]

describe('what became of it is answered alike', () => {
  test.each(changes)('%s', async (_what, status, change) => {
    const code = await codeFor('shop')
    expect(await change(code)).toBeGreaterThan(0)
    expect((await bothWays(code)).status).toBe(status)
  })

  test('A-111 a restricted person who has lost the last role of the application', async () => {
    const code = await codeFor('club', { restricted: true })
    expect(await isBeside(code)).toBe(true)
    await run(`delete from tenant_member where identity_id = $1`)(code)
    expect((await bothWays(code)).status).toBe(400)
  })
})

describe('the provider answers', () => {
  test('where the application has its tokens signed otherwise', async () => {
    const code = await codeFor('rsa')
    expect(await isBeside(code)).toBe(false)
    const { status, claims } = await bothWays(code)
    expect([status, claims?.['alg']]).toEqual([200, 'RS256'])
  })

  test('where the application may not exchange codes', async () => {
    const { asking } = await codeFor('shop')
    expect(await isAnsweredBeside(portico, asking, { grantTypes: ['refresh_token'] })).toBe(false)
  })

  type Unusual = [what: string, kind: Kind, change: (body: string, code: Code) => Partial<PostedForm>]
  const field = (name: string, value: string) => (body: string) => {
    const form = new URLSearchParams(body)
    form.set(name, value)
    return { body: form.toString() }
  }
  const without = (name: string) => (body: string) => {
    const form = new URLSearchParams(body)
    form.delete(name)
    return { body: form.toString() }
  }
  const unusual: readonly Unusual[] = [
    ['another address', 'shop', () => ({ url: `${tokenAddress}/` })],
    ['T52 a page of another origin', 'shop', () => ({ headers: { origin: 'https://shop.example' } })],
    ['T52 a sandboxed page', 'shop', () => ({ headers: { origin: 'null' } })],
    ['a proof of a key', 'shop', () => ({ headers: { dpop: 'a.b.c' } })],
    ['another grant', 'shop', field('grant_type', 'refresh_token')],
    ['the name of something that every object has', 'shop', field('grant_type', 'constructor')],
    ['another parameter', 'shop', field('scope', 'openid')],
    ['T3 a parameter twice', 'shop', (body) => ({ body: `${body}&client_id=shop` })],
    ['no code', 'shop', without('code')],
    ['nobody', 'shop', without('client_id')],
    ['T18 another application', 'shop', field('client_id', 'club')],
    ['T18 another address to go back to', 'shop', field('redirect_uri', 'http://localhost:9/shop/other')],
    ['T18 no address to go back to', 'shop', without('redirect_uri')],
    ['T18 another verifier', 'shop', field('code_verifier', newVerifier())],
    ['T18 no verifier', 'shop', without('code_verifier')],
    ['an empty verifier', 'shop', field('code_verifier', '')],
    [
      'T18 the challenge as verifier',
      'shop',
      (body, { verifier }) => {
        return field('code_verifier', createHash('sha256').update(verifier).digest('base64url'))(body)
      },
    ],
    ['T19 no secret', 'body', without('client_secret')],
    ['T19 a wrong secret', 'body', field('client_secret', 'wrong')],
    ['T19 a wrong secret in the header', 'header', () => ({ headers: { authorization: `Basic ${btoa('header:x')}` } })],
  ]
  test.each(unusual)('where there is %s', async (_what, kind, change) => {
    const code = await codeFor(kind)
    expect(await isBeside(code)).toBe(true)
    const { name, kind: shownAs, shown } = code.asking
    expect(await isBeside(code, change(tokenForm(name, shownAs, shown).body, code))).toBe(false)
  })

  test.each(unusual.filter(([what]) => what.startsWith('T')))(
    '%s: it refuses, and the code is still good',
    async (_what, kind, change) => {
      const code = await codeFor(kind)
      const refused = await postChanged(portico, code.asking, (body) => change(body, code))
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect((await askForTokens(portico, code.asking)).status).toBe(200)
    },
  )

  test('RFC 7636 where a verifier is shorter than it may be, though it is the right one', async () => {
    const code = await codeFor('shop')
    const short = 'short'
    await inPayload('AuthorizationCode', 'codeChallenge', createHash('sha256').update(short).digest('base64url'))(code)
    const asking = { ...code.asking, shown: { ...code.asking.shown, code_verifier: short } }
    expect(await isAnsweredBeside(portico, asking)).toBe(false)
    expect((await bothWays({ asking })).status).toBe(400)
  })

  test('T18 where a verifier comes for a code without a challenge', async () => {
    const { asking } = await codeFor('header', { proves: false })
    const more = { ...asking, shown: { ...asking.shown, code_verifier: newVerifier() } }
    expect(await isAnsweredBeside(portico, more)).toBe(false)
    expect((await bothWays({ asking: more })).status).toBe(400)
  })
})
