// T19: refresh tokens used twice or by others, and secrets shown wrongly.
import { describe, expect, test } from 'vitest'
import { tokenCall } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { codeFor, exchange, issued, refresh, signedInBrowser } from './attacker.ts'
import { openTokens } from './tokens.harness.ts'

const { world, secret, statusOf, freshTokens } = openTokens()

describe('refresh tokens', () => {
  test('T19 a refresh token used twice ends its whole family', async () => {
    const owner = await addPerson(world.portico)
    const first = (
      await exchange(world.portico, await codeFor(world.portico, await signedInBrowser(world.portico, owner)))
    ).body
    const second = await refresh(world.portico, first['refresh_token'] ?? '')
    const third = await refresh(world.portico, second.body['refresh_token'] ?? '')
    expect([second.status, third.status]).toEqual([200, 200])
    expect(await statusOf(third.body['access_token'] ?? '')).toBe(200)
    expect(await refresh(world.portico, first['refresh_token'] ?? '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect((await refresh(world.portico, third.body['refresh_token'] ?? '')).status).toBe(400)
    for (const { access_token = '' } of [first, second.body, third.body]) expect(await statusOf(access_token)).toBe(401)
    const left = await world.portico.database.query(
      `select 1 from oidc_payload where user_id = $1 and kind in ('RefreshToken', 'AccessToken')`,
      [owner.id],
    )
    expect(left).toEqual([])
  })

  test('T19 of twenty uses at the same time at most one gets a new member of the family', async () => {
    const { refresh_token = '' } = await freshTokens()
    const before = await issued(world.portico)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(world.portico, refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect((await issued(world.portico)) - before).toBeLessThanOrEqual(2)
  })

  test('T14 anyone who signs out while tokens are refreshed is signed out, and nobody meets a fault', async () => {
    for (let round = 0; round < 8; round++) {
      const owner = await addPerson(world.portico)
      const theirs = await signedInBrowser(world.portico, owner)
      const families = await Promise.all(
        Array.from(
          { length: 8 },
          async () => (await exchange(world.portico, await codeFor(world.portico, theirs))).body['refresh_token'] ?? '',
        ),
      )
      const [out, ...refreshed] = await Promise.all([
        theirs.get('/api/v1/account/logout'),
        ...families.map((token) => refresh(world.portico, token)),
      ])
      expect(out.status).toBe(302)
      expect(refreshed.filter(({ status }) => status >= 500)).toEqual([])
      for (const { body } of refreshed) expect(await statusOf(body['access_token'] ?? 'none')).toBe(401)
      expect(
        await world.portico.database.query(`select kind from oidc_payload where user_id = $1 and kind <> 'Grant'`, [
          owner.id,
        ]),
      ).toEqual([])
    }
  })

  test('T19 a refresh never widens the scope, and its narrowed token stays out of the API', async () => {
    const code = await codeFor(world.portico, world.browser, { scope: 'openid' })
    const { body } = await exchange(world.portico, code)
    expect(
      await refresh(world.portico, body['refresh_token'] ?? '', { scope: 'openid identity profile' }),
    ).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
    const full = await freshTokens()
    const narrowed = await refresh(world.portico, full['refresh_token'] ?? '', { scope: 'openid' })
    expect(narrowed.body['scope']).toBe('openid')
    expect(await statusOf(narrowed.body['access_token'] ?? '')).toBe(401)
  })

  test('T19 another client gets nothing for it, nor does anybody revoke it', async () => {
    const { refresh_token = '' } = await freshTokens()
    for (const client_id of ['shop', 'client_secret_post', 'nobody', ''])
      expect([
        client_id,
        [400, 401].includes((await refresh(world.portico, refresh_token, { client_id, client_secret: secret })).status),
      ]).toEqual([client_id, true])
    await world.browser.request('POST', '/identity/connect/revocation', {
      form: { client_id: 'shop', token: refresh_token },
    })
    expect((await refresh(world.portico, refresh_token)).status).toBe(200)
  })
})

describe('secrets of applications', () => {
  const basic = (name: string, presented: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${presented}`).toString('base64')}`,
  })
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    tokenCall(world.portico.origin, { grant_type: 'client_credentials', ...form }, headers)

  test('T19 A-200 the right secret opens in either place, to prove that the wrong ones below do not fail by accident', async () => {
    expect((await ask({}, basic('client_secret_basic', secret))).status).toBe(200)
    expect((await ask({ client_id: 'client_secret_post', client_secret: secret })).status).toBe(200)
    expect((await ask({ client_id: 'client_secret_basic', client_secret: secret })).status).toBe(200)
    expect((await ask({}, basic('client_secret_post', secret))).status).toBe(200)
    expect(
      (await ask({ client_id: 'client_secret_post', client_secret: secret }, basic('client_secret_post', secret)))
        .status,
    ).toBe(400)
  })

  test('T19 no secret, an empty one, a wrong one, or its hash is 401', async () => {
    const [row] = await world.portico.database.query<{ hash: string }>(
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
      const answer = await world.browser.request('POST', '/identity/connect/introspect', { form })
      expect(answer.text).not.toMatch(/"active":true|"sub"/)
    }
  })
})
