// T8: a mailed code is guessed, replayed and borrowed by nobody.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, later } from '#server/spec/testing/account-api.ts'
import { addApplication, addPerson, password, type Person } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { sessionsOf } from './attacker.ts'

let portico: TestPortico
let api: AccountApi
let roleId: string
let flagged: string
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
  ;({ roleId } = await addApplication(portico, { name: 'guarded' }))
  flagged = await addTenant(portico, { twoFactor: true })
})
afterAll(() => portico.close())

const addMember = async () => {
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId, tenantId: flagged })
  return person
}

const askCode = async ({ userName, email }: Person) => {
  const before = portico.mails.length
  const { token } = await api.login(userName)
  return { token, userName, code: codeIn(await portico.mailTo(email, before)) }
}

const wrongCodes = (right: string, count: number) =>
  Array.from({ length: count }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
const forgetFailures = ({ id }: Person) =>
  portico.database.query(`delete from sign_in_failure where name_key like $1`, [`user:${id}%`])
const triesOf = async ({ id }: Person) =>
  (
    await portico.database.query<{ n: number }>(
      `select coalesce(sum(attempts), 0)::int as n from two_factor_challenge where user_id = $1`,
      [id],
    )
  ).at(0)?.n

describe('codes', () => {
  test('T8 fifty guesses over five codes: no more than five try each code, and twenty in an hour, even when the lock is lifted again and again', async () => {
    const person = await addMember()
    for (let transaction = 0; transaction < 5; transaction++)
      await later(portico, 2 * transaction, async () => {
        await forgetFailures(person)
        const codeRequest = await askCode(person)
        for (const code of wrongCodes(codeRequest.code, 10)) {
          await forgetFailures(person)
          expect((await api.verifyCode({ ...codeRequest, code })).success).toBe(false)
        }
        if (transaction === 4) expect((await api.verifyCode(codeRequest)).success).toBe(false)
      })
    const most = await portico.database.query<{ n: number }>(
      `select max(attempts)::int as n from two_factor_challenge where user_id = $1`,
      [person.id],
    )
    expect(most).toEqual([{ n: 5 }])
    expect(await triesOf(person)).toBe(20)
    await later(portico, 70, async () => {
      await forgetFailures(person)
      expect((await api.verifyCode(await askCode(person))).success).toBe(true)
    })
  })

  test('T8 a hundred guesses at once try a code five times', async () => {
    const person = await addMember()
    const codeRequest = await askCode(person)
    const said = await Promise.all(
      wrongCodes(codeRequest.code, 100).map((code) => api.verifyCode({ ...codeRequest, code })),
    )
    expect(said.filter(({ errors }) => errors[0] === 'Invalid code').length).toBeLessThanOrEqual(5)
    expect(await triesOf(person)).toBeLessThanOrEqual(5)
    expect((await api.verifyCode(codeRequest)).success).toBe(false)
    expect(await sessionsOf(portico, person)).toBe(0)
  })

  test('T8 of ten right ones at once one gets in', async () => {
    const person = await addMember()
    const codeRequest = await askCode(person)
    const said = await Promise.all(Array.from({ length: 10 }, () => api.verifyCode(codeRequest)))
    expect(said.filter(({ success }) => success)).toHaveLength(1)
    expect(await sessionsOf(portico, person)).toBe(1)
  })

  test('T8 an older code, somebody else’s, a used one and a late one get nobody in', async () => {
    const [person, other] = [await addMember(), await addMember()]
    const old = await askCode(person)
    portico.moveClock(61_000)
    const fresh = await askCode(person)
    const theirs = await askCode(other)
    const refused: Record<string, Parameters<AccountApi['verifyCode']>[0]> = {
      'old token and code': old,
      'old code': { ...fresh, code: old.code === fresh.code ? 'none' : old.code },
      'old token': { ...old, code: fresh.code },
      'the token of somebody else': { ...theirs, userName: person.userName },
      'the code of somebody else': { ...fresh, code: theirs.code === fresh.code ? 'none' : theirs.code },
      'no code': { ...fresh, code: '' },
    }
    for (const [name, input] of Object.entries(refused))
      expect([name, (await api.verifyCode(input)).success]).toEqual([name, false])
    await forgetFailures(person)
    await later(portico, 5.1, async () => expect((await api.verifyCode(fresh)).success).toBe(false))
    expect(await sessionsOf(portico, person)).toBe(0)
    expect((await api.verifyCode(fresh)).success).toBe(true)
    expect((await api.verifyCode(fresh)).success).toBe(false)
    portico.moveClock(-61_000)
  })

  test('T8 a code without the password of the first step is worth nothing', async () => {
    const person = await addMember()
    const codeRequest = await askCode(person)
    for (const bent of [
      { password: 'Wrong-Horse-Battery-9' },
      { password: '' },
      { token: '' },
      { token: 'x'.repeat(43) },
      { userName: 'nobody' },
    ])
      expect([bent, (await api.verifyCode({ ...codeRequest, ...bent })).success]).toEqual([bent, false])
    const plain = await addPerson(portico)
    expect(
      (await api.verifyCode({ token: 'x'.repeat(43), userName: plain.userName, code: '000000', password })).success,
    ).toBe(false)
    expect(await sessionsOf(portico, person)).toBe(0)
    const [row] = await portico.database.query<{ stored: string }>(
      `select encode(code_hash, 'hex') as stored from two_factor_challenge where user_id = $1`,
      [person.id],
    )
    expect(row?.stored).toHaveLength(64)
  })
})
