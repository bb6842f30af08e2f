// T6, T7: guessing ends, and ends nothing for the person who is being guessed at.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, guess, later, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { refresh, sessionsOf, signedInBrowser } from './attacker.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

const failuresOf = ({ id }: { id: string }) =>
  portico.database.query<{ source: string; count: number; level: number; forever: boolean }>(
    `select source, failed_count as count, lock_level as level, locked_until = 'infinity' as forever from sign_in_failure where name_key = $1`,
    [`user:${id}`],
  )

test('T6 five wrong passwords lock, five minutes later it opens, the third round locks for good, and the audit log says so', async () => {
  const person = await addPerson(portico)
  const round = async () => expect((await guess(api, person.userName, 5)).at(-1)).toBe('User Is Locked Out')
  await round()
  expect((await api.login(person.userName)).success).toBe(false)
  expect(await sessionsOf(portico, person)).toBe(0)
  await later(portico, 5.1, round)
  await later(portico, 10.3, async () => {
    expect((await api.login(person.userName, { typed: 'Wrong-Horse-Battery-9' })).errors[0]).toContain(
      '4 attempts left',
    )
    await guess(api, person.userName, 4)
  })
  await later(portico, 60 * 24 * 30, async () =>
    expect((await api.login(person.userName)).errors).toEqual(['User Is Locked Out', 'Permanently blocked']),
  )
  expect(await sessionsOf(portico, person)).toBe(0)
  expect(await failuresOf(person)).toEqual([{ source: '*', count: 5, level: 3, forever: true }])
  const results = (await logOf(portico, person.userName)).map(({ result }) => result)
  expect(results.filter((result) => result === 'UserLocked')).toHaveLength(2)
  expect(results.filter((result) => result === 'FullUserLocked')).toHaveLength(1)
})

test('T6 twenty guesses at once count as twenty: five are tried, the right one among the rest is not', async () => {
  const person = await addPerson(portico)
  await Promise.all(Array.from({ length: 20 }, () => guess(api, person.userName, 1)))
  expect(await failuresOf(person)).toMatchObject([{ count: 5, level: 1 }])
  expect((await api.login(person.userName)).success).toBe(false)
  const other = await addPerson(portico)
  const [, ...rest] = await Promise.all([
    guess(api, other.userName, 1),
    ...Array.from({ length: 30 }, () => api.login(other.userName, { typed: 'Wrong-Horse-Battery-9' })),
  ])
  expect(rest.filter(({ errors }) => errors[0]?.includes('left')).length).toBeLessThanOrEqual(4)
})

test('T6 the case of a name, blanks around it and the e-mail are no fresh attempts', async () => {
  const { userName, email } = await addPerson(portico)
  const typed = [userName, userName.toUpperCase(), ` ${userName} `, email, email.toUpperCase()]
  for (const name of typed) await api.login(name, { typed: 'Wrong-Horse-Battery-9' })
  for (const name of [...typed, `\t${email}`]) expect((await api.login(name)).success).toBe(false)
})

test('T6 claimed addresses, agents and cookies give nobody a fresh counter', async () => {
  const person = await addPerson(portico)
  const other = await signedInBrowser(portico, await addPerson(portico))
  const device = other.jar.get('portico_device') ?? ''
  const claimed: Record<string, string>[] = [
    { 'x-forwarded-for': '10.0.0.1' },
    { forwarded: 'for=10.0.0.2' },
    { 'user-agent': 'another' },
    { cookie: `portico_device=${device}` },
    { cookie: `portico_device=${device.slice(0, -3)}xyz` },
  ]
  for (const [index, headers] of claimed.entries())
    await createBrowser(portico.origin, { 'x-real-ip': `10.0.1.${index}` }).post(
      '/api/v1/account/login',
      { userName: person.userName, password: 'Wrong-Horse-Battery-9' },
      headers,
    )
  expect(await failuresOf(person)).toMatchObject([{ source: '*', count: 5, level: 1 }])
})

test('T7 an attacker locks a name from elsewhere: the known browser signs in, sessions and refresh go on', async () => {
  const person = await addPerson(portico)
  const { browser, bearer, tokens } = await signIn(portico, person)
  for (const minutes of [0, 6, 12]) await later(portico, minutes, () => guess(api, person.userName, 5))
  expect((await api.login(person.userName)).errors).toEqual(['User Is Locked Out', 'Permanently blocked'])
  expect((await browser.get('/api/v1/profile', bearer)).status).toBe(200)
  expect((await refresh(portico, tokens.refresh_token)).status).toBe(200)
  browser.jar.delete('portico_session')
  expect((await api.login(person.userName, { browser })).success).toBe(true)
})

test('T7 a known browser has five attempts of its own, no more', async () => {
  const person = await addPerson(portico)
  const browser = await signedInBrowser(portico, person)
  browser.jar.delete('portico_session')
  const said: (string | undefined)[] = []
  for (let attempt = 0; attempt < 6; attempt++)
    said.push((await api.login(person.userName, { browser, typed: 'Wrong-Horse-Battery-9' })).errors[0])
  expect(said.slice(-2)).toEqual(['User Is Locked Out', 'User Is Locked Out'])
  expect((await api.login(person.userName, { browser })).success).toBe(false)
})

test('T7 an administrator opens every counter of a name', async () => {
  const person = await addPerson(portico)
  const known = await signedInBrowser(portico, person)
  known.jar.delete('portico_session')
  for (const minutes of [0, 6, 12])
    await later(portico, minutes, async () => {
      await guess(api, person.userName, 5)
      for (let attempt = 0; attempt < 5; attempt++)
        await api.login(person.userName, { browser: known, typed: 'Wrong-Horse-Battery-9' })
    })
  const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  expect((await browser.get(`/api/v1/account/unlock/${person.id}`, bearer)).status).toBe(200)
  expect(await failuresOf(person)).toEqual([])
  expect((await api.login(person.userName)).success).toBe(true)
})

test('T7 a lock, guessed or given, also stands before the code and before the new password of an expired one', async () => {
  const { roleId } = await addApplication(portico, { name: 'locked-app' })
  const tenantId = await addTenant(portico, { twoFactor: true })
  const [member, late] = [await addPerson(portico), await addPerson(portico, { expired: true })]
  await assignRole(portico, { identityId: member.id, roleId, tenantId })
  const { token } = await api.login(member.userName)
  const code = codeIn(await portico.mailTo(member.email))
  await guess(api, member.userName, 5)
  expect((await api.verifyCode({ token, userName: member.userName, password, code })).errors).toEqual([
    'User Is Locked Out',
  ])
  expect(await sessionsOf(portico, member)).toBe(0)
  const expired = await api.login(late.userName)
  expect(expired.changePassword).toBe(true)
  const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  await browser.get(`/api/v1/account/lock/${late.id}`, bearer)
  const before = await portico.database.query(`select password_hash from portal_user where id = $1`, [late.id])
  expect(
    (
      await api.changePassword({
        identityName: late.userName,
        token: expired.token,
        newPassword: 'Other-Horse-Battery-5',
      })
    ).success,
  ).toBe(false)
  await browser.get(`/api/v1/account/unlock/${late.id}`, bearer)
  expect(
    (
      await api.changePassword({
        identityName: late.userName,
        token: expired.token,
        newPassword: 'Other-Horse-Battery-5',
      })
    ).success,
  ).toBe(false)
  expect(await portico.database.query(`select password_hash from portal_user where id = $1`, [late.id])).toEqual(before)
})
