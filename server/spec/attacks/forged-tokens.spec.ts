// T17: forged access tokens, and right ones in the wrong place.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { claimsOf, signIn } from '#server/spec/testing/people.ts'
import { raw, signedInBrowser } from './attacker.ts'
import { openTokens } from './tokens.harness.ts'

const { world, secret, statusOf, userinfoOf, freshTokens } = openTokens()

describe('forged access tokens', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const forgeries = async (calledBack: string) => {
    const { id_token = '', access_token = '' } = await freshTokens()
    const { keys } = (await createBrowser(world.portico.origin).get('/identity/connect/jwks')).json<{ keys: JWK[] }>()
    const key = keys.find(({ alg }) => alg === 'RS256') ?? {}
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...claimsOf(id_token),
      scope: 'openid profile identity',
      client_id: 'identity',
      iss: world.portico.identityUrl,
      aud: `${world.portico.identityUrl}/api`,
      sub: world.person.id,
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
      // The fastest of some: what else the machine does only adds to it.
      let fastest = Number.POSITIVE_INFINITY
      for (let turn = 0; turn < 3 || (turn < 20 && fastest >= 20); turn++) {
        const began = performance.now()
        expect([token.slice(0, 60), await statusOf(token)]).toEqual([token.slice(0, 60), 401])
        fastest = Math.min(fastest, performance.now() - began)
      }
      took.push(fastest)
      expect([token.slice(0, 60), await userinfoOf(token)]).toEqual([token.slice(0, 60), 401])
    }
    listener.close()
    expect(calls).toBe(0)
    expect(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.9)]).toBeLessThan(20)
  })

  test('T17 a header of 100 KB closes the connection with an error, and the next request is served', async () => {
    const heard = await raw(
      world.portico,
      `GET /api/v1/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(100_000)}\r\n\r\n`,
    )
    expect(heard).toMatch(/^HTTP\/1.1 4\d\d /)
    expect((await createBrowser(world.portico.origin).get('/api/v1/online')).status).toBe(200)
  })

  test('T17 a token of another application opens our API to nobody, and the token of a machine is nobody', async () => {
    const theirs = await signIn(world.portico, world.person, {
      browser: await signedInBrowser(world.portico, world.person),
      clientId: 'shop',
      redirectUri: world.shop.redirectUri,
      scope: 'openid profile',
    })
    expect(await statusOf(theirs.tokens.access_token)).toBe(401)
    const machine = await tokenCall(world.portico.origin, {
      grant_type: 'client_credentials',
      client_id: 'client_secret_post',
      client_secret: secret,
    })
    expect(machine.status).toBe(200)
    for (const path of ['/api/v1/profile', '/api/v1/admin/dashboard/homeInfo', '/identity/connect/userinfo'])
      expect([
        path,
        (
          await createBrowser(world.portico.origin).get(path, {
            authorization: `Bearer ${machine.body['access_token']}`,
          })
        ).status,
      ]).not.toEqual([path, 200])
  })

  test('T17 a token in the address or in a cookie opens nothing', async () => {
    const { access_token = '' } = await freshTokens()
    const stranger = createBrowser(world.portico.origin)
    stranger.jar.set('access_token', access_token)
    for (const path of [
      `/api/v1/profile?access_token=${access_token}`,
      `/identity/connect/userinfo?access_token=${access_token}`,
    ])
      expect((await stranger.get(path)).status).toBeGreaterThanOrEqual(400)
  })
})
