// A new password: when one has expired, and what the policy lets through.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, later } from '#server/spec/testing/account-api.ts'
import { createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { isGuessable } from './guessable.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

const fresh = 'Other-Horse-Battery-1'

const expire = ({ id }: Person) =>
  portico.database.query(`update portal_user set password_expired = true where id = $1`, [id])

/** Lets the password expire and signs in with it: the way to a token for a new one. */
const tokenFor = async (person: Person, typed = password) => {
  await expire(person)
  return (await api.login(person.userName, { typed })).token
}

describe('an expired password', () => {
  test('R8.6-11 R4.2-02 R7.3-02 the right one asks for a new one, with a token and without a session; a wrong one does not tell', async () => {
    const { userName } = await addPerson(portico, { expired: true })
    expect((await api.login(userName, { typed: 'wrong' })).changePassword).toBe(false)
    const browser = createBrowser(portico.origin)
    expect(await api.login(userName, { browser })).toEqual({
      success: false,
      errors: ['Password expired so create a new one'],
      changePassword: true,
      twoAuthentificationRequired: false,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect([...browser.jar.keys()]).toEqual([])
  })

  test('R5.1-09 R5.1-10 a password expires 90 days after it was set', async () => {
    const { userName } = await addPerson(portico)
    await later(portico, 60 * 24 * 89.9, async () => expect((await api.login(userName)).success).toBe(true))
    await later(portico, 60 * 24 * 90.1, async () =>
      expect(await api.login(userName)).toMatchObject({ success: false, changePassword: true }),
    )
  })

  test('R7.3-04 R4.4-01 with the token a new one is set, and it signs in', async () => {
    const person = await addPerson(portico)
    const token = await tokenFor(person)
    expect(
      await api.changePassword({
        identityName: person.userName,
        token,
        newPassword: fresh,
        returnUrl: '/identity/profile',
      }),
    ).toEqual({ success: true, errors: [], redirectTo: '/identity/profile' })
    expect((await api.login(person.userName)).success).toBe(false)
    expect(await api.login(person.userName, { typed: fresh })).toMatchObject({ success: true, changePassword: false })
    expect(
      await portico.database.query(
        `select actor_name as actor from audit_event where type = 'user.password-changed' and subject = $1`,
        [person.id],
      ),
    ).toEqual([{ actor: person.userName }])
  })

  test('A-57 the mail about the change says how many personal access tokens go on working, to anyone who has any', async () => {
    const [owner, other] = [await addPerson(portico, { roles: ['Administrator'] }), await addPerson(portico)]
    const { browser, bearer } = await signIn(portico, owner)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    expect(
      (await browser.post('/api/v1/keys', { name: 'nightly', applicationName: 'identity', expiresAt }, bearer)).status,
    ).toBe(200)
    for (const person of [owner, other]) {
      const before = portico.mails.length
      await api.changePassword({ identityName: person.userName, token: await tokenFor(person), newPassword: fresh })
      const { text } = await portico.mailTo(person.email, before)
      expect(text.includes('One personal access token of your account still works.')).toBe(person === owner)
    }
  })

  test('the token goes on to where the sign-in was heading, when the change names nothing else', async () => {
    const person = await addPerson(portico, { expired: true })
    const { token } = await api.login(person.userName, { returnUrl: '/identity/profile' })
    expect(
      await api.changePassword({
        identityName: person.userName,
        token,
        newPassword: fresh,
        returnUrl: 'https://evil.example/',
      }),
    ).toMatchObject({ redirectTo: '/identity/profile' })
  })

  test('the token lives fifteen minutes, is used once, and a newer one replaces it', async () => {
    const person = await addPerson(portico)
    const identityName = person.userName
    const gone = { success: false, errors: ['Invalid or expired login link'] }
    const late = await tokenFor(person)
    await later(portico, 15.1, async () =>
      expect(await api.changePassword({ identityName, token: late, newPassword: fresh })).toEqual(gone),
    )
    const older = await tokenFor(person)
    const newer = await tokenFor(person)
    expect(await api.changePassword({ identityName, token: older, newPassword: fresh })).toEqual(gone)
    await later(portico, 14.9, async () =>
      expect((await api.changePassword({ identityName, token: newer, newPassword: fresh })).success).toBe(true),
    )
    expect(await api.changePassword({ identityName, token: newer, newPassword: 'Third-Horse-Battery-1' })).toEqual(gone)
  })

  test('R8.6-08 what no token of ours can be is an invalid token; another person’s is an invalid link', async () => {
    const [person, stranger] = [await addPerson(portico), await addPerson(portico)]
    const token = await tokenFor(person)
    for (const wrong of ['', 'x', `${token}x`])
      expect(
        (await api.changePassword({ identityName: person.userName, token: wrong, newPassword: fresh })).errors,
      ).toEqual(['Invalid token'])
    expect((await api.changePassword({ identityName: stranger.userName, token, newPassword: fresh })).errors).toEqual([
      'Invalid or expired login link',
    ])
  })
})

describe('a changed password', () => {
  test('ends every session and token of the person, and is told by mail', async () => {
    const person = await addPerson(portico)
    const { browser, bearer, tokens } = await signIn(portico, person)
    const before = portico.mails.length
    await api.changePassword({ identityName: person.userName, token: await tokenFor(person), newPassword: fresh })
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(401)
    expect(
      (
        await tokenCall(portico.origin, {
          grant_type: 'refresh_token',
          client_id: 'identity',
          refresh_token: tokens.refresh_token,
        })
      ).body,
    ).toMatchObject({ error: 'invalid_grant' })
    expect(await portico.database.query(`select 1 from session where user_id = $1`, [person.id])).toEqual([])
    expect((await portico.mailTo(person.email, before)).subject).toContain('password')
  })
})

describe('the policy', () => {
  const refused = {
    'Short-Hors1!': [],
    'Short-Hors1': ['length'],
    'other-horse-battery-1': ['uppercase'],
    'OTHER-HORSE-BATTERY-1': ['lowercase'],
    'Other-Horse-Battery': ['number'],
    OtherHorseBattery1: ['symbol'],
    'Other Horse Battery 1': ['symbol'],
    horse: ['length', 'uppercase', 'number', 'symbol'],
    [`Aa1-${'kestrel velvet oboe '.repeat(7).slice(0, 124)}`]: [],
  }
  for (const [newPassword, broken] of Object.entries(refused))
    test(`R5.1-09 R5.1-10 the server ${broken.length === 0 ? 'takes' : `refuses for its ${broken.join(', ')}`}: ${newPassword.slice(0, 24)} (${newPassword.length})`, async () => {
      const person = await addPerson(portico)
      const answer = await api.changePassword({
        identityName: person.userName,
        token: await tokenFor(person),
        newPassword,
      })
      expect(answer).toMatchObject({
        success: broken.length === 0,
        errors: broken.map((rule) => `password-rule:${rule}`),
      })
      expect((await api.login(person.userName, { typed: newPassword })).success).toBe(broken.length === 0)
    })

  test('a refused password leaves the token usable, and more than 128 characters are refused at the door', async () => {
    const person = await addPerson(portico)
    const token = await tokenFor(person)
    await api.changePassword({ identityName: person.userName, token, newPassword: 'short' })
    const long = await createBrowser(portico.origin).post('/api/v1/account/changePassword', {
      identityName: person.userName,
      token,
      newPassword: `Aa1-${'x'.repeat(125)}`,
    })
    expect([long.status, long.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([400, 'newPassword'])
    expect((await api.changePassword({ identityName: person.userName, token, newPassword: fresh })).success).toBe(true)
  })

  test('R5.1-09 none of the last seven can be used again; the one before them can', async () => {
    const person = await addPerson(portico)
    const passwords = [password, ...Array.from({ length: 7 }, (_, n) => `Horse-Battery-Number-${n}`)]
    for (const [n, newPassword] of passwords.entries()) {
      if (n === 0) continue
      expect(
        (
          await api.changePassword({
            identityName: person.userName,
            token: await tokenFor(person, passwords[n - 1]),
            newPassword,
          })
        ).success,
      ).toBe(true)
    }
    const token = await tokenFor(person, passwords.at(-1))
    for (const used of passwords.slice(1))
      expect((await api.changePassword({ identityName: person.userName, token, newPassword: used })).errors).toEqual([
        'password-rule:reused',
      ])
    expect((await api.changePassword({ identityName: person.userName, token, newPassword: password })).success).toBe(
      true,
    )
  })

  test('R5.1-10 what is soon guessed is refused: known passwords, patterns of keys, repetitions, and names of one’s own', async () => {
    const person = await addPerson(portico, { userName: 'ines', firstName: 'Inês', lastName: 'Krawczyk' })
    const token = await tokenFor(person)
    const said = []
    for (const newPassword of ['Liverpool123!', 'Zaq12wsx!Zaq', 'Aa1!Aa1!Aa1!Aa1!', 'Krawczyk2026!', 'Xk7#mQ9$vL2p'])
      said.push([newPassword, (await api.changePassword({ identityName: person.userName, token, newPassword })).errors])
    expect(said).toEqual([
      ['Liverpool123!', ['password-rule:common']],
      ['Zaq12wsx!Zaq', ['password-rule:common']],
      ['Aa1!Aa1!Aa1!Aa1!', ['password-rule:common']],
      ['Krawczyk2026!', ['password-rule:common']],
      ['Xk7#mQ9$vL2p', []],
    ])
  })

  test('R5.1-10 the longest password is judged in milliseconds, whatever it is made of', async () => {
    const longest = ['4@$5s3e', '1!l|i', 'p@ssw0rd', '0123456789abcdef'].map((text) => text.repeat(32).slice(0, 128))
    await isGuessable('loads the dictionaries', [])
    const began = process.cpuUsage()
    for (const password of longest) await isGuessable(password, ['a'.repeat(256)])
    const { user } = process.cpuUsage(began)
    expect(user / 1_000 / longest.length).toBeLessThan(500)
  })

  test('R5.1-10 what everybody tries, or one’s own name, is refused with whatever decoration', async () => {
    const person = await addPerson(portico, { userName: 'martakeller' })
    const token = await tokenFor(person)
    for (const newPassword of [
      'Password1234!',
      'P@ssw0rd1234!',
      'Welcome12345!',
      'Qwertyuiop-12',
      '!!Admin123456',
      'Summer2026!!!',
      'MartaKeller-1',
      'Keller.Marta!1',
    ])
      expect([
        newPassword,
        (await api.changePassword({ identityName: person.userName, token, newPassword })).errors,
      ]).toEqual([newPassword, newPassword === 'Keller.Marta!1' ? [] : ['password-rule:common']])
  })
})
