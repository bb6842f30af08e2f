// T8, T9, T11: mailed codes and links cannot be guessed, used twice, used by others, or asked for without end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, later, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import {
  addApplication,
  addPerson,
  addTenant,
  grant,
  password,
  type Person,
  signIn,
} from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { raw, sessionsOf } from './attacker.ts'

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
  await grant(portico, { identityId: person.id, roleId, tenantId: flagged })
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
  portico.database.query(`delete from sign_in_failure where name_key = $1`, [`user:${id}`])
const triesOf = async ({ id }: Person) =>
  (
    await portico.database.query<{ n: number }>(
      `select coalesce(sum(attempts), 0)::int as n from two_factor_challenge where user_id = $1`,
      [id],
    )
  ).at(0)?.n

describe('codes', () => {
  test('T8 two hundred guesses over twenty transactions: no more than five try each code, and twenty in an hour, even when the lock is lifted again and again', async () => {
    const person = await addMember()
    for (let transaction = 0; transaction < 20; transaction++) {
      await forgetFailures(person)
      const asked = await askCode(person)
      for (const code of wrongCodes(asked.code, 10)) {
        await forgetFailures(person)
        expect((await api.verifyCode({ ...asked, code })).success).toBe(false)
      }
    }
    const most = await portico.database.query<{ n: number }>(
      `select max(attempts)::int as n from two_factor_challenge where user_id = $1`,
      [person.id],
    )
    expect(most).toEqual([{ n: 5 }])
    expect(await triesOf(person)).toBe(20)
    await forgetFailures(person)
    expect((await api.verifyCode(await askCode(person))).success).toBe(false)
    await later(portico, 61, async () => {
      await forgetFailures(person)
      expect((await api.verifyCode(await askCode(person))).success).toBe(true)
    })
  })

  test('T8 a hundred guesses at once try a code five times', async () => {
    const person = await addMember()
    const asked = await askCode(person)
    const said = await Promise.all(wrongCodes(asked.code, 100).map((code) => api.verifyCode({ ...asked, code })))
    expect(said.filter(({ errors }) => errors[0] === 'Invalid code').length).toBeLessThanOrEqual(5)
    expect(await triesOf(person)).toBeLessThanOrEqual(5)
    expect((await api.verifyCode(asked)).success).toBe(false)
    expect(await sessionsOf(portico, person)).toBe(0)
  })

  test('T8 of ten right ones at once one gets in', async () => {
    const person = await addMember()
    const asked = await askCode(person)
    const said = await Promise.all(Array.from({ length: 10 }, () => api.verifyCode(asked)))
    expect(said.filter(({ success }) => success)).toHaveLength(1)
    expect(await sessionsOf(portico, person)).toBe(1)
  })

  test('T8 an older code, somebody else’s, a used one and a late one get nobody in', async () => {
    const [person, other] = [await addMember(), await addMember()]
    const old = await askCode(person)
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
  })

  test('T8 a code without the password of the first step is worth nothing', async () => {
    const person = await addMember()
    const asked = await askCode(person)
    for (const bent of [
      { password: 'Wrong-Horse-Battery-9' },
      { password: '' },
      { token: '' },
      { token: 'x'.repeat(43) },
      { userName: 'nobody' },
    ])
      expect([bent, (await api.verifyCode({ ...asked, ...bent })).success]).toEqual([bent, false])
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

const askLink = async ({ userName, email }: Person) => {
  const before = portico.mails.length
  await api.resetPassword(userName)
  return linkIn(await portico.mailTo(email, before))
}
const works = async (identityName: string, token: string) =>
  (await api.validateToken(identityName, token)).success === true
const newPassword = 'Other-Horse-Battery-2'

describe('links', () => {
  test('T9 a link works for its own name and once, even for twenty at the same moment', async () => {
    const [person, other] = [await addPerson(portico), await addPerson(portico)]
    const { identityName, token } = await askLink(person)
    expect(await works(identityName, token)).toBe(true)
    expect(await works(other.userName, token)).toBe(false)
    expect((await api.changePassword({ identityName: other.userName, token, newPassword })).success).toBe(false)
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.changePassword({ identityName, token, newPassword: `Other-Horse-Battery-${n}x` }),
      ),
    )
    expect(said.filter(({ success }) => success)).toHaveLength(1)
    expect((await api.changePassword({ identityName, token, newPassword })).errors).toEqual([
      'Invalid or expired login link',
    ])
    expect(await portico.database.query(`select 1 from password_history where user_id = $1`, [person.id])).toHaveLength(
      2,
    )
  })

  test('T9 a link ends after a day, with a newer link, with a new password and with a lock', async () => {
    const person = await addPerson(portico)
    const { identityName, token: first } = await askLink(person)
    const { token: second } = await askLink(person)
    expect([await works(identityName, first), await works(identityName, second)]).toEqual([false, true])
    await later(portico, 24 * 60 + 1, async () => {
      expect(await works(identityName, second)).toBe(false)
      expect((await api.changePassword({ identityName, token: second, newPassword })).success).toBe(false)
    })
    expect((await api.changePassword({ identityName, token: second, newPassword })).success).toBe(true)
    const { token: third } = await askLink(person)
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    for (const call of ['lock', 'unlock']) await browser.get(`/api/v1/account/${call}/${person.id}`, bearer)
    expect(await works(identityName, third)).toBe(false)
  })

  test('T9 a token holds 256 bits, in the database only its hash stands, and no change of it works', async () => {
    const person = await addPerson(portico)
    const { identityName, token } = await askLink(person)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const rows = await portico.database.query(
      `select 1 from link_token t where t.token_hash = sha256(convert_to($1, 'utf8'))`,
      [token],
    )
    expect(rows).toHaveLength(1)
    for (const table of ['link_token', 'fact', 'pgboss.job'])
      expect([
        table,
        await portico.database.query(
          `select 1 from ${table} t where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'utf8'), 'hex')) > 0`,
          [token],
        ),
      ]).toEqual([table, []])
    const swapped = [...token]
      .map((sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()))
      .join('')
    for (const near of [
      token.toLowerCase(),
      token.toUpperCase(),
      swapped,
      ` ${token}`,
      `${token} `,
      `${token}=`,
      token.slice(0, -1),
      `${token}A`,
      '%',
      '_'.repeat(43),
      '',
    ])
      expect([near, await works(identityName, near).catch(() => false)]).toEqual([near, false])
    const random = Array.from({ length: 300 }, () => crypto.getRandomValues(Buffer.alloc(32)).toString('base64url'))
    expect((await Promise.all(random.map((guessed) => works(identityName, guessed)))).filter(Boolean)).toEqual([])
    expect(await works(identityName, token)).toBe(true)
  })
})

describe('asking without end', () => {
  test('T11 a thousand requests, fifty at a time, send five mails an hour, and each gets the same answer', async () => {
    const person = await addPerson(portico)
    const answers = new Set<string>()
    for (let round = 0; round < 20; round++)
      for (const { status, text } of await Promise.all(
        Array.from({ length: 50 }, () =>
          createBrowser(portico.origin).post('/api/v1/account/resetPassword', {
            username: round % 2 ? person.userName : person.email.toUpperCase(),
          }),
        ),
      ))
        answers.add(`${status} ${text}`)
    expect([...answers]).toEqual(['200 {"success":true,"errors":[]}'])
    await until(
      async () =>
        (
          await portico.database.query(
            `select 1 from pgboss.job where name = 'mail-reset-link' and state in ('created', 'active', 'retry')`,
          )
        ).length === 0,
    )
    expect(portico.mails.filter(({ to }) => to.address === person.email)).toHaveLength(5)
    await later(portico, 61, async () => {
      await api.resetPassword(person.userName)
      await until(() => portico.mails.filter(({ to }) => to.address === person.email).length === 6)
    })
  }, 60_000)

  test('T11 the signed-in person and the administrator send no more than that either', async () => {
    const person = await addPerson(portico)
    const self = await signIn(portico, person)
    const admin = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        createBrowser(portico.origin).get(
          `/api/v1/profile/resetPassword/${person.userName}`,
          (n % 2 ? self : admin).bearer,
        ),
      ),
    )
    expect(answers.filter(({ text }) => text.includes('"success":true'))).toHaveLength(5)
    expect(
      await portico.database.query(`select 1 from fact where type = 'user.reset-asked' and subject = $1`, [person.id]),
    ).toHaveLength(5)
  })

  test('T11 the links of mails lead to the configured address, whatever Host, X-Forwarded-Host or Origin say', async () => {
    const spoofed: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example:443' },
      { 'x-original-url': 'https://evil.example', 'x-host': 'evil.example' },
    ]
    for (const headers of spoofed) {
      const person = await addPerson(portico)
      await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username: person.userName }, headers)
      const mail = await portico.mailTo(person.email)
      expect(linkIn(mail).url.origin).toBe(new URL(portico.identityUrl).origin)
      expect(mail.text + mail.html).not.toContain('evil.example')
    }
  })

  test('T11 discovery and redirects keep the configured address as well, an absolute request target included', async () => {
    const paths = [
      '/identity/.well-known/openid-configuration',
      '/identity/connect/authorize?client_id=identity',
      '/identity/connect/endsession',
      '/api/v1/account/logout',
      '/api/v1/account/externalLogin',
      '/',
      '/identity/api/v1/config',
    ]
    for (const path of paths)
      for (const host of ['evil.example', `evil.example:${portico.port}`, 'localhost@evil.example']) {
        const heard = await raw(
          portico,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /evil.example\r\nConnection: close\r\n\r\n`,
        )
        expect(heard).toMatch(/^HTTP\/1\.1 /)
        expect([path, host, heard.includes('evil.example')]).toEqual([path, host, false])
        const absolute = await raw(
          portico,
          `GET http://evil.example${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
        )
        expect([path, absolute.includes('evil.example')]).toEqual([path, false])
      }
  })
})
