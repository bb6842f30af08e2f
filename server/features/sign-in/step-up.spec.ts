// Dangerous acts want a proof of the last five minutes (docs/decisions/0044).
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { features } from '#server/features.ts'
import { accountApi, type AccountApi, later, logOf } from '#server/spec/testing/account-api.ts'
import { addApplication, addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

type Session = Awaited<ReturnType<typeof signIn>>

const app = '/api/v1/profile/authenticators/app'
const begin = ({ browser, bearer }: Session) => browser.post(app, undefined, bearer)
const prove = ({ browser, bearer }: Session, typed: { password: string; code?: string }) =>
  browser.post('/api/v1/profile/stepUp', typed, bearer)
const answerOf = async (session: Session, typed: { password: string; code?: string }) =>
  (await prove(session, typed)).json()

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

const withApp = async (person: Person) => {
  const session = await signIn(portico, person)
  const { secret } = (await begin(session)).json<{ secret: string }>()
  const confirm = () => session.browser.post(`${app}/confirm`, { code: codeOf(secret, -1) }, session.bearer)
  // The code of the last half minute: once more where one ends in between.
  if ((await confirm()).status !== 200) await confirm()
  return { ...session, secret }
}

describe('a proof of the last five minutes', () => {
  test('is the sign-in itself, then the password in the same session, for five minutes each', async () => {
    const session = await signIn(portico, await addPerson(portico))
    expect((await begin(session)).status).toBe(200)
    await later(portico, 4.9, async () => expect((await begin(session)).status).toBe(200))
    await later(portico, 5.1, async () => {
      const refused = await begin(session)
      expect([refused.status, refused.json<Problem>().code]).toEqual([403, 'step-up-needed'])
      expect(await answerOf(session, { password })).toEqual({ success: true, errors: [] })
      expect((await begin(session)).status).toBe(200)
    })
    await later(portico, 10.3, async () => expect((await begin(session)).status).toBe(403))
  })

  test('is of one session: that of another device stays as it was', async () => {
    const person = await addPerson(portico)
    const [here, there] = [await signIn(portico, person), await signIn(portico, person)]
    await later(portico, 6, async () => {
      await answerOf(here, { password })
      expect([(await begin(here)).status, (await begin(there)).status]).toEqual([200, 403])
    })
  })

  test('wants the code of the authenticator app too, where there is one, and takes each once', async () => {
    const session = await withApp(await addPerson(portico))
    expect((await session.browser.get('/api/v1/profile/stepUp', session.bearer)).json()).toEqual({
      password: true,
      app: true,
      passkey: false,
    })
    const removed = () => session.browser.request('DELETE', app, { headers: session.bearer })
    await later(portico, 6, async () => {
      expect((await removed()).json<Problem>().code).toBe('step-up-needed')
      const code = codeOf(session.secret, 12)
      expect(await answerOf(session, { password })).toMatchObject({ success: false, code: 'wrong-code' })
      expect(await answerOf(session, { password: 'Wrong-Horse-9', code })).toMatchObject({ code: 'wrong-password' })
      expect(await answerOf(session, { password, code })).toEqual({ success: true, errors: [] })
      expect(await answerOf(session, { password, code })).toMatchObject({ success: false, code: 'wrong-code' })
      expect((await removed()).status).toBe(200)
    })
  })

  test('a personal access token proves nothing and changes no authenticator', async () => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const made = await browser.post('/api/v1/keys', { name: 'Nightly', applicationName: 'identity', expiresAt }, bearer)
    const token = { authorization: `Bearer ${made.json<{ token: string }>().token}` }
    for (const [path, body] of [
      ['/api/v1/profile/stepUp', { password }],
      [app, undefined],
    ] as const) {
      const answer = await browser.post(path, body, token)
      expect([path, answer.status, answer.json<Problem>().code]).toEqual([path, 403, 'permission-missing'])
    }
  })
})

describe('what is dangerous', () => {
  test('is said by the contract, and no endpoint more or less', () => {
    const dangerous = features.flatMap(({ name, endpoints }) =>
      Object.entries(endpoints).flatMap(([call, { stepUp }]) => (stepUp ? [`${name}.${call}`] : [])),
    )
    expect(dangerous.toSorted()).toEqual([
      'access-tokens.create',
      'applications.change',
      'applications.create',
      'applications.owners',
      'applications.save',
      'authenticators.addPasskey',
      'authenticators.beginApp',
      'authenticators.confirmApp',
      'authenticators.newRecoveryCodes',
      'authenticators.passkeyOptions',
      'authenticators.removeApp',
      'authenticators.removePasskey',
      'groups.bulkInsert',
      'impersonation.identifyAs',
      'permissions.insertGroups',
      'permissions.insertUsers',
      'security-config.change',
      'security-config.changePolicy',
      'security-config.create',
      'security-config.createPolicy',
      'security-config.remove',
      'security-config.removePolicy',
      'security-config.save',
      'security-config.savePolicy',
      'users.changePassword',
      'users.resetAuthenticators',
      'webhooks.change',
      'webhooks.create',
      'webhooks.remove',
      'webhooks.rotateSecret',
      'webhooks.save',
    ])
  })

  test('a token, a configuration and the secret of an application want the proof; the rest of the application does not', async () => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))
    const { id } = await addApplication(portico, { name: `app-${crypto.randomUUID().slice(0, 8)}` })
    const ask = async (method: string, path: string, body: object) => {
      const answer = await browser.request(method, `/api/v1${path}`, { body, headers: bearer })
      return answer.status === 200 ? 200 : answer.json<Problem>().code
    }
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const token = (name: string) => ask('POST', '/keys', { name, applicationName: 'identity', expiresAt })
    const secret = () => ask('PATCH', `/admin/applications/${id}`, { sharedSecret: 'a-secret-of-its-own' })
    expect([await token('Fresh'), await secret()]).toEqual([200, 200])
    await later(portico, 6, async () => {
      expect(await token('Stale')).toBe('step-up-needed')
      expect(await secret()).toBe('step-up-needed')
      expect(await ask('POST', '/admin/securityConfig', { title: 'Rules', body: 'a: 1' })).toBe('step-up-needed')
      for (const sharedSecret of [null, undefined, ''])
        expect(await ask('PATCH', `/admin/applications/${id}`, { displayName: 'Named anew', sharedSecret })).toBe(200)
      // Nobody proves who they are for a form that comes back.
      expect(await ask('POST', '/keys', { name: '' })).toBe('invalid')
    })
  })

  test('a personal access token is a proof itself, made by somebody who had just given one', async () => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const made = await browser.post('/api/v1/keys', { name: 'Program', applicationName: 'identity', expiresAt }, bearer)
    const program = { authorization: `Bearer ${made.json<{ token: string }>().token}` }
    await later(portico, 6, async () => {
      const answer = await browser.post(
        '/api/v1/admin/securityConfig',
        { title: 'By a program', body: 'a: 1' },
        program,
      )
      expect(answer.status).toBe(200)
    })
  })
})

describe('what is wrong', () => {
  test('T6 counts as a failed sign-in: the fifth locks, the right password comes too late, and the log says so', async () => {
    const person = await addPerson(portico)
    const session = await signIn(portico, person)
    const said: unknown[] = []
    for (let attempt = 0; attempt < 5; attempt += 1)
      said.push((await answerOf(session, { password: 'Wrong-Horse-Battery-9' }))['code'])
    expect(said).toEqual([...Array(4).fill('wrong-password'), 'locked-out'])
    expect(await answerOf(session, { password })).toMatchObject({ success: false, code: 'locked-out' })
    expect((await logOf(portico, person.userName)).map(({ result }) => result).slice(-3)).toEqual([
      'Failure',
      'UserLocked',
      'Failure',
    ])
    session.browser.jar.delete('portico_session')
    const { errors } = await api.login(person.userName, { browser: session.browser })
    expect(errors).toEqual(['User Is Locked Out'])
  })

  test('T8 ten guesses at once count as ten', async () => {
    const session = await signIn(portico, await addPerson(portico))
    const said = await Promise.all(
      Array.from({ length: 10 }, () => answerOf(session, { password: 'Wrong-Horse-Battery-9' })),
    )
    expect(said.filter(({ code }) => code === 'wrong-password')).toHaveLength(4)
  })

  test('the password stands in no log', async () => {
    const session = await signIn(portico, await addPerson(portico))
    await answerOf(session, { password: 'Guessed-Horse-Battery-7' })
    const rows = await portico.database.query(
      `select 1 from audit_event where strpos(audit_event::text, 'Guessed-Horse-Battery-7') > 0`,
    )
    expect(rows).toEqual([])
  })
})
