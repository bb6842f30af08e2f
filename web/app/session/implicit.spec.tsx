// R9-21: the specification's own sign-in, `id_token token`, with real keys and a real hidden frame.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { atHashOf } from '#web/lib/session/id-token.ts'
import { close, config, identityUrl, inSeconds, marta, open } from '#web/app/portal.harness.tsx'

let keys: CryptoKeyPair
let jwks: object

beforeAll(async () => {
  keys = (await generateKeyPair('ES256')) as CryptoKeyPair
  jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }] }
})
afterEach(close)

const settings = { responseType: 'id_token token' as const }
const tokensKey = 'portico.tokens:identity'

const idToken = async (claims: object) =>
  new SignJWT({ ...marta, exp_time: inSeconds(3600), at_hash: await atHashOf('access-1', 'ES256'), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(identityUrl)
    .setAudience('identity')
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(keys.privateKey)

const fragment = (pairs: Record<string, string>) =>
  new URLSearchParams({
    access_token: 'access-1',
    token_type: 'Bearer',
    expires_in: '900',
    scope: config.scopes,
    ...pairs,
  }).toString()

/** Leaves for the sign-in, and comes back with what `answer` makes of the request. */
const signInWith = async (
  answer: (request: URLSearchParams) => Promise<Record<string, string>>,
  at = '/identity/profile',
) => {
  const first = await open({ who: 'nobody', settings, at })
  await expect.poll(() => first.visited.length).toBe(1)
  const request = new URL(first.visited[0] ?? '', location.origin).searchParams
  const storage = { ...localStorage }
  await close()
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value)
  const answers = { 'GET /identity/oidc/jwks': { body: jwks } }
  const harness = await open({
    who: 'nobody',
    settings,
    at: `/identity/callback#${fragment(await answer(request))}`,
    answers,
  })
  return { ...harness, request }
}

const good = async (request: URLSearchParams) => ({
  state: request.get('state') ?? '',
  id_token: await idToken({ nonce: request.get('nonce') }),
})

test('R9-21 R4.1-01 the sign-in asks for id_token and token, and the user is back on the same address with tokens in the local storage', async () => {
  const { request, heading } = await signInWith(good)
  expect(Object.fromEntries(request)).toMatchObject({
    response_type: 'id_token token',
    client_id: 'identity',
    scope: config.scopes,
    redirect_uri: `${identityUrl}/callback`,
  })
  await expect.element(heading('Profile')).toBeVisible()
  expect(location.pathname + location.hash).toBe('/identity/profile')
  expect(JSON.parse(localStorage.getItem(tokensKey) ?? '{}')).toMatchObject({ accessToken: 'access-1' })
})

const faults: [name: string, change: (request: URLSearchParams) => Promise<Record<string, string>>, says: RegExp][] = [
  [
    'a state of nobody',
    async (request) => ({ ...(await good(request)), state: 'invented' }),
    /does not belong to a request/,
  ],
  [
    'another nonce',
    async (request) => ({ ...(await good(request)), id_token: await idToken({ nonce: 'other' }) }),
    /nonce/,
  ],
  [
    'an access token that was exchanged',
    async (request) => ({ ...(await good(request)), access_token: 'access-2' }),
    /does not belong to the id token/,
  ],
  [
    'a broken signature',
    async (request) => ({
      ...(await good(request)),
      id_token: (await idToken({ nonce: request.get('nonce') })).slice(0, -8) + 'AAAAAAAA',
    }),
    /signature/,
  ],
  [
    'a refusal',
    async (request) => ({ state: request.get('state') ?? '', error: 'access_denied', error_description: 'Not you' }),
    /Not you/,
  ],
]

test.each(faults)('R2.4-32 an answer with %s is not believed', async (_name, change, says) => {
  const { heading, page } = await signInWith(change)
  await expect.element(heading('ERROR')).toBeVisible()
  await expect.element(page.getByText(says)).toBeVisible()
  expect(localStorage.getItem(tokensKey)).toBeNull()
})

const stored = (claims: object = {}) =>
  localStorage.setItem(
    tokensKey,
    JSON.stringify({
      accessToken: 'old',
      idToken: 'old-id',
      claims: { ...marta, exp_time: inSeconds(3600), ...claims },
      scopes: config.scopes.split(' '),
      endsAt: Date.now() + 900_000,
    }),
  )

/** The server's part of a silent sign-in: answers the hidden frame as portal.tsx relays it. */
const answerFrames = (answer: (request: URLSearchParams) => Promise<string>) => {
  const watch = new MutationObserver(async (records) => {
    for (const frame of records
      .flatMap(({ addedNodes }) => [...addedNodes])
      .filter((node) => node instanceof HTMLIFrameElement)) {
      const request = new URL(frame.src).searchParams
      const url = `${identityUrl}/silent#${await answer(request)}`
      frame.removeAttribute('src')
      frame.srcdoc = `<script>parent.postMessage({ source: 'oidc-client', url: ${JSON.stringify(url)} }, '*')</script>`
    }
  })
  watch.observe(document.body, { childList: true })
  return watch
}

test('R4.1-03 R9-21 a refused call renews the tokens in a hidden frame with prompt=none', async () => {
  stored()
  const prompts: (string | null)[] = []
  const watch = answerFrames(async (request) => {
    prompts.push(request.get('prompt'))
    return fragment(await good(request))
  })
  const { text } = await open({
    who: 'nobody',
    settings,
    answers: {
      'GET /identity/oidc/jwks': { body: jwks },
      'GET /admin/applications/homeInfo': ({ headers }) =>
        headers.get('authorization') === 'Bearer access-1'
          ? { body: { applications: { items: [], count: 0 }, clientPortalAppId: null } }
          : { status: 401 },
    },
  })
  await expect.element(text(/It seems that you dont have access/)).toBeVisible()
  watch.disconnect()
  expect(prompts).toEqual(['none'])
  expect(document.querySelector('#root ~ iframe')).toBeNull()
})

test('R4.1-01 where the server has no session any more, the user has to sign in', async () => {
  stored()
  const watch = answerFrames(async (request) =>
    new URLSearchParams({ state: request.get('state') ?? '', error: 'login_required' }).toString(),
  )
  const { visited } = await open({
    who: 'nobody',
    settings,
    answers: { 'GET /admin/applications/homeInfo': { status: 401 } },
  })
  await expect.poll(() => visited.length).toBe(1)
  watch.disconnect()
  expect(visited[0]).toMatch(/response_type=id_token\+token/)
  expect(localStorage.getItem(tokensKey)).toBeNull()
})

test.each([
  ['given', good],
  ['refused', async (request: URLSearchParams) => ({ state: request.get('state') ?? '', error: 'login_required' })],
])(
  'R4.1-02 R9-21 a renewal that is %s after the session was closed neither brings it back nor leads elsewhere',
  async (_, answer) => {
    stored()
    const { promise: told, resolve: answerNow } = Promise.withResolvers<void>()
    const asked = vi.fn()
    const watch = answerFrames(async (request) => {
      asked()
      await told
      return fragment(await answer(request))
    })
    const { button, visited } = await open({
      who: 'nobody',
      settings,
      answers: {
        'GET /identity/oidc/jwks': { body: jwks },
        'GET /admin/applications/homeInfo': { status: 401 },
      },
    })
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    await button(/^Your account/).click()
    await button('Close session').click()
    await expect.poll(() => visited.length).toBe(1)
    answerNow()
    await navigator.locks.request('portico.session', () => {})
    watch.disconnect()
    expect(localStorage.getItem(tokensKey)).toBeNull()
    expect(visited).toEqual([expect.stringMatching(/session\/end/)])
  },
)
