import { createHash } from 'node:crypto'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { createLogoutReader } from './backchannel.ts'
import type { Provider } from './provider.ts'
import { createSessions } from './sessions.ts'
import { finishByFragment } from './sign-in.ts'

const issuer = 'https://portal.example/identity'
const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const docs = { name: 'docs', title: 'Docs', responseType: 'id_token token' } as const

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let strangers: typeof keys
let provider: Provider
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  strangers = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' }
  provider = {
    issuer,
    metadata: {} as Provider['metadata'],
    client: () => {
      throw new Error('not needed')
    },
    keys: createLocalJWKSet({ keys: [jwk] }),
  }
})

const signed = (claims: Record<string, unknown>, { typ = 'JWT', by = keys }: { typ?: string; by?: typeof keys } = {}) =>
  new SignJWT({ iss: issuer, aud: 'docs', ...claims })
    .setProtectedHeader({ alg: 'RS256', typ })
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(by.privateKey)
const logoutToken = (claims: Record<string, unknown> = {}, options: { typ?: string; by?: typeof keys } = {}) =>
  signed(
    { sid: 'session-1', sub: 'ana', jti: crypto.randomUUID(), events: event, ...claims },
    { typ: 'logout+jwt', ...options },
  )

test('a logout token names the session that is over', async () => {
  expect(await createLogoutReader()(provider, 'docs', await logoutToken())).toEqual({ sid: 'session-1', sub: 'ana' })
})

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another application', { aud: 'grants' }],
  ['a nonce', { nonce: 'n' }],
  ['no event', { events: {} }],
  ['neither session nor person', { sid: undefined, sub: undefined }],
])('a logout token with %s ends nothing', async (_what, claims) => {
  await expect(createLogoutReader()(provider, 'docs', await logoutToken(claims))).rejects.toThrow()
})

test('a logout token of a stranger, of another type or used twice ends nothing', async () => {
  const read = createLogoutReader()
  await expect(read(provider, 'docs', await logoutToken({}, { by: strangers }))).rejects.toThrow()
  await expect(read(provider, 'docs', await logoutToken({}, { typ: 'at+jwt' }))).rejects.toThrow()
  const once = await logoutToken()
  await read(provider, 'docs', once)
  await expect(read(provider, 'docs', once)).rejects.toThrow('used before')
})

test('the end of a session reaches this application and this session only', () => {
  const sessions = createSessions()
  const received = (sid: string, sub = 'ana') => ({
    claims: { sid, sub },
    idToken: '',
    accessTokenExpiresAt: undefined,
    scope: undefined,
    hasRefreshToken: false,
  })
  const [one, two, elsewhere] = [
    sessions.start('docs', received('session-1')),
    sessions.start('docs', received('session-2')),
    sessions.start('grants', received('session-1')),
  ]
  expect(sessions.endAll({ application: 'docs', sid: 'session-1', sub: 'ana' })).toBe(1)
  expect(sessions.find(one, 'docs')).toBeUndefined()
  expect(sessions.find(two, 'docs')).toBeDefined()
  expect(sessions.find(elsewhere, 'grants')).toBeDefined()
  expect(sessions.find(elsewhere, 'docs')).toBeUndefined()
})

const accessToken = 'the-access-token'
const atHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
const pending = {
  application: 'docs',
  state: 'state',
  nonce: 'nonce',
  codeVerifier: '',
  endsAt: Number.POSITIVE_INFINITY,
}
const answer = async (
  given: { claims?: Record<string, unknown>; access?: string; state?: string; by?: typeof keys } = {},
) =>
  new URLSearchParams({
    state: given.state ?? 'state',
    access_token: given.access ?? accessToken,
    expires_in: '900',
    id_token: await signed(
      { sub: 'ana', nonce: 'nonce', at_hash: atHash, ...given.claims },
      given.by ? { by: given.by } : {},
    ),
  })

test('the implicit answer is taken when everything in it belongs together', async () => {
  expect((await finishByFragment(provider, docs, await answer(), pending)).claims['sub']).toBe('ana')
})

test.each([
  ['state', { state: 'other' }],
  ['nonce', { claims: { nonce: 'other' } }],
  ['access token', { access: 'other' }],
  ['audience', { claims: { aud: 'grants' } }],
])('an implicit answer with another %s is refused', async (_what, given) => {
  await expect(finishByFragment(provider, docs, await answer(given), pending)).rejects.toThrow()
})

test('an implicit answer signed by a stranger is refused', async () => {
  await expect(finishByFragment(provider, docs, await answer({ by: strangers }), pending)).rejects.toThrow()
})
