// T10, T17, T19: forged tokens, tokens of one kind as another, refresh tokens used twice, secrets shown wrongly.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, codeIn, linkIn } from '#server/spec/testing/account-api.ts'
import { type Browser, createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import {
  addApplication,
  addPerson,
  addTenant,
  claimsOf,
  grant,
  type Person,
  signIn,
  type TestApplication,
} from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, codeFor, exchange, issued, raw, refresh, rightRequest, signedInBrowser } from './attacker.ts'

const secret = 'a-secret-of-the-backend'

let portico: TestPortico
let person: Person
let browser: Browser
let shop: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  browser = await signedInBrowser(portico, person)
  shop = await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
  const secretHash = await portico.portico.services.passwords.hash(secret)
  for (const authMethod of ['client_secret_basic', 'client_secret_post'])
    await addApplication(portico, {
      name: authMethod,
      secretHash,
      protocol: { authMethod, clientCredentials: true, clientScopes: ['things.read'] },
    })
})
afterAll(() => portico.close())

const statusOf = async (token: string) =>
  (await createBrowser(portico.origin).get('/api/v1/profile', { authorization: `Bearer ${token}` })).status
const userinfoOf = async (token: string) =>
  (await createBrowser(portico.origin).get('/identity/connect/userinfo', { authorization: `Bearer ${token}` })).status
const freshTokens = async () => (await exchange(portico, await codeFor(portico, browser))).body

describe('forged access tokens', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const forgeries = async (calledBack: string) => {
    const { id_token = '', access_token = '' } = await freshTokens()
    const { keys } = (await createBrowser(portico.origin).get('/identity/connect/jwks')).json<{ keys: JWK[] }>()
    const key = keys.find(({ alg }) => alg === 'RS256') ?? {}
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...claimsOf(id_token),
      scope: 'openid profile identity',
      client_id: 'identity',
      iss: portico.identityUrl,
      aud: `${portico.identityUrl}/api`,
      sub: person.id,
      exp: now + 900,
      iat: now,
      jti: 'x',
    }
    const symmetric = (header: object, by: string) => {
      const body = `${part(header)}.${part(claims)}`
      return `${body}.${createHmac('sha256', by).update(body).digest('base64url')}`
    }
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const own = (header: object, more: object = {}) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey)
    const pem = await exportSPKI((await importJWK(key, 'RS256', { extractable: true })) as CryptoKey)
    return [
      `${part({ alg: 'none' })}.${part(claims)}.`,
      `${part({ alg: 'None', typ: 'at+jwt' })}.${part(claims)}.`,
      `${part({ alg: 'none' })}.${part(claims)}`,
      symmetric({ alg: 'HS256', kid: key.kid }, pem),
      symmetric({ alg: 'HS256', kid: key.kid }, JSON.stringify(key)),
      symmetric({ alg: 'HS256' }, ''),
      ...(await Promise.all(['../../../../dev/null', `' union select 'x' --`, calledBack].map((kid) => own({ kid })))),
      await own({ jku: calledBack }),
      await own({ x5u: calledBack }),
      await own({ jwk: await exportJWK(publicKey) }),
      await own({ kid: key.kid }),
      await own({}, { exp: now - 10 }),
      await own({}, { nbf: now + 3600 }),
      await own({}, { iss: 'https://evil.example' }),
      await own({}, { aud: 'https://evil.example' }),
      id_token,
      `${access_token}x`,
      access_token.slice(0, -1),
      access_token.toUpperCase(),
      access_token.split('').toReversed().join(''),
      'null',
      'undefined',
      'x'.repeat(2000),
      'x'.repeat(20_000),
      ...Array.from({ length: 20 }, (_, at) => {
        const bytes = Buffer.from(access_token)
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes.toString('latin1').replace(/[^\x21-\x7e]/g, '~')
      }),
    ]
  }

  test('T17 no forged token is let in, none makes the server call anybody, each is refused within 20 ms', async () => {
    let calls = 0
    const listener = createServer((_, response) => {
      calls++
      response.end('{"keys":[]}')
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const tokens = await forgeries(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/jwks`)
    expect(tokens.length).toBeGreaterThan(40)
    const took: number[] = []
    for (const token of tokens) {
      const began = performance.now()
      expect([token.slice(0, 60), await statusOf(token)]).toEqual([token.slice(0, 60), 401])
      took.push(performance.now() - began)
      expect([token.slice(0, 60), await userinfoOf(token)]).toEqual([token.slice(0, 60), 401])
    }
    listener.close()
    expect(calls).toBe(0)
    expect(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.9)]).toBeLessThan(20)
  })

  test('T17 a header of 100 KB closes the connection with an error, and the next request is served', async () => {
    const heard = await raw(
      portico,
      `GET /api/v1/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(100_000)}\r\n\r\n`,
    )
    expect(heard).toMatch(/^HTTP\/1.1 4\d\d /)
    expect((await createBrowser(portico.origin).get('/api/v1/online')).status).toBe(200)
  })

  test('T17 a token of another application opens our API to nobody, and the token of a machine is nobody', async () => {
    const theirs = await signIn(portico, person, {
      browser: await signedInBrowser(portico, person),
      clientId: 'shop',
      redirectUri: shop.redirectUri,
      scope: 'openid profile',
    })
    expect(await statusOf(theirs.tokens.access_token)).toBe(401)
    const machine = await tokenCall(portico.origin, {
      grant_type: 'client_credentials',
      client_id: 'client_secret_post',
      client_secret: secret,
    })
    expect(machine.status).toBe(200)
    for (const path of ['/api/v1/profile', '/api/v1/admin/dashboard/homeInfo', '/identity/connect/userinfo'])
      expect([
        path,
        (await createBrowser(portico.origin).get(path, { authorization: `Bearer ${machine.body['access_token']}` }))
          .status,
      ]).not.toEqual([path, 200])
  })

  test('T17 a token in the address or in a cookie opens nothing', async () => {
    const { access_token = '' } = await freshTokens()
    const stranger = createBrowser(portico.origin)
    stranger.jar.set('access_token', access_token)
    for (const path of [
      `/api/v1/profile?access_token=${access_token}`,
      `/identity/connect/userinfo?access_token=${access_token}`,
    ])
      expect((await stranger.get(path)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a token of one kind', () => {
  const ofEveryKind = async () => {
    const api = accountApi(portico)
    const flagged = await addTenant(portico, { twoFactor: true })
    const [member, late] = [await addPerson(portico), await addPerson(portico, { expired: true })]
    await grant(portico, { identityId: member.id, roleId: shop.roleId, tenantId: flagged })
    const asked = await api.login(member.userName)
    const code = codeIn(await portico.mailTo(member.email))
    await api.resetPassword(person.userName)
    const { token: reset } = linkIn(await portico.mailTo(person.email))
    const { access_token = '', refresh_token = '', id_token = '' } = await freshTokens()
    return {
      people: [person.userName, member.userName, late.userName],
      tokens: {
        reset,
        'second factor': asked.token ?? '',
        'expired password': (await api.login(late.userName)).token ?? '',
        'mailed code': code,
        access: access_token,
        refresh: refresh_token,
        id: id_token,
        'authorization code': await codeFor(portico, browser),
        session: browser.jar.get('portico_session') ?? '',
        device: browser.jar.get('portico_device') ?? '',
        xsrf: browser.jar.get('XSRF-TOKEN') ?? 'none',
      },
    }
  }

  test('T10 serves for nothing else: not as a bearer, a refresh token, a code, a link, a second factor or a session', async () => {
    const api = accountApi(portico)
    const { people, tokens } = await ofEveryKind()
    const before = await portico.database.query(`select id, password_hash from portal_user order by id`)
    const worked: string[] = []
    for (const [kind, token] of Object.entries(tokens)) {
      const note = (as: string, well: boolean) => {
        if (well) worked.push(`${kind} as ${as}`)
      }
      if (kind !== 'access') note('bearer', (await statusOf(token)) === 200 || (await userinfoOf(token)) === 200)
      if (kind !== 'refresh') note('refresh token', (await refresh(portico, token)).status === 200)
      if (kind !== 'authorization code') note('code', (await exchange(portico, token)).status === 200)
      for (const userName of people) {
        if (kind !== 'reset' && kind !== 'expired password') {
          note('link', token.length <= 512 && (await api.validateToken(userName, token)).success)
          note(
            'link',
            (
              await createBrowser(portico.origin).post('/api/v1/account/changePassword', {
                identityName: userName,
                token,
                newPassword: 'Other-Horse-Battery-3',
              })
            ).text.includes('"success":true'),
          )
        }
        note(
          'second factor',
          (
            await createBrowser(portico.origin).post('/api/v1/account/verifyCode', {
              token,
              userName,
              password: 'Right-Horse-Battery-9',
              code: tokens['mailed code'],
            })
          ).text.includes('"success":true') && kind !== 'second factor',
        )
      }
      if (kind !== 'session') {
        const stranger = createBrowser(portico.origin)
        stranger.jar.set('portico_session', token)
        note(
          'session',
          (
            (await authorize(stranger, rightRequest(portico, { prompt: 'none' }))).headers.get('location') ?? ''
          ).includes('code='),
        )
      }
    }
    expect(worked).toEqual([])
    expect(await portico.database.query(`select id, password_hash from portal_user order by id`)).toEqual(before)
  })

  test('T10 a link that was made for taking somebody’s place changes nobody’s password', async () => {
    const token = randomBytes(32).toString('base64url')
    const victim = await addPerson(portico)
    await portico.database.query(
      `insert into link_token (token_hash, user_id, kind, created_on, expires_on) values ($1, $2, 'IdentifyAs', now(), now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), victim.id],
    )
    const api = accountApi(portico)
    expect(await api.validateToken(victim.userName, token)).toMatchObject({ success: false })
    expect(
      await api.changePassword({ identityName: victim.userName, token, newPassword: 'Other-Horse-Battery-3' }),
    ).toMatchObject({ success: false })
    expect((await api.login(victim.userName)).success).toBe(true)
  })
})

describe('refresh tokens', () => {
  test('T19 a refresh token used twice ends its whole family', async () => {
    const owner = await addPerson(portico)
    const first = (await exchange(portico, await codeFor(portico, await signedInBrowser(portico, owner)))).body
    const second = await refresh(portico, first['refresh_token'] ?? '')
    const third = await refresh(portico, second.body['refresh_token'] ?? '')
    expect([second.status, third.status]).toEqual([200, 200])
    expect(await statusOf(third.body['access_token'] ?? '')).toBe(200)
    expect(await refresh(portico, first['refresh_token'] ?? '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect((await refresh(portico, third.body['refresh_token'] ?? '')).status).toBe(400)
    for (const { access_token = '' } of [first, second.body, third.body]) expect(await statusOf(access_token)).toBe(401)
    const left = await portico.database.query(
      `select 1 from oidc_payload where user_id = $1 and kind in ('RefreshToken', 'AccessToken')`,
      [owner.id],
    )
    expect(left).toEqual([])
  })

  test('T19 of twenty uses at the same time at most one gets a new member of the family', async () => {
    const { refresh_token = '' } = await freshTokens()
    const before = await issued(portico)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(portico, refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect((await issued(portico)) - before).toBeLessThanOrEqual(2)
  })

  test('T19 a refresh never widens the scope, and its narrowed token stays out of the API', async () => {
    const code = await codeFor(portico, browser, { scope: 'openid' })
    const { body } = await exchange(portico, code)
    expect(await refresh(portico, body['refresh_token'] ?? '', { scope: 'openid identity profile' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
    const full = await freshTokens()
    const narrowed = await refresh(portico, full['refresh_token'] ?? '', { scope: 'openid' })
    expect(narrowed.body['scope']).toBe('openid')
    expect(await statusOf(narrowed.body['access_token'] ?? '')).toBe(401)
  })

  test('T19 another client gets nothing for it, nor does anybody revoke it', async () => {
    const { refresh_token = '' } = await freshTokens()
    for (const client_id of ['shop', 'client_secret_post', 'nobody', ''])
      expect([
        client_id,
        [400, 401].includes((await refresh(portico, refresh_token, { client_id, client_secret: secret })).status),
      ]).toEqual([client_id, true])
    await browser.request('POST', '/identity/connect/revocation', { form: { client_id: 'shop', token: refresh_token } })
    expect((await refresh(portico, refresh_token)).status).toBe(200)
  })
})

describe('secrets of applications', () => {
  const basic = (name: string, given: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${given}`).toString('base64')}`,
  })
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    tokenCall(portico.origin, { grant_type: 'client_credentials', ...form }, headers)

  test('T19 the right secret in the right place opens, to prove that the wrong ones below do not fail by accident', async () => {
    expect((await ask({}, basic('client_secret_basic', secret))).status).toBe(200)
    expect((await ask({ client_id: 'client_secret_post', client_secret: secret })).status).toBe(200)
  })

  test('T19 no secret, an empty one, a wrong one, its hash, or the right one in the wrong place is 401', async () => {
    const [row] = await portico.database.query<{ hash: string }>(
      `select shared_secret_hash as hash from application where name = 'client_secret_basic'`,
    )
    for (const wrong of [
      '',
      ' ',
      'wrong',
      `${secret} `,
      secret.toUpperCase(),
      row?.hash ?? '',
      'x'.repeat(300),
      'null',
      'undefined',
    ]) {
      expect([wrong, (await ask({}, basic('client_secret_basic', wrong))).status]).toEqual([wrong, 401])
      expect([wrong, (await ask({ client_id: 'client_secret_post', client_secret: wrong })).status]).toEqual([
        wrong,
        401,
      ])
    }
    expect((await ask({ client_id: 'client_secret_basic' })).status).toBe(401)
    expect((await ask({ client_id: 'client_secret_basic', client_secret: secret })).status).toBe(401)
    expect((await ask({}, basic('client_secret_post', secret))).status).toBe(401)
    expect(
      (await ask({ client_id: 'client_secret_post' }, { authorization: `Bearer ${secret}` })).body['access_token'],
    ).toBeUndefined()
  })

  test('T19 a public client cannot speak for itself, and introspection tells a stranger nothing', async () => {
    const { access_token = '' } = await freshTokens()
    expect((await ask({ client_id: 'shop' })).status).toBe(400)
    for (const form of [
      { token: access_token },
      { token: access_token, client_id: 'shop' },
      { token: access_token, client_id: 'client_secret_post', client_secret: 'wrong' },
    ] as Record<string, string>[]) {
      const answer = await browser.request('POST', '/identity/connect/introspect', { form })
      expect(answer.text).not.toMatch(/"active":true|"sub"/)
    }
  })
})
