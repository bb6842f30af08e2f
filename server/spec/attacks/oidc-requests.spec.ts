// T3, T18: requests of the provider that were bent on the way, and codes in the wrong hands.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, createBrowser, pkce, tokenCall } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, claimsOf, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import {
  authorize,
  codeFor,
  exchange,
  issued,
  proof,
  refresh,
  rightRequest,
  sessionsOf,
  signedInBrowser,
} from './attacker.ts'

const secret = 'a-secret-of-the-backend'
const basic = (name: string, given: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${given}`).toString('base64')}`,
})

let portico: TestPortico
let person: Person
let browser: Browser
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  browser = await signedInBrowser(portico, person)
  await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
  await addApplication(portico, {
    name: 'backend',
    redirectUri: 'https://backend.example/callback',
    protocol: { publicClient: false },
    secretHash: await portico.portico.services.passwords.hash(secret),
  })
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

describe('authorization codes', () => {
  test('T18 a code works once; the second use ends what the first one got', async () => {
    const code = await codeFor(portico, browser)
    const first = await exchange(portico, code)
    const bearer = { authorization: `Bearer ${first.body['access_token']}` }
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(200)
    expect(await exchange(portico, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(401)
    expect((await refresh(portico, first.body['refresh_token'] ?? '')).status).toBe(400)
  })

  test('T18 of twenty who use a code at the same time at most one gets tokens', async () => {
    const code = await codeFor(portico, browser)
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(portico, code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const rows = await portico.database.query<{ kind: string }>(
      `select kind from oidc_payload where kind = 'RefreshToken' and payload ->> 'code' = $1`,
      [code],
    )
    expect(rows.length).toBeLessThanOrEqual(1)
  })

  test('T18 another client, another address, no or another verifier: nothing, and the code is not worth more afterwards', async () => {
    const { verifier } = pkce()
    const wrong: [string, Record<string, string>, Record<string, string>?][] = [
      ['other client', { client_id: 'shop' }],
      ['other address', { redirect_uri: `${portico.identityUrl}/silent` }],
      ['address of a stranger', { redirect_uri: 'https://evil.example/' }],
      ['no address', { redirect_uri: '' }],
      ['no verifier', { code_verifier: '' }],
      ['other verifier', { code_verifier: verifier }],
      ['the challenge as verifier', { code_verifier: proof.challenge }],
      ['other case', { code_verifier: proof.verifier.toUpperCase() }],
      ['a confidential client', { client_id: 'backend' }, basic('backend', secret)],
    ]
    for (const [name, bent, headers] of wrong) {
      const code = await codeFor(portico, browser)
      const { status, body } = await exchange(portico, code, bent, headers)
      expect([name, status >= 400 && status < 500, body['access_token']]).toEqual([name, true, undefined])
    }
  })

  test('T18 a public client cannot leave out the proof, weaken it to plain, or ask without its method', async () => {
    const weaker: Record<string, string>[] = [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
      { code_challenge: proof.verifier, code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { code_challenge: 'short' },
    ]
    for (const bent of weaker) {
      const { headers } = await authorize(browser, rightRequest(portico, bent))
      expect([bent, errorOf(headers.get('location'))]).toEqual([bent, 'invalid_request'])
      expect(headers.get('location')).not.toMatch(/[?&#]code=/)
    }
  })

  test('T18 a client with a secret that began with a proof must end with it', async () => {
    const request = { client_id: 'backend', redirect_uri: 'https://backend.example/callback', scope: 'openid' }
    const right = { redirect_uri: request.redirect_uri, client_id: '' }
    const without = await codeFor(portico, browser, request)
    expect((await exchange(portico, without, { ...right, code_verifier: '' }, basic('backend', secret))).status).toBe(
      400,
    )
    const injected = await codeFor(portico, browser, { ...request, code_challenge: '', code_challenge_method: '' })
    expect((await exchange(portico, injected, right, basic('backend', secret))).status).toBe(400)
  })

  test('T18 a code ends after a minute', async () => {
    const code = await codeFor(portico, browser)
    const [row] = await portico.database.query<{ seconds: number }>(
      `select extract(epoch from expires_on - now())::int as seconds from oidc_payload where kind = 'AuthorizationCode' order by expires_on desc limit 1`,
    )
    expect(row?.seconds).toBeLessThanOrEqual(60)
    await portico.database.query(
      `update oidc_payload set expires_on = expires_on - interval '60 seconds' where kind = 'AuthorizationCode'`,
    )
    expect((await exchange(portico, code)).status).toBe(400)
  })

  test('T18 an application gets only the kinds of answer it is registered for', async () => {
    for (const response_type of [
      'id_token token',
      'id_token',
      'token',
      'code id_token',
      'none',
      'code token',
      'nonsense',
    ]) {
      const { headers, status } = await authorize(
        browser,
        rightRequest(portico, {
          client_id: 'shop',
          redirect_uri: 'https://shop.example/callback',
          scope: 'openid',
          response_type,
        }),
      )
      const location = headers.get('location') ?? ''
      expect([response_type, status]).toEqual([response_type, 303])
      expect(location).toMatch(/error=(unauthorized_client|unsupported_response_type|invalid_request)/)
      expect(location).not.toMatch(/access_token|id_token=|code=/)
    }
  })

  test('T18 the request behind a sign-in page, changed on the way, is checked anew', async () => {
    const stranger = createBrowser(portico.origin)
    const asked = (await authorize(stranger, rightRequest(portico))).headers.get('location') ?? ''
    const returnUrl = new URL(asked, portico.origin).searchParams.get('ReturnUrl') ?? ''
    expect(returnUrl).toContain('code_challenge')
    for (const [name, value, refusal] of [
      ['redirect_uri', 'https://evil.example/', 400],
      ['client_id', 'shop', 400],
      ['response_type', 'token', 303],
      ['code_challenge_method', 'plain', 303],
    ] as const) {
      const url = new URL(returnUrl, portico.origin)
      url.searchParams.set(name, value)
      const answer = await browser.get(url.href)
      expect([name, answer.status]).toEqual([name, refusal])
      expect(answer.headers.get('location') ?? '').not.toMatch(/[?&#](code|access_token)=/)
    }
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

describe('id_token_hint', () => {
  const forged = (claims: Record<string, unknown>, header: Record<string, unknown> = { alg: 'none' }) =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`

  test('T17 a hint that we did not sign ends no session and sends nobody anywhere', async () => {
    const { body } = await exchange(portico, await codeFor(portico, browser))
    const claims = claimsOf(body['id_token'] ?? '')
    const [head, , tail] = (body['id_token'] ?? '').split('.')
    const changed = `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url')}.${tail}`
    for (const id_token_hint of [
      forged(claims),
      forged(claims, { alg: 'HS256' }),
      changed,
      'x',
      'a.b.c',
      `${head}..`,
      forged({ ...claims, aud: '__proto__' }),
      forged({ ...claims, aud: ['identity'] }),
    ]) {
      const end = await browser.get(`/identity/connect/endsession?${new URLSearchParams({ id_token_hint })}`)
      expect([id_token_hint.slice(0, 30), end.status, end.headers.get('location')]).toEqual([
        id_token_hint.slice(0, 30),
        400,
        null,
      ])
      const ask = await authorize(browser, rightRequest(portico, { id_token_hint, prompt: 'none' }))
      expect(ask.headers.get('location') ?? '').not.toMatch(/[?&]code=/)
    }
    expect(await sessionsOf(portico, person)).toBe(1)
  })

  test('T17 the hint of somebody else neither signs a person out by itself nor answers for them', async () => {
    const other = await addPerson(portico)
    const theirs =
      (await exchange(portico, await codeFor(portico, await signedInBrowser(portico, other)))).body['id_token'] ?? ''
    const page = await browser.get(`/identity/connect/endsession?${new URLSearchParams({ id_token_hint: theirs })}`)
    expect(page.text).not.toContain('plain-logout.js')
    expect(await sessionsOf(portico, person)).toBe(1)
    const location = (
      await authorize(browser, rightRequest(portico, { id_token_hint: theirs, prompt: 'none' }))
    ).headers.get('location')
    expect(errorOf(location)).toBe('login_required')
  })

  test('T18 a hint of one client does not speak for another', async () => {
    const { body } = await exchange(portico, await codeFor(portico, browser))
    const answer = await browser.get(
      `/identity/connect/endsession?${new URLSearchParams({ id_token_hint: body['id_token'] ?? '', client_id: 'shop', post_logout_redirect_uri: 'https://shop.example/' })}`,
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

test('T13 an interaction is nobody’s: its address without its cookie, or with an invented one, leads nowhere', async () => {
  const stranger = createBrowser(portico.origin)
  const { headers } = await authorize(stranger, rightRequest(portico))
  const uid = /portico_interaction=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? 'none'
  for (const jar of [createBrowser(portico.origin), browser, stranger]) {
    if (jar === browser) jar.jar.set('portico_resume', uid)
    const answer = await jar.get(`/identity/connect/authorize/${uid}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  }
  expect(
    (
      await tokenCall(portico.origin, {
        grant_type: 'authorization_code',
        client_id: 'identity',
        code: uid,
        redirect_uri: `${portico.identityUrl}/callback`,
        code_verifier: proof.verifier,
      })
    ).status,
  ).toBe(400)
})
