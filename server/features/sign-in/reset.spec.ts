// Forgotten passwords: who gets a mail, what the link does and for how long.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, later, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

const fresh = 'Other-Horse-Battery-1'
const done = { success: true, errors: [] }
const gone = { success: false, errors: ['Invalid or expired login link'] }

const askLink = async ({ userName, email }: Person, language?: string) => {
  const before = portico.mails.length
  expect(await api.resetPassword(userName, language)).toEqual(done)
  // The mail that a password was changed may come later than what it followed from.
  const mail = await until(() =>
    portico.mails.slice(before).findLast((one) => one.to.address === email && linkIn(one).token !== ''),
  )
  return { ...linkIn(mail), mail }
}

const reasons = (subject: string) =>
  portico.database.query<{ reason: string }>(
    `select after ->> 'reason' as reason from audit_event where type = 'user.reset-refused' and subject = $1 order by id`,
    [subject],
  )

describe('asking for the mail', () => {
  test('R7.3-05 R8.2-04 it answers the same for everybody, and mails those only who may have it', async () => {
    const known = await addPerson(portico)
    const draft = await addPerson(portico, { draft: true })
    const staff = await addPerson(portico, { email: 'clerk@portico.example' })
    const locked = await addPerson(portico)
    await portico.database.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id])
    for (const name of [
      draft.userName,
      staff.email,
      locked.userName,
      'nobody@nowhere.example',
      known.email.toUpperCase(),
    ])
      expect(await api.resetPassword(name)).toEqual(done)
    await portico.mailTo(known.email)
    expect(portico.mails.map((mail) => mail.to.address)).toEqual([known.email])
    expect(await reasons(draft.id)).toEqual([{ reason: 'Cannot reset password' }])
    expect(await reasons(locked.id)).toEqual([{ reason: 'Cannot reset password' }])
    expect(await reasons(staff.id)).toEqual([{ reason: 'Access is denied' }])
  })

  test('R8.2-04 T70 somebody who is locked in this very moment gets no link', async () => {
    const person = await addPerson(portico)
    const waits = () =>
      portico.database.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%portal_user%for%update%'`,
      )
    const { asked } = await portico.write(async (tx) => {
      await tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [person.id])
      const answer = api.resetPassword(person.userName)
      await until(async () => (await waits()).length > 0)
      return { asked: answer }
    })
    expect(await asked).toEqual(done)
    expect(await reasons(person.id)).toEqual([{ reason: 'Cannot reset password' }])
  })

  test('R7.3-05 the mail comes in the language of the page that asked, and its link leads to the configured address', async () => {
    const person = await addPerson(portico, { language: 'en' })
    const { mail, url, identityName } = await askLink(person, 'DE')
    expect(mail.language).toBe('de')
    expect(`${url.origin}${url.pathname}`).toBe(`${portico.identityUrl}/account/changePassword`)
    expect(identityName).toBe(person.userName)
    expect(
      (
        await createBrowser(portico.origin).post(
          '/api/v1/account/resetPassword',
          { username: person.userName },
          { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        )
      ).json(),
    ).toEqual(done)
    const next = await until(() => portico.mails.filter((sent) => sent.to.address === person.email)[1])
    expect(next.language).toBe('en')
    expect(linkIn(next).url.origin).toBe(portico.origin)
  })

  test('R8.6-16 a blank name asks to verify the e-mail, and a language that is none of the seven is refused', async () => {
    expect(await api.resetPassword('  ')).toEqual({ success: false, errors: ['Please verify your email'] })
    expect(await api.resetPassword('nobody', 'xx')).toEqual({ success: false, errors: ['Invalid preferred language'] })
  })

  test('five mails an hour and no more, with the same answer', async () => {
    const person = await addPerson(portico)
    for (let n = 0; n < 7; n++) expect(await api.resetPassword(person.userName)).toEqual(done)
    const sent = () => portico.mails.filter((mail) => mail.to.address === person.email).length
    await until(() => sent() === 5)
    expect(await reasons(person.id)).toHaveLength(2)
    await later(portico, 61, () => askLink(person))
    expect(sent()).toBe(6)
  })
})

describe('the link', () => {
  test('R7.3-06 R4.4-03 it is valid for its person and says so; anything else is not', async () => {
    const [person, stranger] = [await addPerson(portico), await addPerson(portico)]
    const { token } = await askLink(person)
    expect(await api.validateToken(person.userName, token)).toEqual(done)
    expect(await api.validateToken(stranger.userName, token)).toEqual(gone)
    expect(await api.validateToken(person.userName, token.toLowerCase())).toEqual(gone)
    expect(await api.validateToken(person.userName, 'x'.repeat(43))).toEqual(gone)
    expect(await api.validateToken(person.userName, 'not a token')).toEqual({
      success: false,
      errors: ['Invalid token'],
    })
  })

  test('R7.3-04 R4.4-05 it sets the password once, and leads on to a registered returnUrl only', async () => {
    await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
    const [person, next] = [await addPerson(portico, { expired: true }), await addPerson(portico)]
    const { token } = await askLink(person)
    const change = {
      identityName: person.userName,
      token,
      newPassword: fresh,
      returnUrl: 'https://shop.example/callback',
    }
    expect(await api.changePassword(change)).toEqual({ ...done, redirectTo: 'https://shop.example/callback' })
    expect(await api.changePassword(change)).toEqual(gone)
    expect((await api.login(person.userName, { typed: fresh })).success).toBe(true)
    const { token: second } = await askLink(next)
    expect(
      await api.changePassword({
        identityName: next.userName,
        token: second,
        newPassword: fresh,
        returnUrl: 'https://evil.example/',
      }),
    ).toEqual(done)
  })

  test('R7.3-04 sent several times at once, it sets one password', async () => {
    const person = await addPerson(portico)
    const { identityName, token } = await askLink(person)
    const passwords = Array.from({ length: 4 }, (_, n) => `${fresh}-${n}`)
    const change = (newPassword: string) => api.changePassword({ identityName, token, newPassword })
    const answers = await Promise.all(passwords.map(change))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ errors }) => errors[0] === gone.errors[0])).toHaveLength(3)
    const opens: boolean[] = []
    for (const typed of passwords) opens.push((await api.login(person.userName, { typed })).success)
    expect(opens).toEqual(answers.map(({ success }) => success))
    const events = await portico.database.query(
      `select 1 from audit_event where type = 'user.password-reset' and subject = $1`,
      [person.id],
    )
    expect(events).toHaveLength(1)
  })

  test('R8.6-07 it lives 24 hours', async () => {
    const person = await addPerson(portico)
    const { token } = await askLink(person)
    await later(portico, 60 * 23.9, async () => expect(await api.validateToken(person.userName, token)).toEqual(done))
    await later(portico, 60 * 24.1, async () => {
      expect(await api.validateToken(person.userName, token)).toEqual(gone)
      expect(await api.changePassword({ identityName: person.userName, token, newPassword: fresh })).toEqual(gone)
    })
  })

  test('R8.6-07 a newer link, a changed password and a lock each make it void', async () => {
    const person = await addPerson(portico)
    const { token: older } = await askLink(person)
    const { token: newer } = await askLink(person)
    expect(await api.validateToken(person.userName, older)).toEqual(gone)
    await portico.database.query(`update portal_user set password_expired = true where id = $1`, [person.id])
    await api.changePassword({
      identityName: person.userName,
      token: (await api.login(person.userName)).token,
      newPassword: fresh,
    })
    expect(await api.validateToken(person.userName, newer)).toEqual(gone)
    const { token: last } = await askLink(person)
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    await browser.get(`/api/v1/account/lock/${person.id}`, bearer)
    await browser.get(`/api/v1/account/unlock/${person.id}`, bearer)
    expect(await api.validateToken(person.userName, last)).toEqual(gone)
  })
})

describe('a reset mail for somebody', () => {
  const send = async (roles: string[], name: string, method = 'GET') => {
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles }))
    return (
      await browser.request(method, `/identity/api/v1/profile/resetPassword/${encodeURIComponent(name)}`, {
        headers: bearer,
      })
    ).json<{ success: boolean; errors: string[] }>()
  }

  test('an administrator sends it, by GET as specified or by POST, and so does everybody for themself', async () => {
    for (const method of ['GET', 'POST']) {
      const person = await addPerson(portico)
      expect(await send(['UserAdministrator'], person.email, method)).toEqual(done)
      expect(linkIn(await portico.mailTo(person.email)).identityName).toBe(person.userName)
    }
    const me = await addPerson(portico)
    const { browser, bearer } = await signIn(portico, me)
    expect((await browser.get(`/api/v1/profile/resetPassword/${me.userName}`, bearer)).json()).toEqual(done)
    await portico.mailTo(me.email)
  })

  test('R8.6-10 R8.6-16 R8.6-03 an administrator is told why it cannot be', async () => {
    const draft = await addPerson(portico, { draft: true })
    const unreachable = await addPerson(portico, { email: 'no-address' })
    const locked = await addPerson(portico)
    await portico.database.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id])
    const expected = {
      [draft.userName]: 'Cannot reset password',
      [locked.userName]: 'Cannot reset password',
      [unreachable.userName]: 'Please verify your email',
      nobody: 'User does not exist',
    }
    for (const [name, reason] of Object.entries(expected))
      expect([name, await send(['Administrator'], name)]).toEqual([name, { success: false, errors: [reason] }])
  })

  test('anybody else is refused alike for known and unknown names, and no mail goes out', async () => {
    const person = await addPerson(portico)
    const refused = { success: false, errors: ['You dont have permission to perform this action'] }
    for (const name of [person.userName, 'nobody']) expect(await send(['Manager'], name)).toEqual(refused)
    expect(portico.mails.filter((mail) => mail.to.address === person.email)).toEqual([])
  })
})
