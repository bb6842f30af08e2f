// T52: a foreign page reads nothing, with or without the cookies of a visitor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { codeFor, exchange, proof } from './attacker.ts'

let portico: TestPortico
let person: Person
let browser: Browser
let bearer: Record<string, string>
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  browser = createBrowser(portico.origin)
  ;({ bearer } = await signIn(portico, person, { browser }))
  await browser.get('/identity/home')
  await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
  await addApplication(portico, { name: 'desktop', redirectUri: 'desktop://callback' })
})
afterAll(() => portico.close())

describe('other origins', () => {
  const evil = () => [
    'https://evil.example',
    'null',
    'https://shop.example.evil.example',
    'https://evil-shop.example',
    'https://shop.example:444',
    'http://shop.example',
    'https://SHOP.example',
    'https://shop.example.',
    'https://shop.example@evil.example',
    'https://sub.shop.example',
    `${portico.origin}.evil.example`,
    'desktop://callback',
    '*',
    '',
  ]
  const api = ['/api/v1/profile', '/api/v1/config', '/api/v1/account/login', '/identity/api/v1/nothing']
  const provider = [
    '/identity/connect/token',
    '/identity/connect/userinfo',
    '/identity/connect/revocation',
    '/identity/connect/introspect',
  ]

  test('T52 the API and the provider allow no origin that is not registered, not before a call and not with it', async () => {
    for (const origin of evil())
      for (const path of [...api, ...provider])
        for (const method of ['OPTIONS', 'GET', 'POST']) {
          const headers: Record<string, string> = {
            origin,
            ...bearer,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          }
          const answer = await browser.request(method, path, { headers })
          expect([origin, method, path, answer.headers.get('access-control-allow-origin')]).toEqual([
            origin,
            method,
            path,
            null,
          ])
          expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
        }
  })

  test('T52 a registered origin may call with its own token, never with cookies', async () => {
    for (const path of ['/api/v1/profile', '/identity/connect/userinfo', '/identity/connect/token'])
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await browser.request(method, path, {
          headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
        })
        if (path.endsWith('token') && method === 'GET') continue
        expect([method, path, headers.get('access-control-allow-origin')]).toEqual([
          method,
          path,
          'https://shop.example',
        ])
        expect(headers.get('access-control-allow-credentials')).toBeNull()
        expect(headers.get('vary')).toContain('Origin')
      }
  })

  test('T52 a registered origin may also say which preview was seen (decision 0027)', async () => {
    const { headers } = await browser.request('OPTIONS', '/api/v1/profile', {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
    })
    expect(headers.get('access-control-allow-headers')).toMatch(/\bif-match\b/)
  })

  test('T52 a page elsewhere exchanges no code and reads no claims', async () => {
    const code = await codeFor(portico, browser)
    for (const origin of evil().filter(Boolean)) {
      const { status, body } = await exchange(portico, code, {}, { origin })
      expect([origin, status, body['access_token']]).toEqual([origin, 403, undefined])
      const claims = await browser.get('/identity/connect/userinfo', { ...bearer, origin })
      expect([origin, claims.status, claims.text.includes(person.id)]).toEqual([origin, 403, false])
    }
    expect((await exchange(portico, code, { code_verifier: proof.verifier })).status).toBe(200)
  })

  test('T52 an application is no origin for another one’s codes', async () => {
    const { status, body } = await exchange(
      portico,
      await codeFor(portico, browser),
      {},
      { origin: 'https://shop.example' },
    )
    expect([status, body['access_token']]).toEqual([400, undefined])
  })
})
