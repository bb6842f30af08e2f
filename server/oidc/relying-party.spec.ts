// What applications do besides the plain way: other response modes and types, hints, slow people, narrow scopes.
import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import {
  addRelyingParty,
  fragmentOf,
  implicitRequest,
  land,
  type RelyingParty,
  verified,
} from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let person: Person
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  shop = await addRelyingParty(portico, { name: 'shop' })
})
afterAll(() => portico.close())

const seconds = (count: number) => new Promise((passed) => setTimeout(passed, count * 1000))
const signedInAMinuteAgo = () =>
  portico.database.query(
    `update session set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - 60)) where user_id = $1`,
    [person.id],
  )
const isSignInPage = ({ pathname }: URL) => pathname === '/identity/account/login'
const authTime = (tokens: { claims(): Record<string, unknown> | undefined }) => Number(tokens.claims()?.['auth_time'])

const hiddenFields = ({ text }: Answer) =>
  Object.fromEntries(
    [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )

describe('response modes and types', () => {
  test('form_post brings the code in a form that submits itself: its script is the one that the policy names', async () => {
    const { browser } = await shop.signIn(person)
    const { url, finish } = await shop.begin({ response_mode: 'form_post' })
    const page = await browser.get(url.href)
    expect([page.status, page.headers.get('location')]).toEqual([200, null])
    expect(page.text).toContain(`action="${shop.redirectUri}"`)
    const script = /<script>([\s\S]*?)<\/script>/.exec(page.text)?.[1] ?? ''
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(/form-action/.test(policy)).toBe(false)
    const fields = hiddenFields(page)
    expect(Object.keys(fields).toSorted()).toEqual(['code', 'iss', 'state'])
    expect((await finish(new URL(`${shop.redirectUri}?${new URLSearchParams(fields)}`))).claims()?.sub).toBe(person.id)
  })

  test('form_post brings errors as well', async () => {
    const { url } = await shop.begin({ response_mode: 'form_post', prompt: 'none' })
    expect(hiddenFields(await createBrowser(portico.origin).get(url.href))).toMatchObject({
      error: 'login_required',
      state: url.searchParams.get('state'),
    })
  })

  test('code id_token answers with both, the token bound to the code', async () => {
    const hybrid = await addRelyingParty(portico, {
      name: 'hybrid',
      secret: 'hybrid-secret',
      protocol: { responseTypes: ['code id_token'] },
    })
    const landed = fragmentOf(
      await land(
        portico,
        createBrowser(portico.origin),
        implicitRequest(portico, hybrid, { response_type: 'code id_token' }),
        person,
      ),
    )
    expect(landed).not.toHaveProperty('access_token')
    const { payload } = await verified(portico, landed['id_token'] ?? '', 'hybrid')
    expect(payload).toMatchObject({
      sub: person.id,
      c_hash: createHash('sha256')
        .update(landed['code'] ?? '')
        .digest()
        .subarray(0, 16)
        .toString('base64url'),
    })
  })

  test('state and nonce come back to the letter', async () => {
    const odd = 'a b+c/d=&e?f#g"h<i>é%41'
    const landed = await land(portico, createBrowser(portico.origin), (await shop.begin({ state: odd })).url, person)
    expect(landed.searchParams.get('state')).toBe(odd)
    const unitOfWork = await addRelyingParty(portico, { name: 'ledger', protocol: { responseTypes: ['id_token'] } })
    const answer = fragmentOf(
      await land(
        portico,
        createBrowser(portico.origin),
        implicitRequest(portico, unitOfWork, { response_type: 'id_token', nonce: odd, state: odd }),
        person,
      ),
    )
    expect(answer).toMatchObject({ state: odd, id_token: expect.any(String) })
    expect((await verified(portico, answer['id_token'] ?? '', 'ledger')).payload['nonce']).toBe(odd)
  })
})

describe('hints', () => {
  const harmless = {
    login_hint: `"><script>alert(1)</script>${'x'.repeat(200)}`,
    ui_locales: 'fr de',
    display: 'page',
    acr_values: 'urn:a',
    unknown: 'x',
  }

  test('who is hinted at does not matter: the sign-in page comes, and the tokens tell who signed in', async () => {
    const { tokens } = await shop.signIn(person, harmless)
    expect(tokens.claims()?.sub).toBe(person.id)
    const { tokens: other } = await shop.signIn(person, { login_hint: (await addPerson(portico)).email })
    expect(other.claims()?.sub).toBe(person.id)
  })

  test('the hint of somebody else does not disturb single sign-on', async () => {
    const { browser } = await shop.signIn(person)
    const { url, finish } = await shop.begin({ login_hint: 'somebody-else@people.example', prompt: 'none' })
    expect((await finish(await land(portico, browser, url))).claims()?.sub).toBe(person.id)
  })

  test('prompt=consent asks nothing, since the applications are the group’s own', async () => {
    const { browser } = await shop.signIn(person)
    const { url, finish } = await shop.begin({ prompt: 'consent' })
    expect((await finish(await land(portico, browser, url))).claims()?.sub).toBe(person.id)
  })
})

describe('people who take their time', () => {
  const wishes: Record<string, string>[] = [{ max_age: '1' }, { prompt: 'login', max_age: '0' }]
  for (const asks of wishes)
    test(`${new URLSearchParams(asks)} is satisfied by the sign-in it asked for, however slowly the browser comes back`, async () => {
      const { browser, tokens } = await shop.signIn(person, { max_age: '3600' })
      await signedInAMinuteAgo()
      const { url, finish } = await shop.begin(asks)
      const page = await land(portico, browser, url)
      expect(isSignInPage(page)).toBe(true)
      await shop.signIn(person, { browser, prompt: 'login' })
      await seconds(2.1)
      const landed = await land(portico, browser, new URL(page.searchParams.get('ReturnUrl') ?? '', portico.origin))
      expect(`${landed.origin}${landed.pathname}`).toBe(shop.redirectUri)
      const moved = authTime(await finish(landed)) - (authTime(tokens) - 60)
      expect(moved).toBeGreaterThanOrEqual(60)
      expect(moved).toBeLessThan(70)
    })

  test('that sign-in serves for its own request only: the next one asks again', async () => {
    const { browser } = await shop.signIn(person, { max_age: '1' })
    await signedInAMinuteAgo()
    expect(isSignInPage(await land(portico, browser, (await shop.begin({ max_age: '1' })).url))).toBe(true)
  })

  test('an hour later the request behind the sign-in page asks anew', async () => {
    const { browser } = await shop.signIn(person)
    const page = await land(portico, browser, (await shop.begin({ prompt: 'login' })).url)
    const request = new URL(page.searchParams.get('ReturnUrl') ?? '', portico.origin)
    const old = `shop\n${Math.floor(Date.now() / 1000) - 3700}`
    request.searchParams.set('login_after', portico.portico.services.seal.sign('login-after', old))
    expect(isSignInPage(await land(portico, browser, request))).toBe(true)
  })
})

describe('tokens in use', () => {
  test('userinfo answers GET and POST alike, with the token in the header or in the form', async () => {
    const { tokens } = await shop.signIn(person)
    const browser = createBrowser(portico.origin)
    const bearer = { authorization: `Bearer ${tokens.access_token}` }
    const userInfo = (await browser.get('/identity/connect/userinfo', bearer)).json()
    expect(userInfo).toMatchObject({ sub: person.id, email: person.email })
    expect((await browser.request('POST', '/identity/connect/userinfo', { headers: bearer })).json()).toEqual(userInfo)
    expect(
      (
        await browser.request('POST', '/identity/connect/userinfo', { form: { access_token: tokens.access_token } })
      ).json(),
    ).toEqual(userInfo)
  })

  test('a refresh keeps the scope that was asked for, and what the token tells with it', async () => {
    const { tokens } = await shop.signIn(person, { scope: 'openid email' })
    const renewed = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
    expect(renewed.scope).toBe('openid email')
    const again = await client.refreshTokenGrant(shop.config, renewed.refresh_token ?? '')
    expect(again.scope).toBe('openid email')
    expect(again.claims()).toMatchObject({ sub: person.id, email: person.email })
    expect(again.claims()).not.toHaveProperty('role')
  })

  test('introspection tells scope and kind of a refresh token as well, and to its own application only', async () => {
    const vault = await addRelyingParty(portico, { name: 'vault', secret: 'vault-secret' })
    const { tokens } = await vault.signIn(person, { scope: 'openid email' })
    expect(await client.tokenIntrospection(vault.config, tokens.refresh_token ?? '')).toMatchObject({
      active: true,
      scope: 'openid email',
      sub: person.id,
    })
    const spent = tokens.refresh_token ?? ''
    await client.refreshTokenGrant(vault.config, spent)
    expect(await client.tokenIntrospection(vault.config, spent)).toEqual({ active: false })
  })
})
