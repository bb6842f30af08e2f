// Attempts and locks: five failures, five minutes, twice; the third lock and an administrator's stay.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, guess, later, linkIn, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

const left = (n: number) => `Incorrect username or password. ${n} ${n === 1 ? 'attempt' : 'attempts'} left`
const lockedOut = { success: false, errors: ['User Is Locked Out'] }
const blocked = { success: false, errors: ['User Is Locked Out', 'Permanently blocked'] }
const results = async (userName: string) => (await logOf(portico, userName)).map((entry) => entry.result)

describe('failed attempts', () => {
  test('R8.6-01 R9-06 R8.6-02 four failures count down the attempts left, the fifth locks', async () => {
    const { userName } = await addPerson(portico)
    expect(await guess(api, userName, 5)).toEqual([left(4), left(3), left(2), left(1), 'User Is Locked Out'])
    expect(await results(userName)).toEqual(['Failure', 'Failure', 'Failure', 'Failure', 'UserLocked'])
  })

  test('R9-06 the lock holds five minutes, even against the right password; what is tried meanwhile does not prolong it', async () => {
    const { userName } = await addPerson(portico)
    await guess(api, userName, 5)
    expect(await api.login(userName)).toMatchObject(lockedOut)
    await later(portico, 4.9, async () =>
      expect(await guess(api, userName, 7)).toEqual(Array(7).fill('User Is Locked Out')),
    )
    await later(portico, 5.1, async () => expect((await api.login(userName)).success).toBe(true))
  })

  test('R9-06 a success clears the count, and so does a lock that has run out', async () => {
    const { userName } = await addPerson(portico)
    await guess(api, userName, 4)
    expect((await api.login(userName)).success).toBe(true)
    expect(await guess(api, userName, 5)).toEqual([left(4), left(3), left(2), left(1), 'User Is Locked Out'])
    await later(portico, 6, async () => expect(await guess(api, userName, 1)).toEqual([left(4)]))
  })

  test('twenty guesses at once count as twenty', async () => {
    const { userName } = await addPerson(portico)
    const said = await Promise.all(Array.from({ length: 20 }, async () => (await guess(api, userName, 1))[0]))
    expect(said.toSorted()).toEqual([left(1), left(2), left(3), left(4), ...Array(16).fill('User Is Locked Out')])
  })

  test('T78 while an account is locked, the right password under its other name counts as a wrong one does', async () => {
    const { userName, email } = await addPerson(portico)
    await guess(api, userName, 5)
    expect((await api.login(email)).errors).toEqual([left(4)])
    expect(await guess(api, email, 1)).toEqual([left(3)])
    expect((await api.login(email)).errors).toEqual([left(2)])
  })

  test('a browser in which the person signed in before is not stopped by the failures of others', async () => {
    const { userName } = await addPerson(portico)
    const known = createBrowser(portico.origin)
    await api.login(userName, { browser: known })
    known.jar.delete('portico_session')
    await guess(api, userName, 5)
    expect(await api.login(userName)).toMatchObject(lockedOut)
    expect((await api.login(userName, { browser: known })).success).toBe(true)
  })
})

/** Three rounds of five failures, the clock moved past each lock; afterwards the clock stands `minutes` later. */
const lockThrice = async (userName: string) => {
  await guess(api, userName, 5)
  await later(portico, 6, () => guess(api, userName, 5))
  return later(portico, 12, () => guess(api, userName, 5))
}

describe('the second and the third lock', () => {
  test('R9-07 the second lock comes after five more failures and holds five minutes again', async () => {
    const { userName } = await addPerson(portico)
    await guess(api, userName, 5)
    await later(portico, 6, async () => expect((await guess(api, userName, 5)).at(-1)).toBe('User Is Locked Out'))
    await later(portico, 10, async () => expect(await api.login(userName)).toMatchObject(lockedOut))
    await later(portico, 11.5, async () => expect((await api.login(userName)).success).toBe(true))
    expect((await results(userName)).filter((result) => result !== 'Failure')).toEqual([
      'UserLocked',
      'UserLocked',
      'Success',
    ])
  })

  test('R9-08 R8.6-18 the third lock is permanent and says so: after a year it still holds', async () => {
    const { userName } = await addPerson(portico)
    expect((await lockThrice(userName)).at(-1)).toBe('User Is Locked Out')
    await later(portico, 60 * 24 * 365, async () => expect(await api.login(userName)).toMatchObject(blocked))
    expect((await results(userName)).filter((result) => result !== 'Failure')).toEqual([
      'UserLocked',
      'UserLocked',
      'FullUserLocked',
    ])
  })

  test('R7.3-09 R9-08 an administrator’s unlock opens it again, from the first level', async () => {
    const { id, userName } = await addPerson(portico)
    await lockThrice(userName)
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    expect((await browser.get(`/api/v1/account/unlock/${id}`, bearer)).json()).toEqual({
      success: true,
      errors: [],
      user: { id, userName, locked: false },
    })
    expect((await api.login(userName)).success).toBe(true)
    expect(await results(userName)).toEqual(expect.arrayContaining(['Unlocked', 'Success']))
    await guess(api, userName, 5)
    await later(portico, 6, async () => expect((await api.login(userName)).success).toBe(true))
  })

  test('R9-08 a success in between starts at the first level again', async () => {
    const { userName } = await addPerson(portico)
    await guess(api, userName, 5)
    await later(portico, 6, () => guess(api, userName, 5))
    await later(portico, 12, () => api.login(userName))
    await later(portico, 13, () => guess(api, userName, 5))
    await later(portico, 19, async () => expect((await api.login(userName)).success).toBe(true))
  })

  test('R9-08 R8.6-10 a permanently locked person cannot open the account with a reset mail', async () => {
    const { userName, email } = await addPerson(portico)
    const mailsBefore = portico.mails.length
    await api.resetPassword(userName)
    const { token } = linkIn(await portico.mailTo(email, mailsBefore))
    await lockThrice(userName)
    expect(await api.validateToken(userName, token)).toEqual({
      success: false,
      errors: ['Invalid or expired login link'],
    })
    expect(
      await api.changePassword({ identityName: userName, token, newPassword: 'Other-Horse-Battery-1' }),
    ).toMatchObject({ success: false })
    expect(await api.resetPassword(userName)).toEqual({ success: true, errors: [] })
    const refused = await portico.database.query(
      `select 1 from audit_event where type = 'user.reset-refused' and after ->> 'reason' = 'Cannot reset password'`,
    )
    expect(refused).toHaveLength(1)
    expect(await api.login(userName)).toMatchObject(blocked)
  })
})

describe('an administrator’s lock', () => {
  const callAs = async (roles: string[], path: string, method = 'GET') => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles }))
    return browser.request(method, path, { headers: bearer })
  }
  const lock = ({ id }: Person) => `/api/v1/account/lock/${id}`

  test('R7.3-09 R8.6-02 it ends every session, refuses the right password only after it, and is told from a guessed one', async () => {
    const person = await addPerson(portico)
    const { browser, bearer, tokens } = await signIn(portico, person)
    const answer = await callAs(['UserAdministrator'], lock(person))
    expect(answer.json()).toEqual({
      success: true,
      errors: [],
      user: { id: person.id, userName: person.userName, locked: true },
    })
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(401)
    expect(
      (
        await tokenCall(portico.origin, {
          grant_type: 'refresh_token',
          client_id: 'identity',
          refresh_token: tokens.refresh_token,
        })
      ).status,
    ).toBe(400)
    expect(await guess(api, person.userName, 1)).toEqual([left(4)])
    expect(await api.login(person.userName)).toMatchObject(blocked)
    expect(
      await portico.database.query(
        `select before, after, operation from audit_event where type = 'user.locked' and subject = $1`,
        [person.id],
      ),
    ).toEqual([{ before: { locked: false }, after: { locked: true }, operation: 'LockUser' }])
  })

  test('unlock lets the person in again and stands in the log with the administrator as actor', async () => {
    const person = await addPerson(portico)
    await callAs(['Administrator'], lock(person))
    expect(
      (await callAs(['Administrator'], `/identity/api/v1/account/unlock/${person.id}`, 'POST')).json(),
    ).toMatchObject({ success: true, user: { locked: false } })
    expect((await api.login(person.userName)).success).toBe(true)
    const [entry] = await portico.database.query<{ actor: string; userName: string }>(
      `select actor_id as actor, after ->> 'userName' as "userName" from audit_event where type = 'sign-in.unlocked' and subject = $1`,
      [person.id],
    )
    expect(entry?.userName).toBe(person.userName)
    expect(entry?.actor).not.toBe(person.id)
  })

  test('only Administrator and UserAdministrator lock; a God’s or Administrator’s account only an Administrator', async () => {
    const person = await addPerson(portico)
    for (const role of ['Manager', 'User', 'God'])
      expect([role, (await callAs([role], lock(person))).status]).toEqual([role, 403])
    for (const roles of [['God'], ['Administrator']]) {
      const powerful = await addPerson(portico, { roles })
      expect((await callAs(['UserAdministrator'], lock(powerful))).status).toBe(403)
      expect((await callAs(['Administrator'], lock(powerful))).status).toBe(200)
      expect((await callAs(['UserAdministrator'], `/api/v1/account/unlock/${powerful.id}`)).status).toBe(403)
    }
  })

  test('nobody locks themself, and an unknown person is 404', async () => {
    const me = await addPerson(portico, { roles: ['Administrator'] })
    const { browser, bearer } = await signIn(portico, me)
    expect((await browser.get(lock(me), bearer)).json()).toMatchObject({ status: 409, code: 'cannot-lock-oneself' })
    expect((await browser.get(`/api/v1/account/lock/${crypto.randomUUID()}`, bearer)).json()).toMatchObject({
      status: 404,
      message: 'User does not exist',
    })
  })

  test('R7.3-01 a session cookie alone locks nobody: lock, unlock and the reset mail take the bearer token only', async () => {
    const { browser } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    const person = await addPerson(portico)
    for (const path of [
      lock(person),
      `/api/v1/account/unlock/${person.id}`,
      `/api/v1/profile/resetPassword/${person.userName}`,
    ])
      expect((await browser.get(path)).status).toBe(401)
    expect((await api.login(person.userName)).success).toBe(true)
  })
})
