// T63: the server's clock is wrong for a while: minutes back, or a day ahead, and right again. Nobody stays locked, and
// no session lives for ever.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, type AccountApi, guess, later } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

const day = 24 * 60

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

const lockedOut = { success: false, errors: ['User Is Locked Out'] }
const profileStatus = async (bearer: { authorization: string }) =>
  (await createBrowser(portico.origin).get('/api/v1/profile', bearer)).status

test.each([-5, 0, 5])('T63 a lock that begins with the clock %i minutes off is over ten minutes later', async (off) => {
  const { userName } = await addPerson(portico)
  await later(portico, off, () => guess(api, userName, 5))
  if (off >= 0) expect(await api.login(userName)).toMatchObject(lockedOut)
  await later(portico, 10.1, async () => expect((await api.login(userName)).success).toBe(true))
})

test('T63 a lock that begins on a clock that is a day ahead is over when that day is', async () => {
  const { userName } = await addPerson(portico)
  await later(portico, day, () => guess(api, userName, 5))
  expect(await api.login(userName)).toMatchObject(lockedOut)
  await later(portico, day + 5.1, async () => expect((await api.login(userName)).success).toBe(true))
})

/** Whether a session is over is judged by the clock of the database, which all instances share. */
test('T63 a session that begins on a clock that is a day ahead ends a day after that', async () => {
  const person = await addPerson(portico)
  const { bearer } = await later(portico, day, () => signIn(portico, person))
  expect(await profileStatus(bearer)).toBe(200)
  const [session] = await portico.database.query<{ hours: number }>(
    `select extract(epoch from max(expires_on) - now())::float8 / 3600 as hours from session where user_id = $1`,
    [person.id],
  )
  expect(session?.hours).toBeGreaterThan(47)
  expect(session?.hours).toBeLessThanOrEqual(48)
})

test('T63 the clock of an instance minutes off or a day ahead ends no session of others', async () => {
  const { bearer } = await signIn(portico, await addPerson(portico))
  for (const off of [-5, 5, day + 60])
    await later(portico, off, async () => expect(await profileStatus(bearer)).toBe(200))
})

test.each([
  ['2028-02-29T23:59:30Z', 'a leap day'],
  ['2027-03-28T00:59:30Z', 'the night in which summer time begins'],
  ['2027-10-31T00:59:30Z', 'the night in which it ends'],
])('T63 a lock over %s, %s, holds five minutes', async (moment) => {
  const { userName } = await addPerson(portico)
  const from = (Date.parse(moment) - Date.now()) / 60_000
  await later(portico, from, () => guess(api, userName, 5))
  await later(portico, from + 4.5, async () => expect(await api.login(userName)).toMatchObject(lockedOut))
  // By then the password has expired, which is not said before the lock is over.
  await later(portico, from + 5.5, async () => expect((await api.login(userName)).changePassword).toBe(true))
})
