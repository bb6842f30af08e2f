// Impersonation: by whom, of whom, for how long, and that nothing is changed by it.
import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { roleNames } from '#contract/kernel/role-name.ts'
import { every } from '#server/spec/attacks/whole-contract.ts'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { until } from '#server/spec/testing/portico.ts'
import { expireImpersonations } from './impersonation.public.ts'
import { openImpersonation, type Bearer, type SignedIn } from './impersonation.harness.ts'

const { world, at, ask, someGod, impersonate, eventsOf, mine } = openImpersonation()

describe('T30 impersonation', () => {
  test('is for a God only: every other role is refused, and so is a God’s personal access token', async () => {
    const person = await addPerson(world.portico)
    for (const role of roleNames.filter((name) => name !== 'God')) {
      const other = await signIn(world.portico, await addPerson(world.portico, { roles: [role] }))
      expect([role, (await ask(other, person.id)).status]).toEqual([role, 403])
    }
    const god = await someGod()
    const { token } = (
      await god.browser.post(
        at('/keys'),
        { name: 'ci', applicationName: 'identity', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
        god.bearer,
      )
    ).json<{ token: string }>()
    const byKey = { browser: createBrowser(world.portico.origin), bearer: { authorization: `Bearer ${token}` } }
    expect([await mine(byKey), (await ask(byKey, person.id)).status]).toEqual([god.person.userName, 403])
  })

  test('is never as a God, as anyone who may not sign in, or as nobody', async () => {
    const god = await someGod()
    const locked = await addPerson(world.portico)
    await world.portico.write((tx) =>
      tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id]),
    )
    const attempt = async (id: string) => {
      const { status, code } = await ask(god, id)
      return [status, code]
    }
    expect(await attempt((await addPerson(world.portico, { roles: ['God'] })).id)).toEqual([403, 'identify-as-god'])
    expect(await attempt(god.person.id)).toEqual([403, 'identify-as-god'])
    expect(await attempt((await addPerson(world.portico, { draft: true })).id)).toEqual([409, 'identify-as-locked'])
    expect(await attempt(locked.id)).toEqual([409, 'identify-as-locked'])
    expect(await attempt(crypto.randomUUID())).toEqual([404, 'user-not-found'])
  })

  test('A-46 begins by a bearer token only, and its link works once, within a minute, in the browser that asked', async () => {
    const god = await someGod()
    const person = await addPerson(world.portico)
    expect((await god.browser.get(at(`/admin/dashboard/identifyAs/${person.id}`))).status).toBe(401)
    const { redirectTo = '' } = await ask(god, person.id)
    const other = await someGod()
    expect((await other.browser.get(redirectTo)).status).toBe(409)
    expect((await createBrowser(world.portico.origin).get(redirectTo)).status).toBe(409)
    expect(
      (
        await god.browser.request('GET', redirectTo, {
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await god.browser.request('GET', redirectTo, {
          headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
        })
      ).status,
    ).toBe(403)
    expect((await god.browser.get(redirectTo)).status).toBe(302)
    await god.browser.get(at('/account/endIdentifyAs'))
    expect((await god.browser.get(redirectTo)).status).toBe(409)
    const { redirectTo: late = '' } = await ask(god, person.id)
    await world.portico.write((tx) =>
      tx.query(
        `update link_token set expires_on = now() - interval '1 second' where kind = 'IdentifyAs' and used_on is null`,
      ),
    )
    expect((await god.browser.get(late)).status).toBe(409)
    expect(
      await world.portico.database.query(`select 1 from link_token where token_hash = $1`, [
        Buffer.from(redirectTo.split('/').at(-1) ?? ''),
      ]),
    ).toEqual([])
  })

  test('is not nested: anyone who acts begins nothing, whatever role the other person has', async () => {
    const god = await someGod()
    const [person, next] = [
      await addPerson(world.portico, { roles: ['Administrator'] }),
      await addPerson(world.portico),
    ]
    const { redirectTo = '' } = await ask(god, next.id)
    const impersonated = await impersonate(god, person)
    expect((await ask(impersonated, next.id)).status).toBe(403)
    // Nor by the God's own token, which is alive in other tabs: that browser acts already.
    expect((await god.browser.get((await ask(god, next.id)).redirectTo ?? '')).status).toBe(409)
    expect((await god.browser.get(redirectTo)).status).toBe(409)
  })

  test('changes nothing: every endpoint that writes refuses it, as an Administrator who could do it all; no credential changes', async () => {
    const god = await someGod()
    const person = await addPerson(world.portico, { roles: [...roleNames].filter((name) => name !== 'God') })
    const impersonated = await impersonate(god, person)
    const before = await world.portico.database.query(
      `select password_hash, email, security_stamp from portal_user where id = $1`,
      [person.id],
    )
    const writing = every.filter(
      ({ endpoint: { method, writes, access } }) => (method !== 'GET' || writes) && access !== 'anyone',
    )
    expect(writing.length).toBeGreaterThan(80)
    for (const { name, endpoint } of writing) {
      const path = endpoint.path.replace(/:\w+/g, person.id)
      const answer = await createBrowser(world.portico.origin).request(endpoint.method, at(path), {
        headers: impersonated.bearer,
        ...(endpoint.method !== 'GET' && { body: {} }),
      })
      const code = answer.json<Problem>().code
      expect([name, answer.status, code]).toEqual([
        name,
        403,
        name.startsWith('impersonation.')
          ? 'permission-missing'
          : expect.stringMatching(/^(acting-for-somebody|permission-missing)$/),
      ])
    }
    expect(
      await world.portico.database.query(`select password_hash, email, security_stamp from portal_user where id = $1`, [
        person.id,
      ]),
    ).toEqual(before)
    expect(await world.portico.database.query(`select 1 from access_token where created_by = $1`, [person.id])).toEqual(
      [],
    )
    expect(
      await world.portico.database.query(`select 1 from link_token where user_id = $1 and kind <> 'IdentifyAs'`, [
        person.id,
      ]),
    ).toEqual([])
  })

  test('stands in every row of the audit log: whose eyes, and who looked', async () => {
    const god = await someGod()
    const person = await addPerson(world.portico, { roles: ['Administrator'] })
    const impersonated = await impersonate(god, person)
    const [last] = await world.portico.database.query<{ id: number }>(`select max(id) as id from audit_event`)
    await createBrowser(world.portico.origin).get(
      at('/applications/1/usersWithRoles').replace('/api/v1/', '/api/v1/admin/'),
      impersonated.bearer,
    )
    await createBrowser(world.portico.origin).request('DELETE', at(`/admin/users/${god.person.id}`), {
      headers: impersonated.bearer,
    })
    const rows = () =>
      world.portico.database.query<{ type: string; who: string; by: string }>(
        `select type, actor_name as who, impersonated_by as by from audit_event where id > $1 and actor_kind = 'user' order by at, id`,
        [last?.id],
      )
    await until(async () => (await rows()).length > 1)
    expect(await rows()).toEqual([
      { type: 'data.read', who: person.userName, by: god.person.id },
      { type: 'access.refused', who: person.userName, by: god.person.id },
    ])
  })

  test.each([
    ['the God signs out', async ({ browser }: SignedIn) => void (await browser.get(at('/account/logout')))],
    [
      'the God is locked',
      async (_: SignedIn, { god, chief }: { god: Person; chief: Bearer }) =>
        void (await createBrowser(world.portico.origin).get(at(`/account/lock/${god.id}`), chief)),
    ],
    [
      'the God has another password',
      async (_: SignedIn, { god, chief }: { god: Person; chief: Bearer }) =>
        void (await createBrowser(world.portico.origin).post(
          at(`/admin/users/change-password/${god.id}`),
          { password: 'Other-Horse-Battery-9', confirmPassword: 'Other-Horse-Battery-9' },
          chief,
        )),
    ],
    [
      'the God is deleted',
      async (_: SignedIn, { god, chief }: { god: Person; chief: Bearer }) =>
        void (await createBrowser(world.portico.origin).request('DELETE', at(`/admin/users/${god.id}`), {
          headers: chief,
        })),
    ],
    [
      'the God is a God no more',
      async (_: SignedIn, { god }: { god: Person }) =>
        void (await world.portico.write((tx) =>
          tx.query(`delete from tenant_member where identity_id = $1`, [god.id]),
        )),
    ],
    [
      'the person is locked',
      async (_: SignedIn, { person, chief }: { person: Person; chief: Bearer }) =>
        void (await createBrowser(world.portico.origin).get(at(`/account/lock/${person.id}`), chief)),
    ],
    [
      'its hour is over',
      async (_: SignedIn, { person }: { person: Person }) =>
        void (await world.portico.write((tx) =>
          tx.query(`update session set expires_on = now() where user_id = $1`, [person.id]),
        )),
    ],
  ] as const)('is over, tokens and all, once %s; and its end stands in the audit log', async (_name, happen) => {
    const chief = (await someGod()).bearer
    const god = await someGod()
    const person = await addPerson(world.portico)
    const impersonated = await impersonate(god, person)
    const { tokens } = await world.shop.signIn(person, { browser: god.browser })
    expect(await mine(impersonated)).toBe(person.userName)
    await happen(impersonated, { god: god.person, person, chief })
    expect(await mine(impersonated)).toBe(401)
    expect(
      (
        await createBrowser(world.portico.origin).get('/identity/connect/userinfo', {
          authorization: `Bearer ${tokens.access_token}`,
        })
      ).status,
    ).toBe(401)
    const refreshed = await createBrowser(world.portico.origin).request('POST', '/identity/connect/token', {
      form: {
        grant_type: 'refresh_token',
        client_id: 'identity',
        refresh_token: String((impersonated.tokens as { refresh_token?: string }).refresh_token),
      },
    })
    expect(refreshed.status).toBe(400)
    await expireImpersonations(jobContext(world.portico, 'end-impersonations'))
    await expireImpersonations(jobContext(world.portico, 'end-impersonations'))
    expect((await eventsOf(person.id)).filter(({ type }) => type === 'impersonation.ended')).toHaveLength(1)
  })

  test.each([
    ['signs out', (browser: Browser) => browser.get(at('/account/logout'))],
    [
      'signs in as somebody else',
      async (browser: Browser) => {
        await browser.get('/identity/account/login')
        const { userName } = await addPerson(world.portico)
        return browser.post(at('/account/login'), { userName, password, rememberLogin: false })
      },
    ],
  ])('leaves the God’s own session as well when that browser %s', async (_what, leave) => {
    const god = await someGod()
    const impersonated = await impersonate(god, await addPerson(world.portico))
    expect((await leave(god.browser)).status).toBeLessThan(400)
    expect(
      await world.portico.database.query(`select 1 from session where user_id = $1 or impersonator_id = $1`, [
        god.person.id,
      ]),
    ).toEqual([])
    expect([await mine(god), await mine(impersonated)]).toEqual([401, 401])
  })
})
