// The account API over HTTP: the calls, who gets in, and what the others are told.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, guess, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

describe('the account family', () => {
  const nobody = {
    userName: 'nobody',
    password: 'x',
    token: 't',
    code: '1',
    identityName: 'nobody',
    newPassword: 'x',
    username: 'nobody',
  }
  const id = '6dedf125-8067-4dc5-aa7d-a6b1a92971aa'
  const calls = [
    ['POST', 'login', 200],
    ['POST', 'verifyCode', 200],
    ['POST', 'changePassword', 200],
    ['POST', 'resetPassword', 200],
    ['GET', 'validateToken/nobody/t', 200],
    ['GET', 'externalLogin', 302],
    ['GET', 'logout', 302],
    ['GET', `lock/${id}`, 401],
    ['GET', `unlock/${id}`, 401],
  ] as const
  for (const base of ['/api/v1/account', '/identity/api/v1/account', '/API/V1/Account', '/Identity/Api/V1/ACCOUNT'])
    test(`R7.3-01 the nine calls answer below ${base}, in any letter case`, async () => {
      for (const [method, call, status] of calls)
        for (const spelt of [call, call.toUpperCase(), call.toLowerCase()]) {
          const answer = await createBrowser(portico.origin).request(
            method,
            `${base}/${spelt}`,
            method === 'POST' ? { body: nobody } : {},
          )
          expect([spelt, answer.status]).toEqual([spelt, status])
        }
    })
})

describe('signing in', () => {
  test('R7.3-02 login takes userName, password, rememberLogin and returnUrl, and answers the six promised members', async () => {
    const { userName } = await addPerson(portico)
    const answer = await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName,
      password,
      rememberLogin: true,
      returnUrl: '/identity/profile',
    })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      errors: [],
      redirectTo: '/identity/profile',
      changePassword: false,
      twoAuthentificationRequired: false,
    })
  })

  test('the last sign-in outlives the session, and is no change of the person', async () => {
    const { userName, id } = await addPerson(portico)
    const stored = async () =>
      (
        await portico.database.query<{ lastLogin: Date | null; modified: Date }>(
          `select last_login_on as "lastLogin", modified_on as modified from portal_user where id = $1`,
          [id],
        )
      )[0]
    const before = await stored()
    await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName,
      password: 'Wrong-Horse-Battery-9',
      rememberLogin: false,
      returnUrl: '/',
    })
    expect((await stored())?.lastLogin).toBeNull()
    await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName,
      password,
      rememberLogin: false,
      returnUrl: '/',
    })
    const after = await stored()
    expect([Math.abs(Date.now() - (after?.lastLogin?.getTime() ?? 0)) < 60_000, after?.modified]).toEqual([
      true,
      before?.modified,
    ])
  })

  test('R7.3-02 a business failure is HTTP 200 with the reasons; only a malformed call is 400 and names its fields', async () => {
    const failed = await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName: 'somebody',
      password: 'wrong',
    })
    expect(failed.status).toBe(200)
    expect(failed.json()).toEqual({
      success: false,
      errors: ['Incorrect username or password. 4 attempts left'],
      changePassword: false,
      twoAuthentificationRequired: false,
    })
    const malformed = await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName: 7,
      password: 'x'.repeat(129),
    })
    expect(malformed.status).toBe(400)
    expect(malformed.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toEqual([
      'userName',
      'password',
    ])
  })

  test('the e-mail signs in as well as the user name, whatever the case and the blanks around it', async () => {
    const person = await addPerson(portico)
    for (const name of [person.userName, person.email, ` ${person.email.toUpperCase()} `])
      expect((await api.login(name)).success).toBe(true)
  })

  test('R8.6-03 R8.6-04 an unknown name gets word for word what a known one gets', async () => {
    const { userName } = await addPerson(portico)
    expect(await guess(api, `${userName}-unknown`, 6)).toEqual(await guess(api, userName, 6))
  })

  test('R8.6-06 a draft is told so after the right password only, and gets no session', async () => {
    const { userName } = await addPerson(portico, { draft: true })
    expect((await api.login(userName, { typed: 'wrong' })).errors).toEqual([
      'Incorrect username or password. 4 attempts left',
    ])
    const browser = createBrowser(portico.origin)
    expect(await api.login(userName, { browser })).toMatchObject({
      success: false,
      errors: ['User locked. Draft User!'],
    })
    expect([...browser.jar.keys()]).toEqual([])
    expect((await logOf(portico, userName)).at(-1)).toMatchObject({
      result: 'Failure',
      reason: 'User locked. Draft User!',
    })
  })
})

describe('company staff', () => {
  test('R6-24 R8.6-12 a name at a company domain cannot sign in locally, whether or not it exists', async () => {
    const { email } = await addPerson(portico, { email: 'staff@portico.example' })
    for (const name of [email, 'STAFF@Portico.Example', 'nobody@portico-group.example'])
      expect(await api.login(name)).toMatchObject({
        success: false,
        errors: ['Access is denied'],
        externalRequired: true,
      })
  })

  test('R6-24 the user name does not help either: the e-mail decides, after the right password', async () => {
    const { userName } = await addPerson(portico, { email: 'more.staff@portico.example' })
    const wrong = await api.login(userName, { typed: 'wrong' })
    expect([wrong.errors, wrong.externalRequired]).toEqual([
      ['Incorrect username or password. 4 attempts left'],
      undefined,
    ])
    expect(await api.login(userName)).toMatchObject({ errors: ['Access is denied'], externalRequired: true })
    expect(
      await portico.database.query(
        `select 1 from session s join portal_user u on u.id = s.user_id where u.user_name = $1`,
        [userName],
      ),
    ).toEqual([])
  })

  test('R6-24 a domain that only ends like a company domain is nobody’s', async () => {
    const { userName } = await addPerson(portico, { email: 'ana@notportico.example' })
    expect((await api.login(userName)).success).toBe(true)
  })

  test('the break-glass account of the installation keeps its local sign-in', async () => {
    const { id, userName, email } = await addPerson(portico, { email: 'root@portico.example' })
    await portico.database.query(`update portal_user set break_glass = true where id = $1`, [id])
    for (const name of [userName, email]) expect((await api.login(name)).success).toBe(true)
  })
})

describe('where it goes', () => {
  test('R4.2-01 R8.6-12 a return address is followed when it is ours or registered, else the way leads home', async () => {
    const { userName } = await addPerson(portico)
    const open = await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
    const closed = await addApplication(portico, {
      name: 'closed',
      redirectUri: 'https://closed.example/callback',
      enabled: false,
    })
    const home = '/identity/home'
    const cases = {
      '/identity/profile?tab=1': '/identity/profile?tab=1',
      [`${portico.origin}/identity/admin`]: '/identity/admin',
      [open.redirectUri]: open.redirectUri,
      [closed.redirectUri]: home,
      'https://shop.example/elsewhere': home,
      'https://evil.example/': home,
      '//evil.example': home,
      '/\\evil.example': home,
      '/%2f/evil.example': home,
      [`${portico.origin}@evil.example/`]: home,
      [`${portico.origin}.evil.example/`]: home,
      'javascript:alert(1)': home,
      '': home,
    }
    for (const [returnUrl, to] of Object.entries(cases))
      expect([returnUrl, (await api.login(userName, { returnUrl })).redirectTo]).toEqual([returnUrl, to])
    expect((await api.login(userName)).redirectTo).toBe(home)
  })
})

describe('the session', () => {
  const sessionCookie = (headers: Headers) =>
    headers.getSetCookie().find((line) => line.startsWith('portico_session=')) ?? ''
  const answerOf = async (rememberLogin: boolean) => {
    const { userName } = await addPerson(portico)
    return createBrowser(portico.origin).post('/api/v1/account/login', { userName, password, rememberLogin })
  }

  test('R7.3-02 a remembered sign-in keeps its cookie for a day, any other until the browser closes', async () => {
    expect(sessionCookie((await answerOf(true)).headers)).toMatch(/; Max-Age=86400;.*HttpOnly.*SameSite=Lax/)
    expect(sessionCookie((await answerOf(false)).headers)).toMatch(/^(?!.*(Max-Age|Expires)).*HttpOnly.*SameSite=Lax/)
  })

  test('a session ends a day after it began, and the database knows it by a hash only', async () => {
    const browser = createBrowser(portico.origin)
    const person = await addPerson(portico)
    await signIn(portico, person, { browser })
    const [row] = await portico.database.query<{ seconds: number; found: boolean }>(
      `select extract(epoch from expires_on - started_on)::int as seconds, id = sha256(convert_to($2, 'utf8')) as found from session where user_id = $1`,
      [person.id, browser.jar.get('portico_session')],
    )
    expect(row).toEqual({
      seconds: expect.toSatisfy((seconds: number) => Math.abs(seconds - 86_400) <= 1),
      found: true,
    })
  })

  test('a sign-in takes the place of the session that the browser brought', async () => {
    const browser = createBrowser(portico.origin)
    const first = await addPerson(portico)
    const { bearer } = await signIn(portico, first, { browser })
    await browser.get('/identity/account/login')
    const second = await addPerson(portico)
    expect((await api.login(second.userName, { browser })).success).toBe(true)
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(401)
    expect(
      await portico.database.query(`select user_id as id from session where user_id = any($1)`, [
        [first.id, second.id],
      ]),
    ).toEqual([{ id: second.id }])
  })
})

describe('R7.3-08 signing out', () => {
  test('R7.3-08 logout ends the session with its tokens, clears the cookie and goes to the sign-in page', async () => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico))
    const answer = await browser.get('/api/v1/account/logout')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${portico.identityUrl}/account/logout`])
    expect(browser.jar.has('portico_session')).toBe(false)
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(401)
  })

  test('R7.3-08 six clicks at once end one session, with one entry', async () => {
    const person = await addPerson(portico)
    const { browser } = await signIn(portico, person)
    const clicks = Array.from({ length: 6 }, () => {
      const one = createBrowser(portico.origin)
      one.jar.set('portico_session', browser.jar.get('portico_session') ?? '')
      return one
    })
    const answers = await Promise.all(clicks.map((one) => one.get('/api/v1/account/logout')))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(302))
    const entries = await portico.database.query<{ subject: string }>(
      `select subject from audit_event where type = 'session.ended' and subject in ($1, '-')`,
      [person.id],
    )
    expect(entries).toEqual([{ subject: person.id }])
  })

  test('R7.3-08 an image or a foreign page cannot sign anybody out', async () => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico))
    expect(
      (await browser.get('/api/v1/account/logout', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }))
        .status,
    ).toBe(403)
    expect(
      (await browser.get('/api/v1/account/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }))
        .status,
    ).toBe(403)
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(200)
  })
})
