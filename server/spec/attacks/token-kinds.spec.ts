// T10: a token of one kind is none of another.
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountApi, codeIn, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { authorize, codeFor, exchange, refresh, rightRequest } from './attacker.ts'
import { openTokens } from './tokens.harness.ts'

const { world, statusOf, userinfoOf, freshTokens } = openTokens()

describe('a token of one kind', () => {
  const ofEveryKind = async () => {
    const api = accountApi(world.portico)
    const flagged = await addTenant(world.portico, { twoFactor: true })
    const [member, late] = [await addPerson(world.portico), await addPerson(world.portico, { expired: true })]
    await assignRole(world.portico, { identityId: member.id, roleId: world.shop.roleId, tenantId: flagged })
    const codeRequest = await api.login(member.userName)
    const code = codeIn(await world.portico.mailTo(member.email))
    await api.resetPassword(world.person.userName)
    const { token: reset } = linkIn(await world.portico.mailTo(world.person.email))
    const { access_token = '', refresh_token = '', id_token = '' } = await freshTokens()
    return {
      people: [world.person.userName, member.userName, late.userName],
      tokens: {
        reset,
        'second factor': codeRequest.token ?? '',
        'expired password': (await api.login(late.userName)).token ?? '',
        'mailed code': code,
        access: access_token,
        refresh: refresh_token,
        id: id_token,
        'authorization code': await codeFor(world.portico, world.browser),
        session: world.browser.jar.get('portico_session') ?? '',
        device: world.browser.jar.get('portico_device') ?? '',
        xsrf: world.browser.jar.get('XSRF-TOKEN') ?? 'none',
      },
    }
  }

  test('T10 serves for nothing else: not as a bearer, a refresh token, a code, a link, a second factor or a session', async () => {
    const api = accountApi(world.portico)
    const { people, tokens } = await ofEveryKind()
    const before = await world.portico.database.query(`select id, password_hash from portal_user order by id`)
    const worked: string[] = []
    for (const [kind, token] of Object.entries(tokens)) {
      const note = (as: string, well: boolean) => {
        if (well) worked.push(`${kind} as ${as}`)
      }
      if (kind !== 'access') note('bearer', (await statusOf(token)) === 200 || (await userinfoOf(token)) === 200)
      if (kind !== 'refresh') note('refresh token', (await refresh(world.portico, token)).status === 200)
      if (kind !== 'authorization code') note('code', (await exchange(world.portico, token)).status === 200)
      for (const userName of people) {
        if (kind !== 'reset' && kind !== 'expired password') {
          note('link', token.length <= 512 && (await api.validateToken(userName, token)).success)
          note(
            'link',
            (
              await createBrowser(world.portico.origin).post('/api/v1/account/changePassword', {
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
            await createBrowser(world.portico.origin).post('/api/v1/account/verifyCode', {
              token,
              userName,
              password: 'Right-Horse-Battery-9',
              code: tokens['mailed code'],
            })
          ).text.includes('"success":true') && kind !== 'second factor',
        )
      }
      if (kind !== 'session') {
        const stranger = createBrowser(world.portico.origin)
        stranger.jar.set('portico_session', token)
        note(
          'session',
          (
            (await authorize(stranger, rightRequest(world.portico, { prompt: 'none' }))).headers.get('location') ?? ''
          ).includes('code='),
        )
      }
    }
    expect(worked).toEqual([])
    expect(await world.portico.database.query(`select id, password_hash from portal_user order by id`)).toEqual(before)
  })

  test('T10 a link that was made for taking somebody’s place changes nobody’s password', async () => {
    const token = randomBytes(32).toString('base64url')
    const victim = await addPerson(world.portico)
    await world.portico.database.query(
      `insert into link_token (token_hash, user_id, kind, created_on, expires_on) values ($1, $2, 'IdentifyAs', now(), now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), victim.id],
    )
    const api = accountApi(world.portico)
    expect(await api.validateToken(victim.userName, token)).toMatchObject({ success: false })
    expect(
      await api.changePassword({ identityName: victim.userName, token, newPassword: 'Other-Horse-Battery-3' }),
    ).toMatchObject({ success: false })
    expect((await api.login(victim.userName)).success).toBe(true)
  })
})
