// Impersonation from the beginning to the end: who may, and what applications are told (R7.11-07, A-77).
import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { authorize, rightRequest } from '#server/spec/attacks/attacker.ts'
import { later } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, claimsOf, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico } from '#server/spec/testing/portico.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { openImpersonation, type SignedIn } from './impersonation.harness.ts'

const { world, at, ask, someGod, impersonate, eventsOf, mine } = openImpersonation()

const cookie = 'portico_session'

describe('R7.11-07 impersonation', () => {
  test('A-77 a God impersonates somebody for an hour: tokens, claims and roles are theirs, with who impersonates; stopped, the God is back', async () => {
    const god = await someGod()
    const person = await addPerson(world.portico, { roles: ['Manager'] })
    const before = god.browser.jar.get(cookie)
    const impersonated = await impersonate(god, person)
    const claims = claimsOf<{ sub: string; role: string[]; act?: { sub: string }; exp_time: number }>(
      impersonated.tokens.id_token,
    )
    expect(claims).toMatchObject({ sub: person.id, role: ['Manager', 'User'], act: { sub: god.person.id } })
    expect(claims.exp_time - Date.now() / 1000).toBeGreaterThan(3500)
    expect(claims.exp_time - Date.now() / 1000).toBeLessThanOrEqual(3600)
    expect(await mine(impersonated)).toBe(person.userName)
    // In the God's other tabs the God goes on.
    expect(await mine(god)).toBe(god.person.userName)
    const during = god.browser.jar.get(cookie)
    const stopped = await god.browser.get(at('/account/endIdentifyAs'))
    expect([stopped.status, stopped.headers.get('location')]).toEqual([
      302,
      `${world.portico.identityUrl}/admin/users/${person.id}`,
    ])
    expect(new Set([before, during, god.browser.jar.get(cookie)]).size).toBe(3)
    expect([
      await mine(impersonated),
      await mine(await signIn(world.portico, god.person, { browser: god.browser, password: 'not needed' })),
    ]).toEqual([401, god.person.userName])
    expect(await eventsOf(person.id)).toMatchObject([
      { type: 'impersonation.requested', who: god.person.userName, by: null },
      {
        type: 'impersonation.started',
        who: god.person.userName,
        after: { userName: person.userName, until: expect.any(String) },
      },
      { type: 'impersonation.ended', who: god.person.userName, after: { reason: 'stopped' } },
    ])
  })

  test('T13 T30 the God’s cookie of before opens nothing while somebody is impersonated', async () => {
    const god = await someGod()
    const earlier = createBrowser(world.portico.origin)
    earlier.jar.set(cookie, god.browser.jar.get(cookie) ?? '')
    const silently = () => authorize(earlier, rightRequest(world.portico, { prompt: 'none' }))
    expect((await silently()).headers.get('location')).toContain('code=')
    await impersonate(god, await addPerson(world.portico))
    expect((await silently()).headers.get('location')).toContain('login_required')
  })

  test('T30 a link is over after a minute, once its God is none any more, and for a browser that acts already', async () => {
    const over = async (god: SignedIn, link: string | undefined) => (await god.browser.get(link ?? '')).status
    const [slow, god, otherGod] = [await someGod(), await someGod(), await someGod()]
    const [person, other] = [await addPerson(world.portico), await addPerson(world.portico)]
    const late = await ask(slow, person.id)
    expect(await later(world.portico, 1.1, () => over(slow, late.redirectTo))).toBe(409)
    const { redirectTo } = await ask(god, person.id)
    await world.portico.database.query(`delete from tenant_member where identity_id = $1`, [god.person.id])
    expect(await over(god, redirectTo)).toBe(409)
    // Even one of its own, were the other person a God by now.
    await impersonate(otherGod, person)
    const own = await ask(otherGod, other.id)
    await world.portico.database.query(
      `update link_token set session_uid = (select uid from session where user_id = $1) where kind = 'IdentifyAs' and user_id = $2`,
      [person.id, other.id],
    )
    await assignRole(world.portico, { identityId: person.id, roleId: systemRoles.God })
    expect(await over(otherGod, own.redirectTo)).toBe(409)
  })

  test('A-77 a link that is followed several times at once begins it once', async () => {
    const god = await someGod()
    const person = await addPerson(world.portico)
    const { redirectTo = '' } = await ask(god, person.id)
    const own = god.browser.jar.get(cookie) ?? ''
    const browsers = Array.from({ length: 4 }, () => createBrowser(world.portico.origin))
    for (const browser of browsers) browser.jar.set(cookie, own)
    await Promise.all(browsers.map((browser) => browser.get(redirectTo)))
    expect(browsers.filter(({ jar }) => jar.get(cookie) !== own)).toHaveLength(1)
    expect((await eventsOf(person.id)).filter(({ type }) => type === 'impersonation.started')).toHaveLength(1)
  })

  test('A-77 ended several times at once it ends once, and only one of the browsers has the God back', async () => {
    for (let round = 0; round < 4; round++) {
      const god = await someGod()
      const person = await addPerson(world.portico)
      await impersonate(god, person)
      const acting = god.browser.jar.get(cookie) ?? ''
      const browsers = Array.from({ length: 4 }, () => createBrowser(world.portico.origin))
      for (const browser of browsers) browser.jar.set(cookie, acting)
      const answers = await Promise.all(browsers.map((browser) => browser.get(at('/account/endIdentifyAs'))))
      expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302])
      const ended = (await eventsOf(person.id)).filter(({ type }) => type === 'impersonation.ended')
      expect(ended).toHaveLength(1)
      const empty = `select 1 from audit_event where type = 'impersonation.missed'`
      expect(await world.portico.database.query(empty)).toEqual([])
      expect(browsers.filter(({ jar }) => jar.get(cookie) !== acting)).toHaveLength(1)
    }
  })

  test('A-77 applications are told who acts, in the id_token and by userinfo; a sign-in of one’s own has no such claim', async () => {
    const god = await someGod()
    const person = await addPerson(world.portico)
    await impersonate(god, person)
    const { tokens } = await world.shop.signIn(person, { browser: god.browser })
    expect(tokens.claims()).toMatchObject({ sub: person.id, act: { sub: god.person.id } })
    const userinfo = await createBrowser(world.portico.origin).get('/identity/connect/userinfo', {
      authorization: `Bearer ${tokens.access_token}`,
    })
    expect(userinfo.json()).toMatchObject({ sub: person.id, act: { sub: god.person.id } })
    expect((await world.shop.signIn(person)).tokens.claims()).not.toHaveProperty('act')
  })

  test('R7.11-08 a God learns whether the installation allows it; where it does not, nobody impersonates anybody', async () => {
    const god = await someGod()
    const enabled = async (one: SignedIn, on = world.portico) =>
      (await createBrowser(on.origin).get(at('/admin/dashboard/identyfyasEnabled'), one.bearer)).json()
    expect(await enabled(god)).toEqual({ enabled: true })
    const closed = await startTestPortico()
    const person = await addPerson(closed, { roles: ['God'] })
    const there = await signIn(closed, person)
    expect(await enabled(there, closed)).toEqual({ enabled: false })
    const answer = await there.browser.get(
      at(`/admin/dashboard/identifyAs/${(await addPerson(closed)).id}`),
      there.bearer,
    )
    expect([answer.status, answer.json<Problem>().code]).toEqual([403, 'identify-as-disabled'])
    await closed.close()
  })
})
