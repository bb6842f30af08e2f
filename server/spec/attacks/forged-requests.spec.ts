// T51: a foreign page changes nothing with the cookies of a visitor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { sessionsOf } from './attacker.ts'

let portico: TestPortico
let person: Person
let browser: Browser
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  browser = createBrowser(portico.origin)
  await signIn(portico, person, { browser })
  await browser.get('/identity/home')
  await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
})
afterAll(() => portico.close())

const writes = [
  ['login', { userName: 'x', password }],
  ['verifyCode', { token: 't', userName: 'x', password, code: '1' }],
  ['changePassword', { identityName: 'x', token: 't', newPassword: 'Other-Horse-Battery-9' }],
  ['resetPassword', { username: 'x' }],
] as const
const events = async () =>
  (await portico.database.query<{ n: number }>(`select count(*)::int as n from audit_event`)).at(0)?.n

/** As a victim's browser would send it from another site: with all cookies, without any header a page cannot set. */
const fromElsewhere = (headers: Record<string, string>) => {
  const victim = createBrowser(portico.origin)
  for (const [name, value] of browser.jar) victim.jar.set(name, value)
  return {
    post: (
      path: string,
      options: { body?: unknown; form?: Record<string, string>; headers?: Record<string, string> },
    ) => victim.request('POST', path, { ...options, headers: { 'x-xsrf-token': '', ...options.headers, ...headers } }),
    get: (path: string) => victim.get(path, { 'x-xsrf-token': '', ...headers }),
    victim,
  }
}

describe('forged requests', () => {
  const sources: Record<string, Record<string, string>> = {
    'a form elsewhere': {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    },
    'a script elsewhere': {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
    },
    'a sandboxed frame': { origin: 'null', 'sec-fetch-site': 'cross-site' },
    'a neighbour': { origin: 'https://evil.localhost', 'sec-fetch-site': 'same-site' },
    'an old browser elsewhere': { origin: 'https://evil.example' },
    'a browser that hides where it comes from': { 'sec-fetch-site': 'cross-site' },
    'an address that begins like ours': { origin: 'ORIGIN.evil.example' },
    'our host by another scheme': { origin: 'https://localhost' },
  }

  for (const [name, headers] of Object.entries(sources))
    test(`T51 ${name} changes nothing with a visitor’s cookies`, async () => {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([header, value]) => [header, value.replace('ORIGIN', portico.origin)]),
      )
      const before = await events()
      for (const base of ['/api/v1/account', '/identity/api/v1/account'])
        for (const [call, body] of writes) {
          const answer = await fromElsewhere(sent).post(`${base}/${call}`, {
            body,
            headers: { 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' },
          })
          expect([call, answer.status, answer.headers.getSetCookie()]).toEqual([call, 403, []])
        }
      expect(await events()).toBe(before)
    })

  test('T51 a form, plain text or an upload is not read as JSON', async () => {
    const before = await events()
    for (const [call, body] of writes)
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain; application/json',
        'application/jsonp',
        'application/xml',
      ])
        expect([
          call,
          type,
          (
            await createBrowser(portico.origin).request('POST', `/api/v1/account/${call}`, {
              body: JSON.stringify(body),
              headers: { 'content-type': type },
            })
          ).status,
        ]).toEqual([call, type, 415])
    expect(await events()).toBe(before)
  })

  test('T51 with a session, a missing, empty, other or foreign XSRF token is refused, and the right one is not', async () => {
    const before = await events()
    for (const token of [
      '',
      'x',
      'é'.repeat(24),
      `${browser.jar.get('XSRF-TOKEN')}x`,
      browser.jar.get('XSRF-TOKEN')?.toUpperCase() ?? '',
      'undefined',
    ])
      expect([
        token,
        (
          await fromElsewhere({}).post('/api/v1/account/resetPassword', {
            body: { username: 'x' },
            headers: { 'x-xsrf-token': token },
          })
        ).status,
      ]).toEqual([token, 403])
    const { victim } = fromElsewhere({})
    victim.jar.set('XSRF-TOKEN', '%C3%A9')
    for (const token of ['é', 'a', 'ab', ''])
      expect([
        token,
        (
          await victim.request('POST', '/api/v1/account/resetPassword', {
            body: { username: 'x' },
            headers: { 'x-xsrf-token': token },
          })
        ).status,
      ]).not.toEqual([token, 500])
    victim.jar.delete('XSRF-TOKEN')
    for (const token of ['', 'x'])
      expect(
        (
          await victim.request('POST', '/api/v1/account/resetPassword', {
            body: { username: 'x' },
            headers: { 'x-xsrf-token': token },
          })
        ).status,
      ).toBe(403)
    expect(await events()).toBe(before)
    expect((await browser.post('/api/v1/account/resetPassword', { username: 'x' })).status).toBe(200)
  })

  test('T51 no image, link or frame elsewhere signs a visitor out or in, and no HEAD does', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
    ])
      expect((await fromElsewhere(headers as Record<string, string>).get('/api/v1/account/logout')).status).toBe(403)
    for (const path of ['/api/v1/account/logout', '/identity/api/v1/account/logout']) {
      const before = await events()
      expect((await fromElsewhere({}).victim.request('HEAD', path)).status).toBe(404)
      expect(await events()).toBe(before)
    }
    for (const query of ['', '?client_id=shop&post_logout_redirect_uri=https://shop.example/', '?logout=yes'])
      await fromElsewhere({ 'sec-fetch-site': 'cross-site' }).get(`/identity/connect/endsession${query}`)
    expect(
      (
        await fromElsewhere({}).post('/identity/connect/endsession/confirm', {
          form: { logout: 'yes', xsrf: 'guessed' },
        })
      ).status,
    ).toBe(400)
    expect(
      (await fromElsewhere({}).post('/identity/connect/endsession/confirm', { form: { logout: 'yes' } })).status,
    ).toBe(400)
    expect(await sessionsOf(portico, person)).toBe(1)
  })

  test('T51 a GET that changes state takes the bearer token only, by GET, POST and HEAD', async () => {
    const admin = await addPerson(portico, { roles: ['Administrator'] })
    const their = await signIn(portico, admin)
    const target = await addPerson(portico)
    for (const path of [
      `/api/v1/account/lock/${target.id}`,
      `/api/v1/account/unlock/${target.id}`,
      `/api/v1/profile/resetPassword/${target.userName}`,
    ]) {
      for (const method of ['GET', 'POST'])
        expect([method, path, (await their.browser.request(method, path)).status]).toEqual([method, path, 401])
      expect([path, (await their.browser.request('HEAD', path, { headers: their.bearer })).status]).toEqual([path, 404])
    }
    expect(
      await portico.database.query(`select locked_by_administrator as locked from portal_user where id = $1`, [
        target.id,
      ]),
    ).toEqual([{ locked: false }])
    expect(await portico.database.query(`select 1 from audit_event where subject = $1`, [target.id])).toEqual([])
  })

  test('T51 a method in a header or a field overrides nothing', async () => {
    const before = await events()
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      expect((await browser.get('/api/v1/account/resetPassword?_method=POST', { [header]: 'POST' })).status).toBe(404)
    expect(await events()).toBe(before)
  })
})
