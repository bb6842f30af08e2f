// How many codes there are, and how often they are mailed (docs/decisions/0024).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, later } from '#server/spec/testing/account-api.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
let roleId: string
let tenantId: string
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  api = accountApi(portico)
  ;({ roleId } = await addApplication(portico, { name: 'ledger' }))
  tenantId = await addTenant(portico, { twoFactor: true })
})
afterAll(() => portico.close())

const addMember = async () => {
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId, tenantId })
  return person
}

const tooMany = {
  success: false,
  twoAuthentificationRequired: false,
  errors: ['Too many codes. Please try again later'],
}

const mailsTo = ({ email }: Person) => portico.mails.filter((mail) => mail.to.address === email)

/** Everything that was to be mailed has been. */
const allMailed = async (person: Person) => {
  await until(async () => {
    const left = await portico.database.query(
      `select 1 from pgboss.job where name = 'mail-two-factor-code' and state in ('created', 'active', 'retry')`,
    )
    return left.length === 0
  })
  return mailsTo(person).map(codeIn)
}

test('A-35 within a minute the same code is mailed again, and signs in with either token, once', async () => {
  const person = await addMember()
  const first = await api.login(person.userName)
  await allMailed(person)
  const second = await api.login(person.userName)
  expect(second).toMatchObject({ twoAuthentificationRequired: true, sentTo: first.sentTo })
  const [code = '', again, ...more] = await allMailed(person)
  expect([again, more]).toEqual([code, []])
  expect((await api.verifyCode({ token: first.token, userName: person.userName, code })).success).toBe(true)
  expect((await api.verifyCode({ token: second.token, userName: person.userName, code })).success).toBe(false)
})

test('T11 thirty sign-ins at once, on two instances, are one code and two mails', async () => {
  const person = await addMember()
  const others = portico.others.map(({ port }) => accountApi({ ...portico, origin: `http://localhost:${port}` }))
  const doors = [api, ...others]
  const said = await Promise.all(
    Array.from({ length: 30 }, (_, index) => (doors[index % doors.length] ?? api).login(person.userName)),
  )
  expect(said.filter(({ twoAuthentificationRequired }) => twoAuthentificationRequired)).toHaveLength(30)
  const codes = await allMailed(person)
  expect([codes.length, new Set(codes).size]).toEqual([2, 1])
  const token = said.at(17)?.token
  expect((await api.verifyCode({ token, userName: person.userName, code: codes[0] ?? '' })).success).toBe(true)
})

test('T11 five codes an hour that nobody uses: the sixth is refused in words, and an hour later there is another', async () => {
  const person = await addMember()
  for (let minute = 0; minute < 5; minute += 1)
    await later(portico, 1.1 * minute, async () => {
      expect(await api.login(person.userName)).toMatchObject({ twoAuthentificationRequired: true })
      // A mail that is late brings the newest code.
      await allMailed(person)
    })
  await later(portico, 12, async () => expect(await api.login(person.userName)).toMatchObject(tooMany))
  await later(portico, 61, async () =>
    expect(await api.login(person.userName)).toMatchObject({ twoAuthentificationRequired: true }),
  )
  expect(new Set(await allMailed(person)).size).toBeGreaterThan(4)
})

test('A-35 anyone who used a code gets another one at once, however many were used', async () => {
  const person = await addMember()
  for (let round = 0; round < 7; round += 1) {
    const before = portico.mails.length
    const { token } = await api.login(person.userName)
    const code = codeIn(await portico.mailTo(person.email, before))
    expect((await api.verifyCode({ token, userName: person.userName, code })).success).toBe(true)
  }
})

test('T8 sign-ins that share a code share its five tries', async () => {
  const person = await addMember()
  const tokens = [(await api.login(person.userName)).token, (await api.login(person.userName)).token]
  const [code = ''] = await allMailed(person)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await portico.database.query(`delete from sign_in_failure where name_key like 'user:' || $1 || '%'`, [person.id])
    expect(
      (await api.verifyCode({ token: tokens[attempt % 2], userName: person.userName, code: wrong })).errors,
    ).toEqual(['Invalid code'])
  }
  await portico.database.query(`delete from sign_in_failure where name_key like 'user:' || $1 || '%'`, [person.id])
  for (const token of tokens)
    expect((await api.verifyCode({ token, userName: person.userName, code })).success).toBe(false)
})
