// Renewal and its refusals, with a played provider: the frame is played, everything else is as in a browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { meansSignedOut } from './auth-port.ts'
import { codeAdapter } from './code-adapter.ts'
import { openHidden } from './hidden-frame.ts'

vi.mock('./hidden-frame.ts', () => ({ openHidden: vi.fn() }))
const frame = vi.mocked(openHidden)

const issuer = 'https://portal.example/identity'
const config = { identityServerUrl: issuer, clientId: 'identity', scopes: 'openid profile' } as unknown as RuntimeConfig
const storageKey = `portico.user:${issuer}:identity`

const base64 = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
const idToken = (claims: object) =>
  `${base64({ alg: 'none' })}.${base64({ iss: issuer, aud: 'identity', ...claims })}.x`

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/oidc/auth`,
  token_endpoint: `${issuer}/oidc/token`,
  end_session_endpoint: `${issuer}/oidc/session/end`,
}

type Answer = { status?: number; body: object } | Error
let answers: Answer[]
let sent: URLSearchParams[]
const tokens = (more: object = {}) => ({ access_token: 'new', token_type: 'Bearer', expires_in: 900, ...more })

/** Kept as a browser keeps it; the stored requests are read by name. */
class Shelf {
  getItem(name: string) {
    return (this as unknown as Record<string, string>)[name] ?? null
  }
  setItem(name: string, value: string) {
    Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
  }
  removeItem(name: string) {
    delete (this as unknown as Record<string, string>)[name]
  }
  key(index: number) {
    return Object.keys(this)[index] ?? null
  }
  get length() {
    return Object.keys(this).length
  }
}

const storedUser = () => JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Record<string, unknown> | null
const store = (change: object = {}) =>
  localStorage.setItem(
    storageKey,
    JSON.stringify({
      access_token: 'old',
      id_token: idToken({ sub: 'marta' }),
      refresh_token: 'refresh-1',
      token_type: 'Bearer',
      scope: 'openid profile',
      profile: { sub: 'marta' },
      session_state: 's-1',
      expires_at: 1,
      ...change,
    }),
  )

/** Comes back from the provider as this person. */
const comeBackAs = (sub: string) =>
  frame.mockImplementation(async (address) => {
    const asked = new URL(address).searchParams
    answers.push({ body: tokens({ id_token: idToken({ sub }), refresh_token: 'refresh-2' }) })
    return `${issuer}/silent?code=c&state=${asked.get('state')}`
  })

beforeEach(() => {
  answers = []
  sent = []
  frame.mockReset()
  vi.stubGlobal('localStorage', new Shelf())
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (String(address).endsWith('openid-configuration')) return Response.json(discovery)
    sent.push(new URLSearchParams(String(init.body)))
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer ?? new Error('nobody answers')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('R9-21 a refresh token brings new tokens, which are kept; what they lack stays', async () => {
  store()
  answers.push({ body: tokens({ refresh_token: 'refresh-2' }) })
  const adapter = codeAdapter(config)
  const renewed = await adapter.renew()
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' })
  expect(renewed).toMatchObject({ accessToken: 'new', claims: { sub: 'marta' }, scopes: ['openid', 'profile'] })
  expect(renewed.endsAt - Date.now()).toBeGreaterThan(890_000)
  expect(storedUser()).toMatchObject({
    access_token: 'new',
    refresh_token: 'refresh-2',
    id_token: idToken({ sub: 'marta' }),
  })
  expect(await adapter.stored()).toEqual(renewed)
  expect(frame).not.toHaveBeenCalled()
})

test('a refused refresh token asks the server’s own session in the frame, with PKCE and without a question', async () => {
  store()
  answers.push({ status: 400, body: { error: 'invalid_grant' } })
  comeBackAs('marta')
  expect(await codeAdapter(config).renew()).toMatchObject({ accessToken: 'new', claims: { sub: 'marta' } })
  const asked = new URL(frame.mock.calls[0]?.[0] ?? '').searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    prompt: 'none',
    response_type: 'code',
    redirect_uri: `${issuer}/silent`,
    code_challenge_method: 'S256',
  })
  expect(sent[1]?.get('code_verifier')?.length).toBeGreaterThan(42)
  expect(storedUser()).toMatchObject({ access_token: 'new', refresh_token: 'refresh-2' })
})

test('without a refresh token the frame is asked at once, also where nobody is stored', async () => {
  comeBackAs('marta')
  expect(await codeAdapter(config).renew()).toMatchObject({ claims: { sub: 'marta' } })
  store({ refresh_token: undefined })
  expect(await codeAdapter(config).renew()).toMatchObject({ accessToken: 'new' })
  expect(frame).toHaveBeenCalledTimes(2)
})

test('somebody else’s session in the frame is none of this person’s, and nothing of it is kept', async () => {
  store({ refresh_token: undefined })
  comeBackAs('tobias')
  const refused = await codeAdapter(config)
    .renew()
    .catch((error: unknown) => error)
  expect(meansSignedOut(refused)).toBe(true)
  expect(storedUser()).toMatchObject({ access_token: 'old', profile: { sub: 'marta' } })
})

test('a refused frame means signed out, and a network that is away does not', async () => {
  store()
  answers.push(new TypeError('Failed to fetch'))
  expect(
    meansSignedOut(
      await codeAdapter(config)
        .renew()
        .catch((error: unknown) => error),
    ),
  ).toBe(false)
  expect(frame).not.toHaveBeenCalled()
  frame.mockImplementation(
    async (address) => `${issuer}/silent?error=login_required&state=${new URL(address).searchParams.get('state')}`,
  )
  answers.push({ status: 400, body: { error: 'invalid_grant' } })
  expect(
    meansSignedOut(
      await codeAdapter(config)
        .renew()
        .catch((error: unknown) => error),
    ),
  ).toBe(true)
  expect(storedUser()).toMatchObject({ access_token: 'old' })
})

test('R4.1-01 signing in leaves the page and comes back where it was asked for, once', async () => {
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { assign })
  const adapter = codeAdapter(config)
  await adapter.signIn('/identity/profile')
  const asked = new URL(assign.mock.calls[0]?.[0] ?? '').searchParams
  expect(Object.fromEntries(asked)).toMatchObject({ redirect_uri: `${issuer}/callback`, scope: 'openid profile' })
  const back = `${issuer}/callback?code=c&state=${asked.get('state')}`
  answers.push({ body: tokens({ id_token: idToken({ sub: 'marta' }) }) })
  expect(await adapter.finish(back)).toMatchObject({ returnTo: '/identity/profile', tokens: { accessToken: 'new' } })
  expect(storedUser()).toMatchObject({ access_token: 'new' })
  await expect(adapter.finish(back)).rejects.toThrow(/state/)
  await expect(adapter.finish(`${issuer}/callback?code=c&state=foreign`)).rejects.toThrow(/state/)
  await adapter.forget()
  expect(storedUser()).toBeNull()
})
