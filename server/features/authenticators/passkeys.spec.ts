// Passkeys: added in the profile, and both factors at the sign-in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { User } from '#contract/users.ts'
import { accountApi, type AccountApi, guess, later, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, claimsOf, type Person, signIn } from '#server/spec/testing/people.ts'
import {
  type Creation,
  type Request,
  type SoftAuthenticator,
  softAuthenticator,
} from '#server/spec/testing/soft-authenticator.ts'
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

const own = '/api/v1/profile/authenticators/passkeys'

const begin = async ({ browser, bearer }: Session) =>
  (await browser.get(`${own}/options`, bearer)).json<{ transaction: string; options: Creation }>()

/** Somebody with a passkey on an authenticator of their own. */
const addPasskey = async (person: Person, device = softAuthenticator()) => {
  const session = await signIn(portico, person)
  const { transaction, options } = await begin(session)
  const credential = device.create(portico.origin, options)
  const answer = await session.browser.post(own, { transaction, name: 'Laptop', credential }, session.bearer)
  return { ...person, ...session, device, transaction, credential, answer, id: answer.json<{ id: string }>().id }
}

const ask = async (returnUrl?: string) =>
  (
    await createBrowser(portico.origin).get(
      `/api/v1/account/passkey${returnUrl ? `?${new URLSearchParams({ returnUrl })}` : ''}`,
    )
  ).json<{ transaction: string; options: Request }>()

type Login = { success: boolean; errors: string[]; redirectTo?: string; changePassword: boolean }

const show = async (body: object, { browser = createBrowser(portico.origin), origin = portico.origin } = {}) =>
  (
    await (origin === portico.origin ? browser : createBrowser(origin)).post('/api/v1/account/passkey', body)
  ).json<Login>()

const enter = async ({ device }: { device: SoftAuthenticator }, browser = createBrowser(portico.origin)) => {
  const { transaction, options } = await ask()
  return show({ transaction, credential: device.get(portico.origin, options) }, { browser })
}

const refused = { success: false, errors: ['Invalid credentials'] }

describe('in the profile', () => {
  test('a passkey is discoverable, verifies its user, is named, listed, mailed about and removed', async () => {
    const person = await addPerson(portico)
    const { options } = await begin(await signIn(portico, person))
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Portico' },
      user: { name: person.userName },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { browser, bearer, answer, id } = await addPasskey(person)
    expect([answer.status, answer.json()]).toMatchObject([200, { name: 'Laptop', lastUsedOn: null }])
    expect((await portico.mailTo(person.email)).text).toContain('A passkey was added')
    expect((await browser.get('/api/v1/profile/authenticators', bearer)).json()).toMatchObject({
      app: null,
      passkeys: [{ id, name: 'Laptop' }],
    })
    expect((await browser.request('DELETE', `${own}/${id}`, { headers: bearer })).status).toBe(200)
    expect((await browser.request('DELETE', `${own}/${id}`, { headers: bearer })).status).toBe(404)
  })

  test('a challenge is answered once, within five minutes, in the session that asked', async () => {
    const [one, two] = [
      await signIn(portico, await addPerson(portico)),
      await signIn(portico, await addPerson(portico)),
    ]
    const device = softAuthenticator()
    const { transaction, options } = await begin(one)
    const body = { transaction, name: 'Key', credential: device.create(portico.origin, options) }
    const code = async ({ browser, bearer }: Session) => {
      const answer = await browser.post(own, body, bearer)
      return answer.status === 200 ? 'added' : answer.json<Problem>().code
    }
    expect(await code(two)).toBe('passkey-refused')
    await later(portico, 4.9, async () => expect(await code(one)).toBe('added'))
    expect(await code(one)).toBe('passkey-refused')
    const late = await begin(two)
    const sent = { ...body, transaction: late.transaction, credential: device.create(portico.origin, late.options) }
    await later(portico, 5.1, async () => {
      await two.browser.post('/api/v1/profile/stepUp', { password: 'Right-Horse-Battery-9' }, two.bearer)
      expect((await two.browser.post(own, sent, two.bearer)).json<Problem>().code).toBe('passkey-refused')
    })
  })

  test('a passkey gets another name, which the log keeps, without a proof and without a mail', async () => {
    const person = await addPasskey(await addPerson(portico))
    const rename = (name: string, { id, browser, bearer } = person) =>
      browser.request('PATCH', `${own}/${id}`, { body: { name }, headers: bearer })
    await later(portico, 6, async () =>
      expect((await rename(' Old laptop ')).json()).toMatchObject({ id: person.id, name: 'Old laptop' }),
    )
    const empty = await rename('  ')
    expect([empty.status, empty.json<Problem>().errors.map(({ field }) => field)]).toEqual([400, ['name']])
    const stranger = await addPasskey(await addPerson(portico))
    expect((await rename('Mine', { ...stranger, id: person.id })).json<Problem>().code).toBe('passkey-not-found')
    const renamed = await portico.database.query<{ before: object; after: object }>(
      `select before, after from audit_event where type = 'authenticator.passkey-renamed'`,
    )
    expect(renamed).toEqual([{ before: { name: 'Laptop' }, after: { name: 'Old laptop' } }])
  })

  test('one that is renamed and removed at once is gone, and its last name is the one that the log removes', async () => {
    const { id, browser, bearer } = await addPasskey(await addPerson(portico))
    const elsewhere = createBrowser(`http://localhost:${portico.others[0]?.port}`)
    const [renamed, removed] = await Promise.all([
      elsewhere.request('PATCH', `${own}/${id}`, { body: { name: 'Raced' }, headers: bearer }),
      browser.request('DELETE', `${own}/${id}`, { headers: bearer }),
    ])
    expect([removed.status, [200, 404].includes(renamed.status)]).toEqual([200, true])
    const [last] = await portico.database.query<{ before: object }>(
      `select before from audit_event where type = 'authenticator.passkey-removed' order by id desc limit 1`,
    )
    expect(last?.before).toEqual({ name: renamed.status === 200 ? 'Raced' : 'Laptop' })
    expect((await browser.get('/api/v1/profile/authenticators', bearer)).json()).toMatchObject({ passkeys: [] })
  })

  test('nobody removes somebody else’s', async () => {
    const [mine, theirs] = [await addPasskey(await addPerson(portico)), await addPasskey(await addPerson(portico))]
    expect((await mine.browser.request('DELETE', `${own}/${theirs.id}`, { headers: mine.bearer })).status).toBe(404)
    expect((await enter(theirs)).success).toBe(true)
  })
})

describe('at the sign-in', () => {
  test('it is both factors: a tenant that requires two, and an authenticator app, ask for nothing more', async () => {
    const application = await addApplication(portico, { name: 'ledger' })
    const person = await addPasskey(await addPerson(portico))
    const tenantId = await addTenant(portico, { twoFactor: true })
    const [row] = await portico.database.query<{ id: string }>(`select id from portal_user where user_name = $1`, [
      person.userName,
    ])
    await assignRole(portico, { identityId: row?.id ?? '', roleId: application.roleId, tenantId })
    expect(await api.login(person.userName)).toMatchObject({ twoAuthentificationRequired: true })
    const browser = createBrowser(portico.origin)
    expect(await enter(person, browser)).toMatchObject({ success: true, errors: [], redirectTo: '/identity/home' })
    const { tokens } = await signIn(portico, person, { browser })
    expect(claimsOf(tokens.id_token)).toMatchObject({ amr: ['hwk', 'mfa'], acr: 'urn:portico:mfa' })
    expect((await logOf(portico, person.userName)).at(-1)).toMatchObject({
      result: 'Success',
      reason: 'Signed in with a passkey',
    })
  })

  test('it goes on to where the sign-in was heading, and nowhere else', async () => {
    const person = await addPasskey(await addPerson(portico))
    for (const [returnUrl, redirectTo] of [
      ['/identity/profile', '/identity/profile'],
      ['https://evil.example/', '/identity/home'],
    ]) {
      const { transaction, options } = await ask(returnUrl)
      const credential = person.device.get(portico.origin, options)
      expect(await show({ transaction, credential })).toMatchObject({ success: true, redirectTo })
    }
  })

  test('T8 a challenge opens one session, at once on two instances and later', async () => {
    // One that does not count, as those of telephones: only the challenge tells the second answer.
    const person = await addPasskey(await addPerson(portico), softAuthenticator({ counts: 0 }))
    const { transaction, options } = await ask()
    const credential = person.device.get(portico.origin, options)
    const elsewhere = `http://localhost:${portico.others[0]?.port}`
    const said = await Promise.all(
      [portico.origin, elsewhere, portico.origin].map((origin) => show({ transaction, credential }, { origin })),
    )
    expect(said.filter(({ success }) => success)).toHaveLength(1)
    expect(await show({ transaction, credential })).toMatchObject(refused)
  })

  test('a challenge is over after five minutes, belongs to its purpose, and cannot be made', async () => {
    const person = await addPasskey(await addPerson(portico))
    const { transaction, options } = await ask()
    const credential = person.device.get(portico.origin, options)
    await later(portico, 5.1, async () => expect(await show({ transaction, credential })).toMatchObject(refused))
    const other = await ask()
    for (const wrong of [other.transaction, person.transaction, `${transaction.split('.')[0]}.x`, 'x'])
      expect(await show({ transaction: wrong, credential })).toMatchObject(refused)
    const proving = await person.browser.get('/api/v1/profile/stepUp/passkey', person.bearer)
    const inSession = proving.json<{ transaction: string; options: Request }>()
    const proof = person.device.get(portico.origin, inSession.options)
    expect(await show({ transaction: inSession.transaction, credential: proof })).toMatchObject(refused)
  })

  test('another address, an unverified user, a foreign signature and an unknown passkey are refused alike', async () => {
    const person = await addPasskey(await addPerson(portico))
    const { transaction, options } = await ask()
    const right = person.device.get(portico.origin, options)
    const stranger = softAuthenticator()
    const there = await signIn(portico, await addPerson(portico))
    stranger.create(portico.origin, (await begin(there)).options)
    const unknown = stranger.get(portico.origin, options)
    const client = JSON.parse(Buffer.from(right.response.clientDataJSON, 'base64url').toString())
    const elsewhere = Buffer.from(JSON.stringify({ ...client, origin: 'https://evil.example' })).toString('base64url')
    const unverified = person.device.get(portico.origin, options, 'only present')
    for (const credential of [
      unknown,
      { ...right, response: { ...right.response, signature: unknown.response.signature } },
      { ...right, response: { ...right.response, clientDataJSON: elsewhere } },
      unverified,
      { ...right, response: { ...right.response, userHandle: Buffer.from('somebody').toString('base64url') } },
    ])
      expect(await show({ transaction, credential })).toMatchObject(refused)
    const last = person.device.get(portico.origin, options)
    expect((await show({ transaction, credential: last })).success).toBe(true)
  })

  test('a counter that does not grow is that of a copy', async () => {
    const copy = softAuthenticator({ counts: 0 })
    const person = await addPasskey(await addPerson(portico), copy)
    await portico.database.query(`update passkey set counter = 5 where id = $1`, [person.id])
    expect(await enter(person)).toMatchObject(refused)
  })

  test('whoever may not sign in with a password may not with a passkey', async () => {
    const people = {
      locked: await addPasskey(await addPerson(portico)),
      draft: await addPasskey(await addPerson(portico)),
      expired: await addPasskey(await addPerson(portico)),
      guessed: await addPasskey(await addPerson(portico)),
    }
    const set = (column: string, { userName }: Person) =>
      portico.write((tx) => tx.query(`update portal_user set ${column} = true where user_name = $1`, [userName]))
    await set('locked_by_administrator', people.locked)
    await set('draft', people.draft)
    await set('password_expired', people.expired)
    await guess(api, people.guessed.userName, 5)
    expect((await enter(people.locked)).errors).toEqual(['User Is Locked Out', 'Permanently blocked'])
    expect((await enter(people.draft)).errors).toEqual(['User locked. Draft User!'])
    expect(await enter(people.expired)).toMatchObject({ success: false, changePassword: true })
    expect((await enter(people.guessed)).errors).toEqual(['User Is Locked Out'])
  })

  test('one that was removed, or taken away by an administrator, opens nothing', async () => {
    const [one, two] = [await addPasskey(await addPerson(portico)), await addPasskey(await addPerson(portico))]
    await one.browser.request('DELETE', `${own}/${one.id}`, { headers: one.bearer })
    const admin = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    const [row] = await portico.database.query<{ id: string }>(`select user_id as id from passkey where id = $1`, [
      two.id,
    ])
    const canBeReset = async () =>
      (await admin.browser.get(`/api/v1/admin/users/${row?.id}`, admin.bearer)).json<User>().hasAuthenticators
    expect(await canBeReset()).toBe(true)
    await admin.browser.post(`/api/v1/admin/users/reset-authenticators/${row?.id}`, undefined, admin.bearer)
    expect(await canBeReset()).toBe(false)
    for (const person of [one, two]) expect(await enter(person)).toMatchObject(refused)
  })
})

test('in a session it proves who one is, with a passkey of one’s own', async () => {
  const [one, two] = [await addPasskey(await addPerson(portico)), await addPasskey(await addPerson(portico))]
  const path = '/api/v1/profile/stepUp/passkey'
  const prove = async (device: SoftAuthenticator) => {
    const { transaction, options } = (await one.browser.get(path, one.bearer)).json<{
      transaction: string
      options: Request
    }>()
    const anyOfIt = { ...options, allowCredentials: [] }
    return one.browser.post(path, { transaction, credential: device.get(portico.origin, anyOfIt) }, one.bearer)
  }
  await later(portico, 6, async () => {
    const removed = () => one.browser.request('DELETE', `${own}/${one.id}`, { headers: one.bearer })
    expect((await prove(two.device)).json()).toMatchObject({ success: false, code: 'passkey-refused' })
    expect((await removed()).json<Problem>().code).toBe('step-up-needed')
    expect((await prove(one.device)).json()).toEqual({ success: true, errors: [] })
    expect((await removed()).status).toBe(200)
  })
})
