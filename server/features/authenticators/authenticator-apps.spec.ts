// The authenticator app: added in the profile, asked for at the sign-in, and lost.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { accountApi, type AccountApi, later, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  api = accountApi(portico)
})
afterAll(() => portico.close())

type Session = Awaited<ReturnType<typeof signIn>>

const at = '/api/v1/profile/authenticators'
/** Again where the next thirty seconds began meanwhile, in which the same code is a step nearer. */
const inOneStep = async <T>(work: () => Promise<T>): Promise<T> => {
  const step = () => Math.floor(Date.now() / 30_000)
  const begun = step()
  const answer = await work()
  return step() === begun ? answer : inOneStep(work)
}

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const begin = async ({ browser, bearer }: Session) =>
  (await browser.post(`${at}/app`, undefined, bearer)).json<{ secret: string; uri: string }>()

/** Somebody whose app has shown a code already: the next one is of the step after. */
const addApp = async (person: Person) => {
  const session = await signIn(portico, person)
  const { secret } = await begin(session)
  const confirm = async () =>
    (await session.browser.post(`${at}/app/confirm`, { code: codeOf(secret, -1) }, session.bearer)).json<{
      recoveryCodes?: string[]
    }>()
  // The code of the last half minute: once more where one ends in between.
  const recoveryCodes = (await confirm()).recoveryCodes ?? (await confirm()).recoveryCodes
  if (!recoveryCodes) throw new Error('the app was not added')
  return { ...person, ...session, secret, recoveryCodes }
}

const askCode = async ({ userName }: Person) => {
  const answer = await api.login(userName)
  return { userName, token: answer.token, answer }
}

/** Wrong codes count as failed sign-ins; here they are counted by themselves. */
const forgetFailures = ({ id }: Person) =>
  portico.database.query(`delete from sign_in_failure where name_key like 'user:' || $1 || '%'`, [id])

describe('adding it', () => {
  test('the secret is shown once and stored encrypted, and the app counts from its first code on', async () => {
    const person = await addPerson(portico)
    const session = await signIn(portico, person)
    const { secret, uri } = await begin(session)
    expect(uri).toBe(
      `otpauth://totp/Portico:${person.userName}?issuer=Portico&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await api.login(person.userName)).success).toBe(true)
    const wrong = await session.browser.post(`${at}/app/confirm`, { code: other(codeOf(secret)) }, session.bearer)
    expect([wrong.status, wrong.json<Problem>().errors[0]?.code]).toEqual([400, 'authenticator-code-wrong'])
    const right = await session.browser.post(`${at}/app/confirm`, { code: codeOf(secret) }, session.bearer)
    const { recoveryCodes } = right.json<{ recoveryCodes: string[] }>()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes.every((code) => /^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/.test(code))).toBe(true)
    expect((await session.browser.get(at, session.bearer)).json()).toEqual({
      app: { addedOn: expect.any(String), recoveryCodesLeft: 10 },
      passkeys: [],
    })
    expect(await api.login(person.userName)).toMatchObject({
      twoAuthentificationRequired: true,
      authenticatorApp: true,
    })
    const [kept] = await portico.database.query<{ all: string }>(
      `select (select string_agg(a::text, ' ') from authenticator_app a)
           || (select string_agg(r::text, ' ') from recovery_code r)
           || (select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' ') from audit_event) as all`,
    )
    for (const text of [secret, ...recoveryCodes]) expect(kept?.all.includes(text)).toBe(false)
    expect((await portico.mailTo(person.email)).text).toContain('An authenticator app was added')
  })

  test('one of a person: another is refused until the first is removed', async () => {
    const person = await addApp(await addPerson(portico))
    const again = await person.browser.post(`${at}/app`, undefined, person.bearer)
    expect([again.status, again.json<Problem>().code]).toEqual([409, 'authenticator-app-there'])
    expect((await person.browser.request('DELETE', `${at}/app`, { headers: person.bearer })).status).toBe(200)
    expect((await api.login(person.userName)).success).toBe(true)
    expect((await begin(person)).secret).not.toBe(person.secret)
  })

  test('an encrypted secret that is moved to somebody else opens nothing', async () => {
    const [one, two] = [await addApp(await addPerson(portico)), await addApp(await addPerson(portico))]
    await portico.database.query(
      `update authenticator_app set secret = (select secret from authenticator_app where user_id = $2) where user_id = $1`,
      [one.id, two.id],
    )
    expect((await api.verifyCode({ ...(await askCode(one)), code: codeOf(two.secret) })).success).toBe(false)
  })
})

describe('signing in', () => {
  test('the code of the app takes the place of the mailed one, where a tenant asks for one and where none does', async () => {
    const application = await addApplication(portico, { name: 'ledger' })
    const person = await addPerson(portico)
    const tenantId = await addTenant(portico, { twoFactor: true })
    await assignRole(portico, { identityId: person.id, roleId: application.roleId, tenantId })
    const plain = await addApp(await addPerson(portico))
    // Before the app there is the mail.
    const { browser } = await signInByMail(person)
    expect(browser.jar.get('portico_session')).toBeTruthy()
    await portico.database.query(`update tenant set requires_two_factor = false where id = $1`, [tenantId])
    const member = await addApp(person)
    await portico.database.query(`update tenant set requires_two_factor = true where id = $1`, [tenantId])
    for (const one of [plain, member]) {
      const before = portico.mails.length
      const asked = await askCode(one)
      expect(asked.answer).toEqual({
        success: false,
        errors: [],
        changePassword: false,
        twoAuthentificationRequired: true,
        token: expect.stringMatching(/^[\w-]{43}$/),
        authenticatorApp: true,
      })
      expect(await api.verifyCode({ ...asked, code: ` ${codeOf(one.secret)} ` })).toMatchObject({ success: true })
      expect(portico.mails.slice(before).filter(({ subject }) => /code/i.test(subject))).toEqual([])
      expect((await logOf(portico, one.userName)).slice(-2).map(({ result, reason }) => [result, reason])).toEqual([
        ['Failure', 'Second factor required'],
        ['Success', 'Signed in with an authenticator app'],
      ])
    }
  })

  test('T8 each code opens one session, at once on two instances and later, and no older one works after it', async () => {
    const person = await addApp(await addPerson(portico))
    const [asked, again] = [await askCode(person), await askCode(person)]
    const elsewhere = accountApi({ ...portico, origin: `http://localhost:${portico.others[0]?.port}` })
    // Of now, whatever time goes by meanwhile.
    const [code, older] = [codeOf(person.secret, 1), codeOf(person.secret, 0)]
    const answers = await Promise.all([
      api.verifyCode({ ...asked, code }),
      elsewhere.verifyCode({ ...again, code }),
      api.verifyCode({ ...again, code }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    await forgetFailures(person)
    for (const used of [code, older])
      expect((await api.verifyCode({ ...(await askCode(person)), code: used })).success).toBe(false)
  })

  test('T8 a code two steps away is wrong, and the transaction ends after five minutes', async () => {
    const person = await addApp(await addPerson(portico))
    const asked = await askCode(person)
    for (const steps of [-2, 2])
      expect(
        await inOneStep(
          async () => (await api.verifyCode({ ...(await askCode(person)), code: codeOf(person.secret, steps) })).errors,
        ),
      ).toEqual(['Invalid code'])
    await later(portico, 5.1, async () =>
      expect((await api.verifyCode({ ...asked, code: codeOf(person.secret, 10) })).errors).toEqual([
        'Invalid credentials',
      ]),
    )
  })

  test('T8 five tries for a transaction, twenty an hour for a person, and a wrong code counts as a failed sign-in', async () => {
    const person = await addApp(await addPerson(portico))
    const right = () => codeOf(person.secret)
    for (let transaction = 0; transaction < 4; transaction += 1) {
      const asked = await askCode(person)
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect((await api.verifyCode({ ...asked, code: other(right()) })).errors).toEqual(['Invalid code'])
        await forgetFailures(person)
      }
      expect((await api.verifyCode({ ...asked, code: right() })).errors).toEqual(['Invalid credentials'])
      await forgetFailures(person)
    }
    expect((await api.verifyCode({ ...(await askCode(person)), code: right() })).errors).toEqual(['User Is Locked Out'])
    await later(portico, 61, async () => {
      const asked = await askCode(person)
      expect((await api.verifyCode({ ...asked, code: codeOf(person.secret, 122) })).success).toBe(true)
    })
    const guessed = await addApp(await addPerson(portico))
    const asked = await askCode(guessed)
    const said: string[] = []
    for (let attempt = 0; attempt < 5; attempt += 1)
      said.push((await api.verifyCode({ ...asked, code: other(codeOf(guessed.secret)) })).errors[0] ?? '')
    expect(said).toEqual([...Array(4).fill('Invalid code'), 'User Is Locked Out'])
  })

  test('T7 all ways of proof count together: the fifth failure locks each of them, and none gives a fresh start', async () => {
    const person = await addApp(await addPerson(portico))
    const { browser, bearer, userName, secret, recoveryCodes } = person
    const prove = async (typed: object) =>
      (await browser.post('/api/v1/profile/stepUp', typed, bearer)).json<{ code?: string }>().code
    const wrong = other(codeOf(secret))
    expect(await prove({ password: 'Wrong-Horse-Battery-9' })).toBe('wrong-password')
    expect(await prove({ password, code: wrong })).toBe('wrong-code')
    browser.jar.delete('portico_session')
    const { token } = await api.login(userName, { browser })
    const enter = async (code: string) => (await api.verifyCode({ token, userName, code }, browser)).errors
    expect(await enter(wrong)).toEqual(['Invalid code'])
    expect(await enter('AAAA-AAAA-AAAA-AAAA')).toEqual(['Invalid code'])
    const last = await api.login(userName, { browser, typed: 'Wrong-Horse-Battery-9' })
    const locked = ['User Is Locked Out']
    expect(last.errors).toEqual(locked)
    expect([await enter(codeOf(secret)), await enter(recoveryCodes[0] ?? '')]).toEqual([locked, locked])
    expect((await api.login(userName, { browser })).errors).toEqual(locked)
    expect(await prove({ password, code: codeOf(secret) })).toBe('locked-out')
  })

  test('T8 a code is bound to its token, its person and the password', async () => {
    const [one, two] = [await addApp(await addPerson(portico)), await addApp(await addPerson(portico))]
    const asked = await askCode(one)
    for (const wrong of [
      { code: codeOf(two.secret) },
      { token: 'x' },
      { userName: two.userName },
      { password: 'Wrong-9' },
    ])
      expect((await api.verifyCode({ ...asked, code: codeOf(one.secret), ...wrong })).success).toBe(false)
  })

  test('T5 an app shows behind the right password only', async () => {
    const person = await addApp(await addPerson(portico))
    const [known, unknown] = [
      await api.login(person.userName, { typed: 'Wrong-Horse-Battery-9' }),
      await api.login('nobody-of-that-name', { typed: 'Wrong-Horse-Battery-9' }),
    ]
    expect(known).toEqual(unknown)
  })
})

describe('without the app', () => {
  test('a recovery code signs in once, however it is typed, and its owner is told', async () => {
    const person = await addApp(await addPerson(portico))
    const [first = '', second = ''] = person.recoveryCodes
    expect((await api.verifyCode({ ...(await askCode(person)), code: first })).success).toBe(true)
    expect((await api.verifyCode({ ...(await askCode(person)), code: first })).errors).toEqual(['Invalid code'])
    const typed = second.toLowerCase().replaceAll('-', ' ')
    expect((await api.verifyCode({ ...(await askCode(person)), code: typed })).success).toBe(true)
    expect((await person.browser.get(at, person.bearer)).json()).toMatchObject({ app: { recoveryCodesLeft: 8 } })
    expect((await logOf(portico, person.userName)).at(-1)?.reason).toBe('Signed in with a recovery code')
    expect((await portico.mailTo(person.email, 1)).text).toMatch(/recovery codes|authenticator app was added/)
  })

  test('new recovery codes void the earlier ones', async () => {
    const person = await addApp(await addPerson(portico))
    const made = await person.browser.post(`${at}/recoveryCodes`, undefined, person.bearer)
    const { recoveryCodes } = made.json<{ recoveryCodes: string[] }>()
    expect(recoveryCodes).toHaveLength(10)
    const [old = '', fresh = ''] = [person.recoveryCodes[3], recoveryCodes[3]]
    expect((await api.verifyCode({ ...(await askCode(person)), code: old })).success).toBe(false)
    expect((await api.verifyCode({ ...(await askCode(person)), code: fresh })).success).toBe(true)
  })

  test('T8 a recovery code that is sent several times at once opens one session', async () => {
    const person = await addApp(await addPerson(portico))
    const [code = ''] = person.recoveryCodes
    const asked = await Promise.all(Array.from({ length: 4 }, () => askCode(person)))
    const answers = await Promise.all(asked.map((one) => api.verifyCode({ ...one, code })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  test('an administrator takes it away, which is recorded and mailed; who may not take over the account may not', async () => {
    const person = await addApp(await addPerson(portico))
    const god = await addApp(await addPerson(portico, { roles: ['God'] }))
    const asked = await askCode(person)
    const admin = await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))
    const reset = (id: string) =>
      admin.browser.post(`/api/v1/admin/users/reset-authenticators/${id}`, undefined, admin.bearer)
    expect((await reset(god.id)).status).toBe(403)
    const before = portico.mails.length
    expect((await reset(person.id)).status).toBe(200)
    expect((await portico.mailTo(person.email, before)).text).toContain('An administrator removed')
    expect((await api.verifyCode({ ...asked, code: codeOf(person.secret) })).success).toBe(false)
    expect((await api.login(person.userName)).success).toBe(true)
    expect((await reset(person.id)).json<Problem>().code).toBe('authenticators-missing')
    const [event] = await portico.database.query<{ by: string }>(
      `select actor_name as by from audit_event where type = 'authenticator.reset' and subject = $1`,
      [person.id],
    )
    expect(event?.by).toBeTruthy()
  })
})

const signInByMail = async (person: Person) => {
  const browser = createBrowser(portico.origin)
  const before = portico.mails.length
  const { token } = await api.login(person.userName, { browser })
  const code = /(?<!\d)\d{6}(?!\d)/.exec((await portico.mailTo(person.email, before)).text)?.[0] ?? ''
  await api.verifyCode({ token, userName: person.userName, code, password }, browser)
  return { browser }
}
