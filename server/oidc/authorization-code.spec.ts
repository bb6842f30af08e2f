// Authorization code with PKCE, as sibling applications use it: openid-client is the judge.
import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { addPerson, claimsOf, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, endEarlier, land, type RelyingParty, verified } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let person: Person
let shop: RelyingParty
let vault: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  shop = await addRelyingParty(portico, { name: 'shop' })
  vault = await addRelyingParty(portico, { name: 'vault', secret: 'a-shared-secret' })
})
afterAll(() => portico.close())

describe('what applications find', () => {
  test('the discovery document names every address below the issuer, and what is supported', async () => {
    const document = (await createBrowser(portico.origin).get('/identity/.well-known/openid-configuration')).json<
      Record<string, string | string[]>
    >()
    const connect = `${portico.identityUrl}/connect`
    expect(document).toMatchObject({
      issuer: portico.identityUrl,
      authorization_endpoint: `${connect}/authorize`,
      token_endpoint: `${connect}/token`,
      userinfo_endpoint: `${connect}/userinfo`,
      jwks_uri: `${connect}/jwks`,
      end_session_endpoint: `${connect}/endsession`,
      introspection_endpoint: `${connect}/introspect`,
      revocation_endpoint: `${connect}/revocation`,
      code_challenge_methods_supported: ['S256'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
    expect(document['response_types_supported']).toEqual(expect.arrayContaining(['code', 'id_token token']))
    expect(document['id_token_signing_alg_values_supported']).toEqual(expect.arrayContaining(['ES256', 'RS256']))
    expect(document['claims_supported']).toEqual(
      expect.arrayContaining([
        'sub',
        'name',
        'given_name',
        'family_name',
        'email',
        'role',
        'scope',
        'group',
        'area',
        'exp_time',
      ]),
    )
  })

  test('the key set holds a key per algorithm, and nothing private', async () => {
    const { keys } = (await createBrowser(portico.origin).get('/identity/connect/jwks')).json<{
      keys: Record<string, string>[]
    }>()
    expect(keys.map((key) => key['alg']).toSorted()).toEqual(['ES256', 'RS256'])
    for (const key of keys) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(part)
  })
})

describe('code and PKCE', () => {
  test('a code does not wait for the disk, and what is given for it does', async () => {
    await portico.database.execute(`create table waiting (kind text, changed boolean)`)
    await portico.database.execute(
      `create function note_waiting() returns trigger language plpgsql as $$
       begin
         insert into waiting select new.kind, source = 'session' from pg_settings where name = 'synchronous_commit';
         return null;
       end $$`,
    )
    // When the transaction commits, as it is then.
    await portico.database.execute(
      `create constraint trigger noted after insert on oidc_payload deferrable initially deferred
       for each row execute function note_waiting()`,
    )
    await shop.signIn(person)
    await portico.database.execute(`drop trigger noted on oidc_payload`)
    const noted = await portico.database.query<{ kind: string; changed: boolean }>(
      `select distinct kind, changed from waiting order by kind`,
    )
    expect(noted).toEqual([
      { kind: 'AccessToken', changed: false },
      { kind: 'AuthorizationCode', changed: true },
      { kind: 'Grant', changed: true },
      { kind: 'RefreshToken', changed: false },
    ])
  })

  test('A-02 a public client signs a person in; the id_token is theirs, for it, and fresh', async () => {
    const { tokens } = await shop.signIn(person)
    const claims = tokens.claims()
    expect(claims).toMatchObject({ iss: portico.identityUrl, aud: 'shop', sub: person.id, email: person.email })
    expect(
      Math.abs(((claims?.['auth_time'] as number | undefined) ?? claims?.iat ?? 0) - Date.now() / 1000),
    ).toBeLessThan(20)
    expect(tokens.expires_in).toBeLessThanOrEqual(900)
    expect(tokens.token_type).toBe('bearer')
  })

  for (const idTokenAlg of ['ES256', 'RS256'])
    test(`an application may have its id_tokens signed with ${idTokenAlg}`, async () => {
      const party = await addRelyingParty(portico, {
        name: `signed-${idTokenAlg.toLowerCase()}`,
        protocol: { idTokenAlg },
      })
      const { tokens } = await party.signIn(person)
      expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe(idTokenAlg)
      await verified(portico, tokens.id_token ?? '', party.name)
    })

  for (const authMethod of ['client_secret_basic', 'client_secret_post'])
    test(`a confidential client proves itself by ${authMethod}; its secret is kept as a hash only`, async () => {
      const secret = `a secret:with + %signs ${authMethod}`
      const party = await addRelyingParty(portico, {
        name: `confidential-${authMethod.at(-1)}`,
        secret,
        protocol: { authMethod },
      })
      expect((await party.signIn(person)).tokens.claims()?.sub).toBe(person.id)
      const [row] = await portico.database.query<{ hash: string }>(
        `select shared_secret_hash as hash from application where name = $1`,
        [party.name],
      )
      expect(row?.hash).toMatch(/^\$argon2id\$/)
    })

  test('a wrong secret, verifier or redirect address gets no tokens', async () => {
    const browser = createBrowser(portico.origin)
    const { url } = await vault.begin()
    const landed = await land(portico, browser, url, person)
    const code = landed.searchParams.get('code') ?? ''
    const call = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: vault.redirectUri,
      code_verifier: 'x'.repeat(43),
    }
    const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`vault:${secret}`).toString('base64')}` })
    expect((await tokenCall(portico.origin, call, basic('wrong'))).body).toMatchObject({ error: 'invalid_client' })
    expect((await tokenCall(portico.origin, call, basic('a-shared-secret'))).body).toMatchObject({
      error: 'invalid_grant',
    })
    const elsewhere = await browser.get(
      `${url.href.replace(encodeURIComponent(vault.redirectUri), encodeURIComponent('https://evil.example/'))}`,
    )
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null])
  })

  test('R3.1-01 exp_time is the end of the session, in the first tokens and in refreshed ones', async () => {
    const { browser } = await shop.signIn(person)
    const ends = await endEarlier(portico, browser)
    const { tokens } = await shop.signIn(person, { browser })
    expect(tokens.claims()?.['exp_time']).toBe(ends)
    const refreshed = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
    expect(refreshed.claims()?.['exp_time']).toBe(ends)
    expect(Math.abs(ends + 3600 - Date.now() / 1000 - 86_400)).toBeLessThan(30)
  })
})

describe('single sign-on', () => {
  test('R4.1-01 one sign-in opens both applications, each with its own tokens of the same session', async () => {
    const { browser, tokens } = await shop.signIn(person)
    const { url, finish } = await vault.begin()
    const landed = await land(portico, browser, url)
    expect(`${landed.origin}${landed.pathname}`).toBe(vault.redirectUri)
    const second = (await finish(landed)).claims()
    expect([second?.aud, second?.sub, second?.['exp_time']]).toEqual([
      'vault',
      person.id,
      tokens.claims()?.['exp_time'],
    ])
  })

  test('R4.1-01 without a session the request leads to the sign-in page, which gets it whole as ReturnUrl', async () => {
    const { url } = await shop.begin()
    const page = await land(portico, createBrowser(portico.origin), url)
    expect(page.pathname).toBe('/identity/account/login')
    const returnUrl = new URL(page.searchParams.get('ReturnUrl') ?? '', portico.origin)
    expect(returnUrl.searchParams.get('redirect_uri')).toBe(shop.redirectUri)
    expect(returnUrl.searchParams.get('state')).toBe(url.searchParams.get('state'))
  })
})

describe('the tokens', () => {
  test('userinfo tells whose the token is, with the same claims', async () => {
    const { tokens } = await shop.signIn(person)
    const userInfo = await client.fetchUserInfo(shop.config, tokens.access_token, person.id)
    expect(userInfo).toMatchObject({
      sub: person.id,
      email: person.email,
      given_name: 'Ana',
      family_name: 'Ruiz',
      preferred_username: person.userName,
    })
    expect(
      (await createBrowser(portico.origin).get('/identity/connect/userinfo', { authorization: 'Bearer made-up' }))
        .status,
    ).toBe(401)
  })

  test('introspection tells a confidential client whether its token lives; revocation ends it', async () => {
    const { tokens } = await vault.signIn(person)
    expect(await client.tokenIntrospection(vault.config, tokens.access_token)).toMatchObject({
      active: true,
      sub: person.id,
      client_id: 'vault',
    })
    await client.tokenRevocation(vault.config, tokens.access_token)
    expect(await client.tokenIntrospection(vault.config, tokens.access_token)).toEqual({ active: false })
    await client.tokenRevocation(vault.config, tokens.refresh_token ?? '')
    await expect(client.refreshTokenGrant(vault.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('a refresh token is replaced at each use, and one used again ends the family', async () => {
    const { tokens } = await shop.signIn(person)
    const second = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(tokens.refresh_token)
    expect(claimsOf<{ sub: string }>(second.id_token ?? '').sub).toBe(person.id)
    await expect(client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.refreshTokenGrant(shop.config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(
      (
        await createBrowser(portico.origin).get('/identity/connect/userinfo', {
          authorization: `Bearer ${second.access_token}`,
        })
      ).status,
    ).toBe(401)
  })

  test('codes and tokens stand in the database as hashes', async () => {
    const { tokens } = await shop.signIn(person)
    for (const [token, kind] of [
      [tokens.access_token, 'AccessToken'],
      [tokens.refresh_token ?? '', 'RefreshToken'],
    ]) {
      const found = await portico.database.query(`select kind from oidc_payload where id = $1`, [
        createHash('sha256')
          .update(token ?? '')
          .digest(),
      ])
      expect(found).toEqual([{ kind }])
    }
  })
})
