// T9: a mailed link works once, for its own name, and not for long.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, later, linkIn } from '#server/spec/testing/account-api.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

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
    for (const table of ['link_token', 'audit_event', 'pgboss.job'])
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
