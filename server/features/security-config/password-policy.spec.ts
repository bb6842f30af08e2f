// A-76 R5.1-10: the rules of `password-policy` hold on every instance at once, wherever a password is set.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import { standardPasswordPolicy } from '#contract/kernel/password-policy.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import type { SecurityConfiguration, SettingInForce } from '#contract/security-config.ts'
import type { User } from '#contract/users.ts'
import { accountApi, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'

let portico: TestPortico
let bearer: { authorization: string }
let instances: string[]
let areaId: string
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  bearer = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  instances = [portico.origin, ...portico.others.map(({ port }) => `http://localhost:${port}`)]
  const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
  areaId = area?.id ?? ''
})
afterAll(() => portico.close())

const call = async <T>(
  method: string,
  path: string,
  { body, at = portico.origin }: { body?: object; at?: string } = {},
) => {
  const answer = await createBrowser(at).request(method, `/api/v1/${path}`, { headers: bearer, ...(body && { body }) })
  return answer.json<T & Problem>()
}

const inForceAt = async (at: string) =>
  (await call<SettingInForce[]>('GET', 'admin/securityConfig/inForce', { at })).find(
    ({ title }) => title === 'password-policy',
  )
const everywhere = (holds: (setting: SettingInForce | undefined) => boolean) =>
  until(async () => (await Promise.all(instances.map(inForceAt))).every(holds))

const put = async (body: string) => {
  const made = await call<SecurityConfiguration>('POST', 'admin/securityConfig', {
    body: { title: 'password-policy', body },
  })
  expect(made.errors).toBeUndefined()
  await everywhere((setting) => setting?.configurationId === made.id && settled(setting.body, body))
}
/** An instance that has read it says every line of it. */
const settled = (said: string, wanted: string) => wanted.split('\n').every((line) => said.includes(line))

afterEach(async () => {
  const { items } = await call<{ items: SecurityConfiguration[] }>('GET', 'admin/securityConfig?search=password-policy')
  for (const { id } of items) await call('DELETE', `admin/securityConfig/${id}`)
  await everywhere((setting) => setting?.configurationId === null && setting.body === standardBody)
})

const standardBody = `length: 12
uppercase: true
lowercase: true
number: true
symbol: true
days: 90
remembered: 7
denied: []
`

const api = () => accountApi(portico)
const newUser = (change: object = {}) => {
  const name = `new-${randomUUID().slice(0, 8)}`
  return {
    ...{ userName: name, email: `${name}@people.example`, firstName: 'Noa', lastName: 'Neu', areaId, language: 'fr' },
    ...change,
  }
}
const created = (typed: string, at?: string) =>
  call<User>('POST', 'admin/users', {
    body: newUser({ password: typed, confirmPassword: typed }),
    ...(at && { at }),
  })
const setBy = (person: Person, typed: string) =>
  call('POST', `admin/users/change-password/${person.id}`, { body: { password: typed, confirmPassword: typed } })
const byLink = async (person: Person, newPassword: string) => {
  const before = portico.mails.length
  await api().resetPassword(person.userName)
  const { token } = linkIn(
    await until(() =>
      portico.mails
        .slice(before)
        .find(({ to, text }) => to.address === person.email && text.includes('/changePassword')),
    ),
  )
  return (await api().changePassword({ identityName: person.userName, token, newPassword })).errors
}
const imported = async (typed: string) => {
  const row = newUser({
    sendEmailInvite: '',
    validateScopes: '',
    areaId: 'Customers',
    password: typed,
    confirmPassword: typed,
  })
  const bytes = await workbook(portico, Object.keys(row), [Object.values(row).map(String)])
  const { body } = await upload<ImportResult>(portico, '/admin/users/bulk_insert', { bytes, as: bearer })
  return body.errors.flatMap(({ issues = [] }) => issues.map(({ code }) => code))
}

const strong = 'Correct-Horse-Battery-9'

test('A-76 R5.1-09 without a configuration the specification’s rules hold, and everybody may read them', async () => {
  const config = await createBrowser(instances[1] ?? '').get('/api/v1/config')
  expect(config.json<RuntimeConfig>().passwordPolicy).toEqual(standardPasswordPolicy)
})

test('A-76 R5.1-10 A-28 a longer password is asked for by every way to set one, on either instance', async () => {
  const person = await addPerson(portico)
  await put('length: 24\n')
  for (const at of instances) expect((await created(strong, at)).code).toBe('password-too-weak')
  expect((await setBy(person, strong)).code).toBe('password-too-weak')
  expect(await byLink(person, strong)).toEqual(['password-rule:length'])
  expect(await imported(strong)).toEqual(['password-rules'])
  const long = `${strong}-staple`
  expect((await created(long)).id).toBeDefined()
  expect(await byLink(person, long)).toEqual([])
  expect(await imported(long)).toEqual([])
})

test('A-76 classes that are not asked for may be left out, and the pages are told', async () => {
  await put('symbol: false\nuppercase: false\n')
  const config = await createBrowser(instances[1] ?? '').get('/api/v1/config')
  expect(config.json<RuntimeConfig>().passwordPolicy).toMatchObject({ symbol: false, uppercase: false, number: true })
  expect((await created('correct9horse9battery')).id).toBeDefined()
  expect((await created('correct.horse.battery')).code).toBe('password-too-weak')
})

test('A-76 denied words stand in no password, whatever their case and their spelling, and nobody else is told', async () => {
  await put('denied:\n  - battery\n  - logistics\n')
  const person = await addPerson(portico)
  for (const typed of [strong, 'Correct-b4tt3ry-Horse-9', 'My-L0g1stics-9-Horse']) {
    expect((await created(typed)).code).toBe('password-denied')
    expect(await byLink(person, typed)).toEqual(['password-rule:denied'])
    expect(await imported(typed)).toEqual(['password-rules'])
  }
  expect((await createBrowser(portico.origin).get('/api/v1/config')).text).not.toContain('battery')
  expect((await created('Correct-Horse-Stable-9')).id).toBeDefined()
})

test('A-76 R5.1-09 a password lasts as long as the rules say, and screens say until when', async () => {
  const person = await addPerson(portico)
  const asked = async () => (await api().login(person.userName)).changePassword
  const untilWhen = async () => (await call<User>('GET', `admin/users/${person.id}`)).passwordExpiresOn
  const day = 86_400_000
  const after = async (days: number) => {
    portico.moveClock(days * day)
    try {
      return await asked()
    } finally {
      portico.moveClock(-days * day)
    }
  }
  expect(await after(31)).toBe(false)
  await put('days: 30\n')
  expect(await after(29)).toBe(false)
  expect(await after(31)).toBe(true)
  expect(Math.round((Date.parse((await untilWhen()) ?? '') - Date.now()) / day)).toBe(30)
})

test('A-76 days: 0 lets a password last; one that an administrator set is replaced all the same', async () => {
  const person = await addPerson(portico)
  await put('days: 0\n')
  await portico.database.query(
    `update portal_user set password_changed_on = now() - interval '4 years' where id = $1`,
    [person.id],
  )
  expect((await api().login(person.userName)).success).toBe(true)
  expect((await call<User>('GET', `admin/users/${person.id}`)).passwordExpiresOn).toBeNull()
  await setBy(person, strong)
  expect((await api().login(person.userName, { typed: strong })).changePassword).toBe(true)
})

test('A-76 R5.1-09 so many of the last passwords cannot be used again', async () => {
  const person = await addPerson(portico)
  const others = [1, 2].map((at) => `Correct-Horse-Battery-${at}`)
  for (const typed of others) expect(await byLink(person, typed)).toEqual([])
  await put('remembered: 2\n')
  const refused = await setBy(person, others[0] ?? '')
  expect([refused.code, refused.message]).toEqual(['password-reused', 'None of the last 2 passwords may be used again'])
  expect(await byLink(person, password)).toEqual([])
})

test('R5.1-09 the password that an administrator or an import gave is not kept by its owner', async () => {
  const { userName } = await created(strong)
  const again = async (name: string) => {
    const { token } = await api().login(name, { typed: strong })
    return (await api().changePassword({ identityName: name, token, newPassword: strong })).errors
  }
  expect(await again(userName)).toEqual(['password-rule:reused'])
  expect(await imported(strong)).toEqual([])
  const [last] = await portico.database.query<{ name: string }>(
    `select user_name as name from portal_user order by created_on desc limit 1`,
  )
  expect(await again(last?.name ?? '')).toEqual(['password-rule:reused'])
})

test.each([64, 8])(
  'A-50 R9-19 R5.2-07 a password that nobody chose has a prefix and an id, and is as long as the rules ask: %i',
  async (least) => {
    await put(`length: ${least}\n`)
    const made: string[] = []
    const { passwords } = portico.portico.services
    const hash = passwords.hash.bind(passwords)
    Object.assign(passwords, { hash: (typed: string) => (made.push(typed), hash(typed)) })
    expect((await call<User>('POST', 'admin/users', { body: newUser() })).id).toBeDefined()
    Object.assign(passwords, { hash })
    expect(made).toHaveLength(1)
    expect(made[0]).toMatch(/^Portico-1!([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})+$/)
    expect(made[0]?.length).toBeGreaterThanOrEqual(least)
  },
)
