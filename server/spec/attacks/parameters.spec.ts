// T3, T37: parameters given twice, in two places, or out of place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, codeFor, exchange, issued, proof, rightRequest, signedInBrowser } from './attacker.ts'

let portico: TestPortico
let person: Person
let browser: Browser
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  browser = await signedInBrowser(portico, person)
  await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
})
afterAll(() => portico.close())

const errorOf = (location: string | null) => new URL(location ?? '', portico.origin).searchParams.get('error')

describe('parameters given twice', () => {
  const twice = [
    'client_id',
    'redirect_uri',
    'state',
    'response_type',
    'scope',
    'nonce',
    'code_challenge',
    'prompt',
    'response_mode',
  ]

  test('T3 an authorization request with a parameter twice issues nothing', async () => {
    const before = await issued(portico)
    for (const name of twice) {
      const value = rightRequest(portico)[name]
      const answer = await authorize(browser, [
        ...Object.entries(rightRequest(portico)),
        ...(value ? [] : [[name, 'none']]),
        [name, value ?? 'none'],
      ])
      const location = answer.headers.get('location')
      expect([name, location === null ? answer.status : errorOf(location)]).toEqual([
        name,
        location === null ? 400 : 'invalid_request',
      ])
      expect(location ?? '').not.toMatch(/[?&#]code=/)
    }
    expect(await issued(portico)).toBe(before)
  })

  test('T3 a POST with parameters in its query as well is refused, at every address of the provider', async () => {
    const before = await issued(portico)
    const code = await codeFor(portico, browser)
    const token = {
      grant_type: 'authorization_code',
      client_id: 'identity',
      code,
      redirect_uri: `${portico.identityUrl}/callback`,
      code_verifier: proof.verifier,
    }
    for (const [path, form] of [
      ['authorize', rightRequest(portico)],
      ['token', token],
      ['endsession', { client_id: 'identity' }],
      ['revocation', { client_id: 'identity', token: code }],
      ['introspect', { token: code }],
    ] as const)
      for (const query of [
        'client_id=identity',
        'client_id=shop',
        'redirect_uri=https://evil.example',
        'state=other',
        'x=1',
      ]) {
        const answer = await browser.request('POST', `/identity/connect/${path}?${query}`, {
          form: form as Record<string, string>,
        })
        expect([path, query, answer.status, answer.headers.get('location')]).toEqual([path, query, 400, null])
      }
    expect(await issued(portico)).toBe(before + 1)
    expect((await exchange(portico, code)).status).toBe(200)
  })

  test('T3 a token request with a parameter twice spends nothing', async () => {
    const code = await codeFor(portico, browser)
    const right = {
      grant_type: 'authorization_code',
      client_id: 'identity',
      code,
      redirect_uri: `${portico.identityUrl}/callback`,
      code_verifier: proof.verifier,
    }
    for (const [name, value] of Object.entries(right)) {
      const body = new URLSearchParams([...Object.entries(right), [name, value]]).toString()
      const answer = await browser.request('POST', '/identity/connect/token', {
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([name, answer.status]).toEqual([name, 400])
    }
    expect((await exchange(portico, code)).status).toBe(200)
  })

  test('T3 a sign-out with a parameter twice goes nowhere', async () => {
    for (const query of [
      'client_id=shop&client_id=identity',
      'client_id=shop&state=a&state=b',
      'client_id=shop&post_logout_redirect_uri=https://shop.example/&post_logout_redirect_uri=https://evil.example/',
      'id_token_hint=a&id_token_hint=b',
    ])
      expect([query, (await browser.get(`/identity/connect/endsession?${query}`)).status]).toEqual([query, 400])
  })

  test('T3 parameters as lists or objects, with a null byte or of great length are an error of the caller, never of ours', async () => {
    const odd = [
      'client_id[]=identity',
      'client_id[a]=identity',
      'client_id=identity%00',
      'client_id=%00',
      `client_id=${'x'.repeat(20_000)}`,
      'client_id=__proto__',
      'client_id=constructor',
      '__proto__=x',
      'scope=%00',
      'client_id=%ff%fe',
    ]
    for (const query of odd) {
      const answer = await browser.get(`/identity/connect/authorize?${query}`)
      expect([query.slice(0, 40), answer.status]).toEqual([query.slice(0, 40), 400])
      const token = await browser.request('POST', '/identity/connect/token', {
        body: `grant_type=authorization_code&code=x&${query}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([query.slice(0, 40), [400, 401].includes(token.status)]).toEqual([query.slice(0, 40), true])
    }
    for (const token of ['\0', 'a\0b'])
      expect(
        (await browser.request('POST', '/identity/connect/revocation', { form: { client_id: 'identity', token } }))
          .status,
      ).toBeLessThan(500)
  })

  test('T3 a JSON body is none: the provider reads forms only', async () => {
    const answer = await browser.post('/identity/connect/token', {
      grant_type: 'authorization_code',
      client_id: 'identity',
    })
    expect(answer.status).toBe(400)
  })
})

describe('what else a request may carry', () => {
  test('T37 request, request_uri and registration are refused, and nobody is called', async () => {
    let calls = 0
    const listener = createServer((_, response) => {
      calls++
      response.end()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    for (const bent of [
      { request: 'eyJhbGciOiJub25lIn0.e30.' },
      { request_uri: `http://127.0.0.1:${port}/request.jwt` },
      { registration: '{}' },
    ] as Record<string, string>[]) {
      const location = (await authorize(browser, rightRequest(portico, bent))).headers.get('location')
      expect(errorOf(location)).toMatch(/not_supported/)
    }
    listener.close()
    expect(calls).toBe(0)
  })

  test('T17 nobody gets a token for an audience of their own choice', async () => {
    for (const resource of ['https://evil.example/api', `${portico.identityUrl}/api`, 'urn:other']) {
      const location = (await authorize(browser, rightRequest(portico, { resource }))).headers.get('location')
      expect([resource, errorOf(location)]).toEqual([resource, 'invalid_target'])
      const { status, body } = await exchange(portico, await codeFor(portico, browser), { resource })
      expect([resource, status, body['error']]).toEqual([resource, 400, 'invalid_target'])
    }
  })

  test('T18 an application asks for no scope that is not its own', async () => {
    for (const scope of ['openid identity', 'openid admin', 'openid profile identity']) {
      const location = (
        await authorize(
          browser,
          rightRequest(portico, { client_id: 'shop', redirect_uri: 'https://shop.example/callback', scope }),
        )
      ).headers.get('location')
      expect([scope, errorOf(location)]).toEqual([scope, scope === 'openid admin' ? null : 'invalid_scope'])
    }
    const code = await codeFor(portico, browser, {
      client_id: 'shop',
      redirect_uri: 'https://shop.example/callback',
      scope: 'openid profile admin',
    })
    const { body } = await exchange(portico, code, { client_id: 'shop', redirect_uri: 'https://shop.example/callback' })
    expect(body['scope']).toBe('openid profile')
    expect((await browser.get('/api/v1/profile', { authorization: `Bearer ${body['access_token']}` })).status).toBe(401)
  })
})
