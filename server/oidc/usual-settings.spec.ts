// T83: what relying parties do by their usual settings works, or the log says what does not.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

const secret = 'a-secret-of-the-server'
const textbook = 'openid profile email offline_access'

let portico: TestPortico
let person: Person
let shop: RelyingParty
let vault: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_LOG_LEVEL: 'warn' })
  person = await addPerson(portico)
  shop = await addRelyingParty(portico, { name: 'shop' })
  vault = await addRelyingParty(portico, { name: 'vault', secret })
})
afterAll(() => portico.close())

const basic = (presented: string, name = 'vault') => ({
  authorization: `Basic ${Buffer.from(`${name}:${presented}`).toString('base64')}`,
})
const words = (scope: string | undefined) => scope?.split(' ').toSorted()

describe('offline_access', () => {
  test('T83 is granted where a refresh token comes with it, and a client may repeat its scope when it refreshes', async () => {
    const { tokens } = await shop.signIn(person, { scope: textbook })
    expect(words(tokens.scope)).toEqual(words(textbook))
    const renewed = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '', { scope: textbook })
    expect(words(renewed.scope)).toEqual(words(textbook))
    const again = await client.refreshTokenGrant(shop.config, renewed.refresh_token ?? '', { scope: textbook })
    expect(again.refresh_token).toBeTruthy()
  })

  test('T83 so it is for anyone who is signed in already, and had less before', async () => {
    const { browser } = await shop.signIn(person, { scope: 'openid' })
    const { tokens } = await shop.signIn(person, { scope: textbook, browser })
    expect(words(tokens.scope)).toEqual(words(textbook))
  })

  test('T83 is not granted to an implicit client, which has no refresh token', async () => {
    await addRelyingParty(portico, { name: 'old', protocol: { responseTypes: ['id_token token'] } })
    const query = new URLSearchParams({
      client_id: 'old',
      redirect_uri: 'http://localhost:9/old/callback',
      response_type: 'id_token token',
      scope: textbook,
      nonce: 'n',
      state: 's',
    })
    const landed = await land(
      portico,
      createBrowser(portico.origin),
      `${portico.identityUrl}/connect/authorize?${query}`,
      person,
    )
    expect(words(new URLSearchParams(landed.hash.slice(1)).get('scope') ?? undefined)).toEqual([
      'email',
      'openid',
      'profile',
    ])
  })
})

describe('the address to come back to', () => {
  const without = (url: URL, name = 'redirect_uri') => {
    const other = new URL(url)
    other.searchParams.delete(name)
    return other
  }

  test('T83 is required in the authorization request: left out or empty, the provider shows its own error page', async () => {
    const { browser } = await shop.signIn(person)
    const { url } = await shop.begin()
    const empty = without(url)
    empty.searchParams.set('redirect_uri', '')
    for (const redirect of [without(url), empty]) {
      const answer = await browser.get(redirect.href)
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
  })

  test('T83 is required at the token endpoint as well, and the same', async () => {
    const verifier = client.randomPKCECodeVerifier()
    const challenge = {
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const presented of [{}, { redirect_uri: `${shop.redirectUri}/other` }]) {
      const landed = await land(portico, createBrowser(portico.origin), (await shop.begin(challenge)).url, person)
      const code = landed.searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', client_id: 'shop', code, code_verifier: verifier, ...presented }
      expect((await tokenCall(portico.origin, form as Record<string, string>)).status).toBe(400)
    }
  })
})

describe('a secret', () => {
  const asPost = (presented: string, name = 'vault') => ({ client_id: name, client_secret: presented })
  const ask = async (form: Record<string, string>, headers = {}) => {
    const before = portico.log.length
    const answer = await tokenCall(
      portico.origin,
      { grant_type: 'refresh_token', refresh_token: 'none', ...form },
      headers,
    )
    return { ...answer, logged: portico.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>) }
  }

  test('T83 A-200 is taken from the header and from the body alike', async () => {
    expect((await ask({}, basic(secret))).body).toMatchObject({ error: 'invalid_grant' })
    expect((await ask(asPost(secret))).body).toMatchObject({ error: 'invalid_grant' })
    for (const how of [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]) {
      const config = await client.discovery(
        new URL(portico.identityUrl),
        'vault',
        { id_token_signed_response_alg: 'ES256' },
        how,
        { execute: [client.allowInsecureRequests] },
      )
      const { tokens } = await vault.signIn(person)
      expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTruthy()
    }
  })

  test('T83 that is wrong, missing, or not wanted is told apart in the log, and the secret is not in it', async () => {
    const wrong = await ask({}, basic('another-secret-123'))
    expect([wrong.status, wrong.logged]).toMatchObject([
      401,
      [{ level: 40, client: 'vault', endpoint: 'token', reason: 'invalid secret provided' }],
    ])
    const empty = await ask({}, basic(''))
    expect([empty.status, empty.logged]).toMatchObject([
      401,
      [{ client: 'vault', reason: expect.stringContaining('empty') }],
    ])
    expect(empty.body).not.toHaveProperty('nobody')
    const none = await ask({ client_id: 'vault' })
    expect(none.logged).toMatchObject([{ client: 'vault', reason: 'no secret was sent' }])
    const unwanted = await ask(asPost(secret, 'shop'))
    expect(unwanted.logged).toMatchObject([{ client: 'shop', reason: expect.stringContaining('public') }])
    expect((await ask(asPost(secret, 'nobody'))).logged).toMatchObject([
      { client: 'nobody', reason: 'client not found' },
    ])
    for (let times = 0; times < 20; times++) await ask(asPost(secret, `nobody-${times}`))
    expect(portico.log.filter((line) => line.includes('nobody-')).length).toBeLessThan(10)
    expect(portico.log.join('')).not.toMatch(new RegExp(`${secret}|another-secret-123`))
  })
})

describe('introspection', () => {
  test('T83 answers the application of the token and those it allowed to ask about access tokens, nobody else', async () => {
    const api = await addRelyingParty(portico, { name: 'api', secret: 'a-secret-of-the-api' })
    const owner = await addRelyingParty(portico, { name: 'owner', secret: 'a-secret-of-the-owner' })
    const { tokens } = await owner.signIn(person)
    const active = async (config: client.Configuration, token = '') =>
      (await client.tokenIntrospection(config, token)).active
    expect([await active(owner.config, tokens.access_token), await active(api.config, tokens.access_token)]).toEqual([
      true,
      false,
    ])
    await portico.write((tx) => tx.query(`insert into application_introspector values ($1, $2)`, [owner.id, api.id]))
    await until(() => active(api.config, tokens.access_token))
    expect(await active(api.config, tokens.refresh_token)).toBe(false)
    expect(await active(owner.config, tokens.refresh_token)).toBe(true)
    expect(await active(vault.config, tokens.access_token)).toBe(false)
  })
})

describe('RFC 8252 native applications', () => {
  const native = { publicClient: true, native: true }
  const at = async (application: { name: string }, redirectUri: string) => {
    const query = new URLSearchParams({
      client_id: application.name,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const first = await createBrowser(portico.origin).get(`/identity/connect/authorize?${query}`)
    return first.headers.get('location')?.includes('/account/login') ?? false
  }

  test('T83 RFC 8252 §7.3 come back to the own machine at any port, and nowhere else; others to the letter', async () => {
    const desk = await addApplication(portico, {
      name: 'desk',
      redirectUri: 'http://127.0.0.1/callback',
      protocol: native,
    })
    for (const port of ['', ':1', ':51004'])
      expect([port, await at(desk, `http://127.0.0.1${port}/callback`)]).toEqual([port, true])
    for (const address of [
      'http://127.0.0.1:51004/other',
      'http://127.0.0.1.evil.example:51004/callback',
      'http://evil.example:51004/callback',
      'https://127.0.0.1:51004/callback',
      'http://127.0.0.1:51004@evil.example/callback',
      'http://localhost:51004/callback',
      'http://127.0.0.1:51004/callback?x=1',
    ])
      expect([address, await at(desk, address)]).toEqual([address, false])
    const page = await addApplication(portico, { name: 'page', redirectUri: 'http://127.0.0.1/page' })
    expect([await at(page, 'http://127.0.0.1/page'), await at(page, 'http://127.0.0.1:51004/page')]).toEqual([
      true,
      false,
    ])
  })

  test('T83 RFC 8252 §7.1 come back to a scheme of their own, with a code', async () => {
    const phone = await addRelyingParty(portico, {
      name: 'phone',
      redirectUri: 'com.example.app:/callback',
      protocol: native,
    })
    const { url, finish } = await phone.begin()
    const landed = await land(portico, createBrowser(portico.origin), url, person)
    expect(landed.protocol).toBe('com.example.app:')
    expect((await finish(landed)).claims()?.sub).toBe(person.id)
    expect(await at(phone, 'com.example.other:/callback')).toBe(false)
    const web = await addApplication(portico, { name: 'web', redirectUri: 'com.example.web:/callback' })
    expect(await at(web, 'com.example.web:/callback')).toBe(false)
  })
})

describe('an application for people with a role only', () => {
  test('R8.6-12 lets nobody else in, nor renews what they have, and says why', async () => {
    const closed = await addRelyingParty(portico, { name: 'closed' })
    const holder = await addPerson(portico)
    await assignRole(portico, { identityId: holder.id, roleId: closed.roleId })
    const { tokens, browser } = await closed.signIn(person)
    await portico.database.query(`update application set requires_role = true where id = $1`, [closed.id])
    const landsAt = async () => (await land(portico, browser, (await closed.begin()).url)).pathname
    await until(async () => (await landsAt()) === '/identity/account/accessDenied')
    await expect(client.refreshTokenGrant(closed.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const silent = await land(portico, browser, (await closed.begin({ prompt: 'none' })).url)
    expect(silent.searchParams.get('error')).toBe('access_denied')
    expect((await closed.signIn(holder)).tokens.claims()?.['role']).toEqual(['Member'])
  })
})

test('T83 what is announced is kept: no DPoP, which the API would not prove', async () => {
  const document = (await createBrowser(portico.origin).get('/identity/.well-known/openid-configuration')).json<
    Record<string, unknown>
  >()
  expect(document).not.toHaveProperty('dpop_signing_alg_values_supported')
  expect(document).not.toHaveProperty('dpop_bound_access_tokens')
})
