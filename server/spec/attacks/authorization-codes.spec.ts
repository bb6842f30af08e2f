// T18: a code in the wrong hands, at the wrong time, or for the wrong request is worth nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser, pkce } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, codeFor, exchange, proof, refresh, rightRequest, signedInBrowser } from './attacker.ts'

const secret = 'a-secret-of-the-backend'
const basic = (name: string, presented: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${presented}`).toString('base64')}`,
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
    const redirect = (await authorize(stranger, rightRequest(portico))).headers.get('location') ?? ''
    const returnUrl = new URL(redirect, portico.origin).searchParams.get('ReturnUrl') ?? ''
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
