// T13, T17: hints and interactions that are forged, borrowed or invented.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, claimsOf, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, codeFor, exchange, proof, rightRequest, sessionsOf, signedInBrowser } from './attacker.ts'

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
