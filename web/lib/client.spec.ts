import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { areas } from '#contract/areas.ts'
import { hub } from '#contract/hub.ts'
import { profile } from '#contract/profile.ts'
import { runtime } from '#contract/runtime.ts'
import { call, connect, sourceOf } from './client.ts'
import { CallProblem } from './problem.ts'
import { timeoutOf } from './timeouts.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

const page = { baseURI: 'https://host.example/identity/', cookie: '', documentElement: { lang: 'fr' } }

beforeEach(() => {
  vi.stubGlobal('document', { ...page })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  connect(undefined)
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const signedIn = (token: string) => connect({ token: () => token, denied: async () => false, accepted: () => {} })
const sent = (index = 0) => {
  const [address, init] = fetched.mock.calls[index] ?? []
  return { address, init, headers: new Headers(init?.headers) }
}

test('R7.1-01 every request carries the bearer token, the language, and the XSRF header when the cookie is there', async () => {
  vi.stubGlobal('document', { ...page, cookie: 'a=b; XSRF-TOKEN=x%2Fy' })
  signedIn('the-token')
  fetched.mockResolvedValue(json({ success: true, errors: [] }))
  await call(hub.favorite, { input: { AppId: 7, IsFavorite: true } })
  const { address, init, headers } = sent()
  expect(address).toBe('/identity/api/v1/admin/applications/favorites')
  expect(init).toMatchObject({ method: 'POST', body: '{"AppId":7,"IsFavorite":true}' })
  expect(Object.fromEntries(headers)).toMatchObject({
    authorization: 'Bearer the-token',
    'x-xsrf-token': 'x/y',
    'accept-language': 'fr',
  })
})

test('R7.1-01 without cookie and sign-in there is neither an XSRF header nor a bearer token', async () => {
  fetched.mockResolvedValue(json({}))
  await call(runtime.config)
  expect(sent().headers.has('x-xsrf-token')).toBe(false)
  expect(sent().headers.has('authorization')).toBe(false)
})

test('R3.4-01 a list is read in either form, as one of ours; what is no list stays as it is', async () => {
  const read = (body: unknown) => {
    fetched.mockResolvedValue(json(body))
    return call(areas.list)
  }
  expect(await read({ items: [1, 2], count: 9, value: [3] })).toEqual({ items: [1, 2], count: 9, value: [3] })
  expect(await read({ value: [1, 2], '@odata.count': 9, countIsExact: false })).toEqual({
    items: [1, 2],
    count: 9,
    countIsExact: false,
  })
  expect(await read({ value: [1, 2] })).toEqual({ items: [1, 2], count: 2 })
  for (const other of [{ value: 'a' }, [{ key: 'a', value: 1 }], null, true]) expect(await read(other)).toEqual(other)
})

test('R7.2-03 the configuration is read at the identity path of the base tag', async () => {
  fetched.mockResolvedValue(json({ serviceUrl: 'https://service.example', environment: 'test' }))
  expect(await call(runtime.config)).toMatchObject({ serviceUrl: 'https://service.example', environment: 'test' })
  expect(sent().address).toBe('/identity/api/v1/config')
})

test('R2.1-05 another base tag moves the calls along', () => {
  vi.stubGlobal('document', { ...page, baseURI: 'https://host.example/elsewhere/' })
  expect(sourceOf(hub.icon, { params: { id: 7 } })).toBe('/elsewhere/api/v1/applications/icon/7')
})

test('parameters go into the path, encoded, and the query into the address without what is absent', async () => {
  expect(sourceOf(profile.avatar, { params: { hash: 'a/b' }, query: { s: 64 } })).toBe(
    '/identity/api/v1/avatar/a%2Fb?s=64',
  )
  expect(sourceOf(profile.avatar, { params: { hash: 'c' }, query: {} })).toBe('/identity/api/v1/avatar/c')
})

test('R7.4-03 a text comes as a text, a file as a file under its name', async () => {
  fetched.mockResolvedValueOnce(new Response('Maintenance', { headers: { 'content-type': 'text/plain' } }))
  expect(await call(hub.status, { params: { applicationName: 'portal' } })).toBe('Maintenance')
  fetched.mockResolvedValueOnce(
    new Response('x', {
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
    }),
  )
  expect(await call(hub.icon, { params: { id: 1 } })).toMatchObject({ name: 'a.png', type: 'image/png' })
})

test('R7.1-02 a call may take 60 s, users with roles 300 s and the configuration 30 s', () => {
  expect(timeoutOf(hub.homeInfo)).toBe(60_000)
  expect(timeoutOf(runtime.config)).toBe(30_000)
  expect(timeoutOf({ path: '/admin/applications/:id/usersWithRoles' })).toBe(300_000)
})

test('R7.1-02 a call without an answer is given up at its time', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation(
    (_address, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const outcome = call(runtime.config).catch((error: CallProblem) => error.kind)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(fetched.mock.calls[0]?.[1].signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBe('timeout')
})

test('R8.1-03 a refusal keeps the server’s words, fields and reference', async () => {
  const body = {
    message: '',
    messages: ['A', 'B'],
    code: 'taken',
    errors: [{ field: 'name', message: 'in use' }],
    reference: 'r-7',
  }
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status: 409 }))
  const problem = await call(hub.homeInfo).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(CallProblem)
  expect(problem).toMatchObject({
    status: 409,
    messages: ['A', 'B'],
    code: 'taken',
    fields: [{ field: 'name', message: 'in use' }],
    reference: 'r-7',
  })
})

test('no network at all is told apart from a refusal', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(hub.homeInfo)).rejects.toMatchObject({ kind: 'unreachable', status: 0 })
})

test('R4.1-03 after a 401 the call is tried again with the new token, as often as the session allows', async () => {
  let token = 'old'
  const accepted = vi.fn()
  const denied = vi.fn(async () => {
    token = 'new'
    return true
  })
  connect({ token: () => token, denied, accepted })
  fetched.mockResolvedValueOnce(json({}, 401)).mockResolvedValueOnce(json({ ok: 1 }))
  await call(hub.homeInfo)
  expect(sent(1).headers.get('authorization')).toBe('Bearer new')
  const endpoint = 'GET /admin/applications/homeInfo'
  expect(denied.mock.calls).toEqual([['old', endpoint]])
  expect(accepted.mock.calls).toEqual([[endpoint]])
})
