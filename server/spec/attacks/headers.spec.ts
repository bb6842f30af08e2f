// T53: every answer carries its headers, good or bad.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, rightRequest } from './attacker.ts'

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
    for (let requestInfo = 0; requestInfo < 5; requestInfo++) {
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
