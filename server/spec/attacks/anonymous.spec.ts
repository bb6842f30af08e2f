// T77: what anybody may call, often. Nothing is recorded where nothing happened, and an address has a limit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigurationFault, readConfig } from '#server/config.ts'
import { createBrowser, pkce } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

const mostAMinute = 20
const authorization = new URLSearchParams({
  client_id: 'identity',
  response_type: 'code',
  scope: 'openid',
  state: 's',
  code_challenge: pkce().challenge,
  code_challenge_method: 'S256',
})

let portico: TestPortico
let limited: TestPortico
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_TRUST_PROXY: '1' })
  limited = await startTestPortico({ PORTICO_TRUST_PROXY: '1', PORTICO_ANONYMOUS_PER_MINUTE: String(mostAMinute) })
})
afterAll(async () => {
  await portico.close()
  await limited.close()
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const bogus = { cookie: `portico_session=${'x'.repeat(43)}; portico_external=x.y` }

type Call = readonly [name: string, method: 'GET' | 'POST', path: string, body?: unknown]
const calls: readonly Call[] = [
  ['logout', 'GET', '/account/logout'],
  ['endIdentifyAs', 'GET', '/account/endIdentifyAs'],
  ['identifyAs', 'GET', '/account/identifyAs/x'],
  ['externalCallback', 'GET', '/account/externalCallback?code=x&state=y'],
  ['externalLogin', 'GET', '/account/externalLogin'],
  ['validateToken', 'GET', '/account/validateToken/nobody/x'],
  [
    'changePassword',
    'POST',
    '/account/changePassword',
    { identityName: 'nobody', token: 'x'.repeat(43), newPassword: 'Other-Horse-Battery-1' },
  ],
  ['resetPassword', 'POST', '/account/resetPassword', { username: 'nobody@nowhere.example' }],
  ['resetPassword', 'POST', '/account/resetPassword', { username: ' ' }],
  ['resetPassword', 'POST', '/account/resetPassword', { username: 'nobody', language: 'xx' }],
]
const send = (at: TestPortico, [, method, path, body]: Call, headers: Record<string, string> = {}) =>
  createBrowser(at.origin).request(method, `/api/v1${path}`, { headers, ...(body === undefined ? {} : { body }) })

const rows = async ({ database }: TestPortico) =>
  (
    await database.query<{ events: number; jobs: number }>(
      `select (select count(*) from audit_event)::int as events, (select count(*) from pgboss.job where name like 'mail-%')::int as jobs`,
    )
  )[0]

for (const call of calls)
  test(`T77 ${call[0]} ${JSON.stringify(call[3] ?? '')} of nobody writes no row, with a cookie of nobody's neither`, async () => {
    const before = await rows(portico)
    for (const headers of [{}, bogus]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(portico, call, headers)))
      for (const { status } of answers) expect(status).toBeLessThan(500)
    }
    expect(await rows(portico)).toEqual(before)
  })

test('T77 what did happen is recorded: a session that ended, and a reset that somebody may not have', async () => {
  const person = await addPerson(portico, { draft: true })
  const { browser } = await signIn(portico, await addPerson(portico))
  const before = (await rows(portico))?.events ?? 0
  await browser.get('/api/v1/account/logout')
  await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username: person.userName })
  expect((await rows(portico))?.events).toBe(before + 2)
})

describe('T77 an address has a limit', () => {
  test('T77 beyond it the answer is 429, a problem, and says when to come back; others are unharmed', async () => {
    const statuses: number[] = []
    const mine = from('203.0.113.7')
    for (let n = 0; n < 3; n++) for (const call of calls) statuses.push((await send(limited, call, mine)).status)
    expect(statuses.indexOf(429)).toBe(mostAMinute)
    expect(new Set(statuses.slice(mostAMinute))).toEqual(new Set([429]))
    const refused = await send(limited, ['login', 'POST', '/account/login', { userName: 'x', password: 'y' }], mine)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      429,
      'application/problem+json; charset=utf-8',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect((await createBrowser(limited.origin).get(`/identity/connect/authorize?${authorization}`, mine)).status).toBe(
      429,
    )
    expect((await send(limited, calls[5] as Call, from('203.0.113.8'))).status).toBe(200)
  })

  test('T77 instances count together: another one lets an address through no more often than the first', async () => {
    await limited.startAnother()
    const elsewhere = `http://localhost:${limited.others[0]?.port}`
    const ask = async (origin: string) =>
      (await createBrowser(origin).request('GET', '/api/v1/account/logout', { headers: from('203.0.113.99') })).status
    for (let n = 0; n < mostAMinute; n++) expect(await ask(limited.origin)).not.toBe(429)
    expect(await ask(limited.origin)).toBe(429)
    // What is told is heard a moment later; by itself the other one would let as many through again.
    let letIn = 0
    await until(async () => {
      const refused = (await ask(elsewhere)) === 429
      if (!refused) letIn += 1
      return refused
    })
    expect(mostAMinute + letIn).toBeLessThan(mostAMinute * 1.5)
  })

  test('T77 an IPv6 network is one address, and what pages and watchers read is not counted', async () => {
    for (let n = 0; n < mostAMinute; n++) await send(limited, calls[5] as Call, from(`2001:db8::${n + 1}`))
    expect((await send(limited, calls[5] as Call, from('2001:db8::ffff'))).status).toBe(429)
    const { bearer } = await signIn(limited, await addPerson(limited))
    const browser = createBrowser(limited.origin)
    for (const path of ['/online', '/config', '/applications/status/identity']) {
      const answers = await Promise.all(
        Array.from({ length: mostAMinute + 5 }, () => browser.get(`/api/v1${path}`, from('2001:db8::1'))),
      )
      expect([path, answers.filter(({ status }) => status === 429).length]).toEqual([path, 0])
    }
    expect((await browser.get('/api/v1/profile', { ...bearer, ...from('2001:db8::1') })).status).toBe(200)
  })
})

describe('T77 the address is the one that the last proxy of ours saw', () => {
  const seenThrough = async (proxies: string, forwarded: string) => {
    const other = await startTestPortico({ PORTICO_TRUST_PROXY: proxies })
    await createBrowser(other.origin).post(
      '/api/v1/account/login',
      { userName: 'nobody', password: 'x' },
      from(forwarded),
    )
    const [row] = await other.database.query<{ ip: string }>(`select ip from audit_event where type = 'sign-in.failed'`)
    await other.close()
    return row?.ip
  }

  test.each([
    ['false', '127.0.0.1'],
    ['true', '10.0.0.7'],
    ['1', '10.0.0.7'],
    ['2', '198.51.100.9'],
    ['loopback,10.0.0.0/8', '198.51.100.9'],
  ])('T77 with PORTICO_TRUST_PROXY=%s it is %s, whatever a caller wrote on the left', async (proxies, address) => {
    expect(await seenThrough(proxies, '6.6.6.6, 198.51.100.9, 10.0.0.7')).toBe(address)
  })

  test('T77 what is neither a number nor a list of proxies stops the start', () => {
    for (const wrong of ['everybody', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3', '-1', 'loopback,,'])
      expect(() => readConfig({ PORTICO_TRUST_PROXY: wrong }), wrong).toThrow(ConfigurationFault)
  })
})
