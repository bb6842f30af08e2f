// T13, T14, T16: a session belongs to one browser and one person, and ends when it must.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, linkIn } from '#server/spec/testing/account-api.ts'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { full } from '#server/spec/testing/full.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { authorize, codeFor, exchange, refresh, rightRequest, sessionsOf, signedInBrowser } from './attacker.ts'
import { hold, sessionCookie, type SignedIn } from './held-session.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const browserWith = (cookie: string) => {
  const browser = createBrowser(portico.origin)
  browser.jar.set('portico_session', cookie)
  return browser
}
const isSignedIn = async (cookie: string) =>
  (
    (await authorize(browserWith(cookie), rightRequest(portico, { prompt: 'none' }))).headers.get('location') ?? ''
  ).includes('code=')

describe('T13 fixation', () => {
  test('T13 a session that was planted before the sign-in is not the one afterwards', async () => {
    const attacker = createBrowser(portico.origin)
    await attacker.get('/identity/connect/endsession')
    const mine = sessionCookie(attacker)
    expect(mine).not.toBe('')
    for (const planted of [mine, 'chosen-by-the-attacker', crypto.randomUUID()]) {
      const victim = browserWith(planted)
      await victim.get('/identity/account/login')
      await signIn(portico, await addPerson(portico), { browser: victim })
      expect(sessionCookie(victim)).not.toBe(planted)
      expect(await isSignedIn(sessionCookie(victim))).toBe(true)
      expect(await isSignedIn(planted)).toBe(false)
    }
  })

  test('T13 an unknown cookie is given no session of its own name', async () => {
    const browser = browserWith('chosen-by-the-attacker')
    await browser.get('/identity/connect/endsession')
    expect(
      await portico.database.query(
        `select 1 from session where id = sha256(convert_to('chosen-by-the-attacker', 'utf8'))`,
      ),
    ).toEqual([])
  })

  test('T13 signing in again changes the identifier, also for the same person', async () => {
    const person = await addPerson(portico)
    const browser = createBrowser(portico.origin)
    await signIn(portico, person, { browser })
    const first = sessionCookie(browser)
    await browser.get('/identity/account/login')
    expect((await accountApi(portico).login(person.userName, { browser })).success).toBe(true)
    expect(sessionCookie(browser)).not.toBe(first)
    expect(await isSignedIn(first)).toBe(false)
    expect(await sessionsOf(portico, person)).toBe(1)
  })

  test('T13 a sign-in that one browser began is not finished by another: the code needs the proof of the first', async () => {
    const victim = await signedInBrowser(portico, await addPerson(portico))
    const code = await codeFor(portico, victim)
    expect(
      (await exchange(portico, code, { code_verifier: 'of-another-browser-of-another-browser-of-another' })).status,
    ).toBe(400)
  })
})

const stillAlive = async (signedIn: SignedIn) => {
  const bearer = { authorization: `Bearer ${signedIn.access}` }
  const stranger = createBrowser(portico.origin)
  return {
    cookie: await isSignedIn(signedIn.cookie),
    api: (await stranger.get('/api/v1/profile', bearer)).status === 200,
    userinfo: (await stranger.get('/identity/connect/userinfo', bearer)).status === 200,
    refresh: (await refresh(portico, signedIn.refresh)).status === 200,
  }
}
const dead = { cookie: false, api: false, userinfo: false, refresh: false }

const administrator = async () => signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))

const endings: Record<string, (signedIn: SignedIn) => Promise<unknown>> = {
  'signing out': ({ browser }) => browser.get('/api/v1/account/logout'),
  'signing out at the provider': async ({ browser, id }) => {
    const page = await browser.get(`/identity/connect/endsession?${new URLSearchParams({ id_token_hint: id })}`)
    await browser.request('POST', '/identity/connect/endsession/confirm', {
      form: { xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '', logout: 'yes' },
    })
  },
  'a new password': async ({ person }) => {
    const api = accountApi(portico)
    await api.resetPassword(person.userName)
    const { identityName, token } = linkIn(await portico.mailTo(person.email))
    expect((await api.changePassword({ identityName, token, newPassword: 'Other-Horse-Battery-7' })).success).toBe(true)
  },
  'an administrator’s lock': async ({ person }) => {
    const { browser, bearer } = await administrator()
    await browser.get(`/api/v1/account/lock/${person.id}`, bearer)
  },
  'a lock that is lifted again': async ({ person }) => {
    const { browser, bearer } = await administrator()
    for (const call of ['lock', 'unlock']) await browser.get(`/api/v1/account/${call}/${person.id}`, bearer)
  },
  deletion: ({ person }) => portico.database.query(`delete from portal_user where id = $1`, [person.id]),
  'becoming a draft': ({ person }) =>
    portico.database.query(`update portal_user set draft = true where id = $1`, [person.id]),
  'the end of the session': ({ person }) =>
    portico.database.query(`update session set expires_on = now() where user_id = $1`, [person.id]),
}

describe('T14 the end', () => {
  test('T14 nothing ends by itself: without an ending, cookie, API, userinfo and refresh work', async () => {
    expect(await stillAlive(await hold(portico))).toEqual({ cookie: true, api: true, userinfo: true, refresh: true })
  })

  for (const [name, end] of Object.entries(endings))
    for (const scope of ['openid profile identity', 'openid profile identity offline_access'])
      test(`T14 ${name} ends cookie, API, userinfo and refresh at once${scope.includes('offline') ? ', offline access included' : ''}`, async () => {
        const signedIn = await hold(portico, scope)
        await end(signedIn)
        expect(await stillAlive(signedIn)).toEqual(dead)
      })

  test('T14 a role that is taken away is gone at the next call', async () => {
    const me = await addPerson(portico)
    await assignRole(portico, { identityId: me.id, roleId: systemRoles.Administrator })
    const { browser, bearer } = await signIn(portico, me)
    const nobody = crypto.randomUUID()
    expect((await browser.get(`/api/v1/account/unlock/${nobody}`, bearer)).status).toBe(404)
    await portico.database.query(`delete from tenant_member where identity_id = $1`, [me.id])
    expect((await browser.get(`/api/v1/account/unlock/${nobody}`, bearer)).status).toBe(403)
  })

  test('T14 a request under way does not bring an ended session back', async () => {
    const signedIn = await hold(portico)
    let pending: Promise<unknown> | undefined
    await portico.write(async (tx) => {
      await tx.query(`delete from session where user_id = $1`, [signedIn.person.id])
      await tx.query(`delete from oidc_payload where user_id = $1`, [signedIn.person.id])
      pending = authorize(browserWith(signedIn.cookie), rightRequest(portico, { prompt: 'none' }))
      await until(
        async () =>
          (
            await portico.database.query(
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
        3000,
      ).catch(() => undefined)
    })
    await pending
    expect(await sessionsOf(portico, signedIn.person)).toBe(0)
    expect(
      await portico.database.query(`select kind from oidc_payload where user_id = $1 and kind <> 'Grant'`, [
        signedIn.person.id,
      ]),
    ).toEqual([])
    expect(await stillAlive(signedIn)).toEqual(dead)
  })

  test('T14 anyone who hammers with the old cookie while the password changes is out afterwards', async () => {
    const signedIn = await hold(portico, 'openid profile identity offline_access')
    const api = accountApi(portico)
    await api.resetPassword(signedIn.person.userName)
    const { identityName, token } = linkIn(await portico.mailTo(signedIn.person.email))
    let ended = false
    const codes: string[] = []
    const hammer = async () => {
      while (!ended) {
        const location =
          (
            await authorize(
              browserWith(signedIn.cookie),
              rightRequest(portico, { prompt: 'none', scope: 'openid profile identity offline_access' }),
            )
          ).headers.get('location') ?? ''
        const code = URL.parse(location)?.searchParams.get('code')
        if (code) codes.push(code)
      }
    }
    const hammers = Array.from({ length: 6 }, hammer)
    expect((await api.changePassword({ identityName, token, newPassword: 'Other-Horse-Battery-8' })).success).toBe(true)
    ended = true
    await Promise.all(hammers)
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes) expect((await exchange(portico, code)).status).toBe(400)
    expect(await sessionsOf(portico, signedIn.person)).toBe(0)
    expect(await stillAlive(signedIn)).toEqual(dead)
  })
})

test('T16 two people in two hundred sessions at once never see each other', async () => {
  const people = [await addPerson(portico), await addPerson(portico)] as const
  const sessions: { person: Person; bearer: Record<string, string>; browser: Browser }[] = []
  for (let index = 0; index < 200; index++) {
    const person = people[index % 2] ?? people[0]
    const first = sessions.find((session) => session.person === person)
    // A password is hashed once per person; further sessions are further tokens and grants.
    sessions.push(
      first
        ? {
            person,
            browser: first.browser,
            bearer: {
              authorization: `Bearer ${(await exchange(portico, await codeFor(portico, first.browser))).body['access_token']}`,
            },
          }
        : { person, ...(await signIn(portico, person)) },
    )
  }
  const rounds = full ? 12 : 3
  let reads = 0
  const crossings: string[] = []
  const check = (person: Person, shown: string, what: string) => {
    reads++
    if (!shown.includes(person.id) && !shown.includes(person.userName))
      crossings.push(`${what}: ${person.userName} saw ${shown.slice(0, 200)}`)
  }
  await Promise.all(
    sessions.map(async ({ person, bearer, browser }, index) => {
      for (let round = 0; round < rounds; round++) {
        check(person, (await createBrowser(portico.origin).get('/api/v1/profile', bearer)).text, 'profile')
        check(person, (await createBrowser(portico.origin).get('/identity/connect/userinfo', bearer)).text, 'userinfo')
        if (index % 10 === 0)
          check(
            person,
            atob(
              (await exchange(portico, await codeFor(portico, browser))).body['id_token']
                ?.split('.')[1]
                ?.replaceAll('-', '+')
                .replaceAll('_', '/') ?? '',
            ),
            'token',
          )
      }
    }),
  )
  expect(crossings).toEqual([])
  expect(reads).toBe(rounds * (2 * sessions.length + sessions.length / 10))
})
