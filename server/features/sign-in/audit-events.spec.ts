// What signing in leaves behind: the authentication log, and nowhere a secret.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, guess, linkIn, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

describe('the authentication log', () => {
  test('each attempt has userName, reason, date, result, provider and returnUrl', async () => {
    const { userName, email } = await addPerson(portico)
    const from = Date.now()
    const at = expect.toSatisfy((moment: Date) => Math.abs(moment.getTime() - from) < 20_000)
    await api.login(email, { typed: 'wrong', returnUrl: '/identity/profile' })
    await api.login(email, { returnUrl: '/identity/profile' })
    await guess(api, userName, 5)
    const entries = await logOf(portico, userName)
    expect(entries).toEqual([
      {
        userName,
        reason: 'Incorrect username or password. 4 attempts left',
        result: 'Failure',
        provider: 'Local',
        returnUrl: '/identity/profile',
        at,
      },
      { userName, reason: 'Signed in', result: 'Success', provider: 'Local', returnUrl: '/identity/profile', at },
      ...[4, 3, 2, 1].map((n) => ({
        userName,
        reason: `Incorrect username or password. ${n} ${n === 1 ? 'attempt' : 'attempts'} left`,
        result: 'Failure',
        provider: 'Local',
        returnUrl: null,
        at,
      })),
      { userName, reason: 'Too many failed attempts', result: 'UserLocked', provider: 'Local', returnUrl: null, at },
    ])
  })

  test('a name without an account stands there as it was typed, and a foreign returnUrl does not', async () => {
    await api.login('who-is-that', { returnUrl: 'https://evil.example/' })
    expect(await logOf(portico, 'who-is-that')).toEqual([
      expect.objectContaining({ result: 'Failure', returnUrl: null }),
    ])
    const [event] = await portico.database.query(
      `select actor_kind as kind, actor_id as id, api_entry as entry, ip from audit_event where after ->> 'userName' = 'who-is-that'`,
    )
    expect(event).toEqual({ kind: 'anonymous', id: null, entry: 'POST /api/v1/account/login', ip: '127.0.0.1' })
  })
})

test('no password, code, token, link or cookie stands in any audit event, job or other row', async () => {
  const { roleId } = await addApplication(portico, { name: 'ledger' })
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId, tenantId: await addTenant(portico, { twoFactor: true }) })
  const browser = createBrowser(portico.origin)

  const codeRequest = await api.login(person.userName)
  const code = codeIn(await portico.mailTo(person.email))
  await api.verifyCode({ token: codeRequest.token, userName: person.userName, code }, browser)
  const { tokens } = await signIn(portico, person, { browser })
  const beforeReset = portico.mails.length
  await api.resetPassword(person.userName)
  const link = linkIn(await portico.mailTo(person.email, beforeReset)).token
  await portico.database.query(`update portal_user set password_expired = true where id = $1`, [person.id])
  const expired = (await api.login(person.userName)).token
  const [tooShort, wrong, fresh] = ['Xy-Short-1', 'Guessed-Horse-Battery-7', 'Other-Horse-Battery-1']
  await api.login(person.userName, { typed: wrong })
  const cookie = browser.jar.get('portico_session')
  expect(await rowsWith([person.userName])).toContain(`public.audit_event: ${person.userName}`)
  const whileIssued = await rowsWith([
    password,
    wrong,
    codeRequest.token,
    link,
    expired,
    cookie,
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
  ])
  await api.changePassword({ identityName: person.userName, token: expired, newPassword: tooShort })
  await api.changePassword({ identityName: person.userName, token: expired, newPassword: fresh })
  expect([...whileIssued, ...(await rowsWith([tooShort, fresh, expired]))]).toEqual([])

  const recorded = await portico.database.query<{ row: string }>(
    `select coalesce(before::text, '') || coalesce(after::text, '') || coalesce(actor_name, '') || subject || coalesce(api_entry, '') as row from audit_event
     union all
     select coalesce(data::text, '') || coalesce(output::text, '') from pgboss.job where name like 'mail-%'`,
  )
  expect(recorded.length).toBeGreaterThan(8)
  expect(recorded.filter(({ row }) => new RegExp(`(?<![0-9a-z])${code}(?![0-9a-z])`, 'i').test(row))).toEqual([])
})

/** Every table of the database, looked through for each secret. */
const rowsWith = async (secrets: readonly (string | undefined)[]) => {
  const tables = await portico.database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
       from information_schema.tables
      where table_schema in ('public', 'pgboss')
        and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const found: string[] = []
  for (const { name } of tables)
    for (const secret of secrets) {
      if (!secret || secret.length < 8) throw new Error('a secret is missing')
      const rows = await portico.database.query(
        `select 1 as found from ${name} as t where strpos(t::text, $1) > 0 limit 1`,
        [secret],
      )
      if (rows.length > 0) found.push(`${name}: ${secret}`)
    }
  return found
}
