// The usual request of a machine is answered beside the provider, and as the provider would (docs/decisions/0075).
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParties, type RelyingPartyFields, verified } from '#server/spec/testing/relying-party.ts'
import {
  type Asking,
  isAnsweredBeside as isBeside,
  type PartyKind,
  partySecret as secret,
  type PostedForm,
  postChanged,
  postToken,
} from '#server/spec/testing/token-requests.ts'
import { secretMatcher } from './clients.ts'

const scopes = 'ledger:read ledger:write'
const machine = { clientCredentials: true, clientScopes: scopes.split(' ') }
const kinds = {
  robot: { secret, protocol: machine },
  body: { secret, protocol: { ...machine, authMethod: 'client_secret_post' } },
  silent: { secret, protocol: { clientCredentials: true } },
  people: { secret },
  open: { protocol: machine },
} satisfies Record<string, Omit<RelyingPartyFields, 'name'>>
type Kind = keyof typeof kinds

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
  await addRelyingParties(portico, kinds)
})
afterAll(() => portico.close())

const partyKind = (kind: Kind): PartyKind => (kind === 'body' ? 'body' : kind === 'open' ? 'public' : 'header')

const asking = (kind: Kind, shown: Record<string, string> = {}): Asking => ({
  name: kind,
  kind: partyKind(kind),
  shown: { grant_type: 'client_credentials', ...shown },
})

/** Without what is made by chance, and the moment. */
const answerOf = async (reply: Response) => {
  const { date: _, 'content-length': length, ...headers } = Object.fromEntries(reply.headers)
  const { access_token: token, ...body } = (await reply.json()) as Record<string, unknown>
  if (typeof token !== 'string') return { status: reply.status, headers, body }
  const { jti, iat = 0, exp = 0, ...claims } = decodeJwt(token)
  const made = { jti: String(jti).length, lasts: exp - iat, isNow: Math.abs(iat - Date.now() / 1000) < 30 }
  return { status: reply.status, headers, length, body, header: decodeProtectedHeader(token), claims, made }
}

/** An unknown parameter is the provider's business, which ignores it. */
const bothWays = async (asked: Asking) => {
  const [usual, provided] = await Promise.all([
    postToken(portico, asked).then(answerOf),
    postToken(portico, { ...asked, shown: { ...asked.shown, unknown: '1' } }).then(answerOf),
  ])
  expect(usual).toEqual(provided)
  return usual
}

const isAnsweredBeside = (
  asked: Asking,
  { changed = {}, own = scopes }: { changed?: Partial<PostedForm>; own?: string } = {},
) =>
  isBeside(portico, asked, {
    changed,
    grantTypes: asked.name === 'people' ? ['authorization_code'] : ['client_credentials'],
    scopes: own,
  })

describe.each(['robot', 'body'] as const)('%s', (kind) => {
  test.each([
    ['none of its scopes', {}, undefined],
    ['one of its scopes', { scope: 'ledger:read' }, 'ledger:read'],
    ['all of them', { scope: 'ledger:write ledger:read' }, 'ledger:write ledger:read'],
    ['one of them twice', { scope: 'ledger:read ledger:read' }, 'ledger:read'],
  ])('who asks for %s gets a token beside the provider, in its words', async (_what, shown, scope) => {
    const asked = asking(kind, shown)
    expect(await isAnsweredBeside(asked)).toBe(true)
    const { status, body, claims } = await bothWays(asked)
    expect([status, body['scope'], claims?.['scope']]).toEqual([200, scope, scope])
    expect(claims).toMatchObject({ sub: kind, client_id: kind, aud: `${portico.identityUrl}/api` })
  })
})

test('its token is signed by the published key', async () => {
  const reply = (await (await postToken(portico, asking('robot'))).json()) as { access_token: string }
  const { protectedHeader } = await verified(portico, reply.access_token, `${portico.identityUrl}/api`)
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
})

test('an application without scopes gets a token without any', async () => {
  expect(await isAnsweredBeside(asking('silent'), { own: '' })).toBe(true)
  expect((await bothWays(asking('silent'))).body).not.toHaveProperty('scope')
})

describe('the provider answers', () => {
  test.each<[what: string, asked: Asking, status: number]>([
    ['a scope that is not its own', asking('robot', { scope: 'ledger:read admin' }), 200],
    ['a scope of people', asking('robot', { scope: 'openid' }), 200],
    ['a scope that it may not have', asking('robot', { scope: 'identity' }), 400],
    ['an empty scope', asking('robot', { scope: '' }), 200],
    ['a scope with two blanks', asking('robot', { scope: 'ledger:read  ledger:write' }), 400],
    ['an application that asks for people only', asking('people'), 400],
    ['RFC 6749 §4.4 an application without a secret', asking('open'), 400],
    ['an audience', asking('robot', { resource: 'https://elsewhere.example' }), 400],
    ['a page of elsewhere', { ...asking('robot'), origin: 'https://elsewhere.example' }, 403],
  ])('%s', async (_what, asked, status) => {
    expect(await isAnsweredBeside(asked)).toBe(false)
    expect((await bothWays(asked)).status).toBe(status)
  })

  test.each(['identity', 'offline_access'])(
    '%s, of people, also where an application calls it its own',
    async (scope) => {
      expect(await isAnsweredBeside(asking('robot', { scope }), { own: scope })).toBe(false)
    },
  )

  test('an empty scope where there are none', async () => {
    expect(await isAnsweredBeside(asking('silent', { scope: '' }), { own: '' })).toBe(false)
  })

  test('a wrong secret, and one that is shown twice', async () => {
    const wrong = { headers: { authorization: `Basic ${btoa('robot:another-secret')}` } }
    const twice = (body: string) => ({ body: `${body}&client_secret=${secret}` })
    expect(await isAnsweredBeside(asking('robot'), { changed: wrong })).toBe(false)
    expect((await postChanged(portico, asking('robot'), () => wrong)).status).toBe(401)
    expect((await postChanged(portico, asking('robot'), twice)).status).toBe(400)
  })
})

test('a page of its own may ask, as far as the provider lets it', async () => {
  const own = { ...asking('robot'), origin: 'http://localhost:9' }
  expect(await isAnsweredBeside(own)).toBe(true)
  expect((await bothWays(own)).status).toBe(200)
})

test('a wrong secret is hashed once, though two look at it, and the right one is let in afterwards', async () => {
  const verify = vi.fn(async (_hash: string, presented: string) => presented === 'right')
  const matches = secretMatcher({ verify } as never)
  expect([await matches('hash', 'wrong'), await matches('hash', 'wrong'), await matches('other', 'wrong')]).toEqual([
    false,
    false,
    false,
  ])
  expect(verify).toHaveBeenCalledTimes(2)
  expect(await matches('hash', 'right')).toBe(true)
})
