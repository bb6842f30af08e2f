// T53, T54: every answer carries its headers, and no spelling of a path leads around a rule.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, raw, rightRequest } from './attacker.ts'

let portico: TestPortico
let person: Person
let browser: Browser
let bearer: Record<string, string>
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  ;({ browser, bearer } = await signIn(portico, person))
})
afterAll(() => portico.close())

const places = [
  '/',
  '/identity',
  '/identity/home',
  '/identity/account/login',
  '/identity/account/changePassword?x=1',
  '/identity/silent',
  '/identity/assets/none.js',
  '/favicon.ico',
  '/nothing',
  '/identity/plain.css',
  '/identity/api/docs',
  '/identity/api/docs/openapi.json',
  '/api/v1/online',
  '/api/v1/config',
  '/api/v1/profile',
  '/api/v1/nothing',
  '/identity/api/v1/nothing',
  '/api/v1/account/lock/not-an-id',
  '/api/v1/account/validateToken/x/y',
  '/api/v1/account/externalLogin',
  '/api/v1/avatars/x',
  '/identity/.well-known/openid-configuration',
  '/identity/connect/jwks',
  '/identity/connect/authorize',
  '/identity/connect/authorize?client_id=identity',
  '/identity/connect/userinfo',
  '/identity/connect/endsession',
  '/identity/connect/nothing',
]

describe('headers', () => {
  test('T53 every answer, good or bad, forbids sniffing and framing, has a policy, and tells no product or version', async () => {
    for (const path of places)
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT']) {
        const { headers, status } = await browser.request(method, path, { headers: bearer })
        const place = `${method} ${path} ${status}`
        expect([place, status < 500]).toEqual([place, true])
        expect([place, headers.get('x-content-type-options')]).toEqual([place, 'nosniff'])
        expect([place, headers.get('referrer-policy')]).toEqual([place, 'no-referrer'])
        const policy = headers.get('content-security-policy') ?? ''
        const framedByUs = path.startsWith('/identity/silent') && ['GET', 'HEAD'].includes(method)
        expect([place, policy]).toEqual([
          place,
          expect.stringContaining(framedByUs ? "frame-ancestors 'self'" : "frame-ancestors 'none'"),
        ])
        expect([place, headers.get('x-frame-options')]).toEqual([place, framedByUs ? 'SAMEORIGIN' : 'DENY'])
        expect([
          place,
          policy.includes("script-src 'unsafe-inline'") ||
            policy.includes('unsafe-eval') ||
            /script-src[^;]*\*/.test(policy),
        ]).toEqual([place, false])
        expect([place, headers.get('server'), headers.get('x-powered-by')]).toEqual([place, null, null])
        expect([place, headers.get('strict-transport-security')]).toEqual([place, null])
      }
  })

  test('T53 a nonce is fresh on every page, and no script of a page goes without it', async () => {
    const nonces = new Set<string>()
    for (let visit = 0; visit < 5; visit++) {
      const { headers, text } = await createBrowser(portico.origin).get('/identity/account/login')
      const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? ''
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      for (const [tag] of text.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(5)
  })

  test('T53 behind https every answer asks for https from then on', async () => {
    const site = await startTestPortico({ PORTICO_URL: 'https://portal.example' })
    for (const path of places)
      expect([path, (await createBrowser(site.origin).get(path)).headers.get('strict-transport-security')]).toEqual([
        path,
        expect.stringMatching(/max-age=(31536000|63072000)/),
      ])
    await site.close()
  })

  test('T53 what is about a person, a session or a token is stored by no cache', async () => {
    const own = [
      '/api/v1/profile',
      '/api/v1/profile/language',
      '/api/v1/admin/dashboard/homeInfo',
      '/api/v1/config',
      '/identity/connect/userinfo',
      '/identity/connect/endsession',
      '/identity/home',
      '/api/v1/account/validateToken/x/y',
      '/api/v1/account/externalLogin',
      '/api/v1/profile?refused',
    ]
    for (const path of own)
      expect([path, (await browser.get(path, bearer)).headers.get('cache-control')]).toEqual([
        path,
        expect.stringContaining('no-store'),
      ])
    expect((await authorize(browser, rightRequest(portico))).headers.get('cache-control')).toContain('no-store')
    expect((await browser.get('/api/v1/profile')).headers.get('cache-control')).toContain('no-store')
    expect(
      (
        await createBrowser(portico.origin).post('/api/v1/account/login', { userName: person.userName, password })
      ).headers.get('cache-control'),
    ).toContain('no-store')
  })
})

describe('paths', () => {
  const secrets = () => [person.id, person.userName, person.email]
  const target = crypto.randomUUID()

  const tricksOf = (path: string) => {
    const [first = '', ...rest] = path.split('/').slice(1)
    const tail = rest.join('/')
    return [
      path.toUpperCase(),
      `${path}/`,
      `${path}//`,
      `/${path}`,
      `/${first}//${tail}`,
      `/${first}/./${tail}`,
      `/${first}/x/../${tail}`,
      `/x/../${first}/${tail}`,
      `/x/%2e%2e/${first}/${tail}`,
      `/${first}/%2e/${tail}`,
      `${path};x`,
      `${path};x=y`,
      `/${first};x/${tail}`,
      `${path}.`,
      `${path}.json`,
      `${path}%20`,
      `${path}%00`,
      `${path}%2f`,
      `${path}%2f..`,
      path.replaceAll('/', '%2f').replace('%2f', '/'),
      path.replace(tail, encodeURIComponent(tail)),
      `/identity${path}`,
      `/identity/identity${path}`,
      `/identity//${path.slice(1)}`,
      `/identity/account/..${path}`,
      `/identity/assets/..${path}`,
      `/identity/assets/%2e%2e${path}`,
      `/identity/connect/..${path}`,
      `${path}?`,
      `${path}#`,
      `${path}??a=b`,
      `/${first}\\${tail.replaceAll('/', '\\')}`,
      path.replace('v1', 'v1%2f.'),
      path.replace('v1', 'V1'),
      path.replace('v1', 'v2'),
      path.replace('profile', 'profil%65'),
      path.replace('account', 'acc%6funt'),
      path.replace('account', '%61ccount'),
      `*${path}`,
      `http://localhost${path}`,
      `http://x@localhost${path}`,
    ]
  }

  test('T54 without a token no spelling of a guarded path gives what it guards', async () => {
    for (const path of [
      '/api/v1/profile',
      '/api/v1/admin/dashboard/homeInfo',
      `/api/v1/account/lock/${target}`,
      '/identity/connect/userinfo',
    ])
      for (const trick of tricksOf(path)) {
        const heard = await raw(
          portico,
          `GET ${trick} HTTP/1.1\r\nHost: localhost\r\nCookie: portico_session=${browser.jar.get('portico_session')}\r\nConnection: close\r\n\r\n`,
        )
        expect([trick, secrets().filter((secret) => heard.includes(secret))]).toEqual([trick, []])
        expect([trick, /^HTTP\/1\.1 (200|3\d\d|4\d\d)/.test(heard)]).toEqual([trick, true])
        // A page of ours may come back; data may not.
        if (heard.startsWith('HTTP/1.1 200'))
          expect([trick, heard]).toEqual([trick, expect.stringMatching(/content-type: text\/html/i)])
      }
  })

  test('T54 a role that is missing is missing in every spelling', async () => {
    for (const trick of tricksOf(`/api/v1/account/lock/${person.id}`)) {
      const heard = await raw(
        portico,
        `GET ${trick} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer['authorization']}\r\nConnection: close\r\n\r\n`,
      )
      expect([trick, heard.includes('"success":true')]).toEqual([trick, false])
    }
    expect(
      await portico.database.query(`select locked_by_administrator as locked from portal_user where id = $1`, [
        person.id,
      ]),
    ).toEqual([{ locked: false }])
  })

  test('T54 no path leads out of the folder of files', async () => {
    for (const path of [
      '/identity/assets/../index.html',
      '/identity/assets/..%2findex.html',
      '/identity/assets/%2e%2e/%2e%2e/package.json',
      '/identity/assets/..\\..\\package.json',
      '/identity/assets/%2e%2e%5cindex.html',
      '/identity/assets//etc/passwd',
      '/identity/assets/%00',
      '/identity/api-docs/../../package.json',
      '/identity/api-docs/..%2f..%2fpackage.json',
      '/identity/demo/mail/..%2f..%2fpackage.json',
      '/identity/demo/mail/..%2f..%2f..%2f..%2fetc%2fpasswd/body',
    ]) {
      const heard = await raw(portico, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect([path, /"devDependencies"|root:x:0/.test(heard)]).toEqual([path, false])
      expect([path, /^HTTP\/1\.1 (200|[34]\d\d)/.test(heard)]).toEqual([path, true])
    }
  })

  test('T54 an unknown path of the API is 404 in JSON, below both of its addresses', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/identity/api/v1/nothing',
      '/identity/api/v1/',
      '/identity/identity/api/v1/profile',
      '/api/v2/profile',
    ]) {
      const answer = await browser.get(path, bearer)
      if (path.startsWith('/identity/identity')) expect(answer.text).not.toContain(person.id)
      else
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
          path,
          404,
          'application/problem+json; charset=utf-8',
        ])
    }
  })

  test('T50 TRACE, CONNECT and invented methods are refused and echo nothing', async () => {
    for (const method of ['TRACE', 'TRACK', 'DEBUG', 'PROPFIND', 'CONNECT', 'get', 'GET\t', ''])
      for (const path of ['/api/v1/profile', '/identity/connect/userinfo', '/']) {
        const heard = await raw(
          portico,
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: told-to-nobody\r\nConnection: close\r\n\r\n`,
        )
        expect([
          method,
          path,
          heard === '' || /^HTTP\/1\.1 4\d\d/.test(heard),
          heard.includes('told-to-nobody'),
        ]).toEqual([method, path, true, false])
      }
  })
})

describe('bodies', () => {
  test('T27 bodies that are deep, large, broken or full of tricks are an error of the caller, and the server lives on', async () => {
    const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)
    const bodies = [
      deep('[', ']', 10_000),
      deep('{"a":', '}', 100_000).replace(':}', ':1}'),
      '['.repeat(500_000),
      `{"userName":${deep('[', ']', 50_000)},"password":"x"}`,
      '{"__proto__":{"admin":true},"userName":"x","password":"x"}',
      '{"userName":1e400,"password":"x"}',
      '{"userName":NaN,"password":"x"}',
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '',
      '\0',
      '\ufeff{}',
      '{"userName":{"toString":"x"},"password":"x"}',
      '{"userName":["x"],"password":["x"]}',
      '{"userName":"a\\u0000b","password":"x"}',
      '{"userName":"x","password":"a\\u0000b","returnUrl":"/\\u0000"}',
      '{"userName":"\\ud800","password":"x"}',
      `{"userName":"x","password":"x","more":"${'y'.repeat(1_100_000)}"}`,
      '{"userName":"x","userName":null,"password":"x"}',
      '{"userName":"x","password":"x","constructor":{"prototype":{"admin":true}}}',
    ]
    for (const call of ['login', 'resetPassword', 'verifyCode', 'changePassword'])
      for (const body of bodies) {
        const { status } = await createBrowser(portico.origin).request('POST', `/api/v1/account/${call}`, {
          body,
          headers: { 'content-type': 'application/json' },
        })
        expect([call, body.slice(0, 60), status === 200 || (status >= 400 && status < 500)]).toEqual([
          call,
          body.slice(0, 60),
          true,
        ])
      }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect((await createBrowser(portico.origin).get('/api/v1/online')).status).toBe(200)
  })

  test('T27 a null byte is refused wherever it stands', async () => {
    const stranger = createBrowser(portico.origin)
    for (const path of [
      '/api/v1/account/validateToken/a%00b/x',
      '/api/v1/account/validateToken/x/a%00b',
      '/api/v1/account/logout?returnUrl=%00',
      '/api/v1/account/externalLogin?provider=%00',
      '/api/v1/account/externalCallback?state=%00&code=%00',
      '/api/v1/admin/applications/status/a%00b',
      '/identity/connect/endsession?client_id=%00',
      '/identity/connect/endsession?logout_hint=%00&state=%00',
    ])
      expect([path, (await stranger.get(path)).status < 500]).toEqual([path, true])
    for (const [call, body] of [
      ['login', { userName: 'a\0b', password: 'x' }],
      ['resetPassword', { username: 'a\0b' }],
      ['changePassword', { identityName: 'a\0', token: '\0', newPassword: 'x' }],
      ['verifyCode', { userName: '\0', token: '\0', password: 'x', code: '\0' }],
    ] as const)
      expect([call, (await stranger.post(`/api/v1/account/${call}`, body)).status]).toEqual([call, 400])
    expect(
      (
        await stranger.get('/identity/connect/authorize?client_id=identity', {
          cookie: 'portico_session=%00; portico_device=%00; XSRF-TOKEN=%00',
        })
      ).status,
    ).toBeLessThan(500)
    expect(
      (
        await stranger
          .get('/api/v1/online', { 'user-agent': 'a\u0001b', language: '\u0001' })
          .catch(() => ({ status: 400 }))
      ).status,
    ).toBeLessThan(500)
  })

  test('T50 a request with two lengths, or a length and chunks, is closed and smuggles nothing in', async () => {
    const inner = `GET /api/v1/account/lock/${crypto.randomUUID()} HTTP/1.1\r\nHost: x\r\n\r\n`
    for (const headers of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'Content-Length: +5',
      'Content-Length: 5 5',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: xchunked',
    ]) {
      const heard = await raw(
        portico,
        `POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n${inner}`,
      )
      expect([headers, /^HTTP\/1\.1 4\d\d/.test(heard), heard.match(/HTTP\/1\.1 /g)?.length]).toEqual([
        headers,
        true,
        1,
      ])
    }
    const cookies = Array.from({ length: 5000 }, (_, n) => `c${n}=x`).join('; ')
    expect(
      await raw(portico, `GET /api/v1/profile HTTP/1.1\r\nHost: x\r\nCookie: ${cookies}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 4\d\d/)
    const keys = Array.from({ length: 5000 }, (_, n) => `k${n}=x`).join('&')
    expect(await raw(portico, `GET /api/v1/profile?${keys} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d/,
    )
  })
})
