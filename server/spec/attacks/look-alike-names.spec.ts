// T79: a user name that looks like another one is refused, however it is made; the names that people are called by are
// shown as they are written.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import type { User } from '#contract/users.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { fillSkeletons } from '#server/features/accounts/accounts.public.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { type Issuer, startIssuer } from '#server/spec/testing/issuer.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'

type Bearer = { authorization: string }

let issuer: Issuer
let portico: TestPortico
let administrator: Bearer
let areaId: string
const relying: string[] = []
beforeAll(async () => {
  issuer = await startIssuer({ redirectUris: () => relying })
  portico = await startTestPortico({
    PORTICO_MICROSOFT_ISSUER: issuer.issuer,
    PORTICO_MICROSOFT_CLIENT_ID: 'portico',
    PORTICO_MICROSOFT_CLIENT_SECRET: 'work-secret',
    PORTICO_MICROSOFT_PROVISIONING: 'true',
    PORTICO_COMPANY_DOMAINS: 'group.example',
  })
  relying.push(`${portico.origin}/api/v1/account/externalCallback`)
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  areaId = (await portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
})
afterAll(async () => {
  await portico.close()
  await issuer.close()
})

/** Ten kinds; each with one more letter per use, so that no test meets the names of another. */
const pairs: Record<string, readonly [string, string]> = {
  'composed and decomposed accents': ['josé', 'jose\u0301'],
  'the folding of case': ['straßer', 'STRASSER'],
  'Cyrillic letters': ['roberto', 'rоbеrtо'],
  'Cyrillic capitals': ['BOBBY', 'ВОВВY'],
  'Greek letters': ['nova', 'nοva'],
  'fullwidth letters': ['dora', 'ｄｏｒａ'],
  'a dotless i': ['irina', 'ırına'],
  'a ligature': ['finn', 'ﬁnn'],
  'an invisible joiner': ['carla', 'car\u034Fla'],
  'a variation selector': ['emil', 'emil\uFE0F'],
  'a capital I for an l': ['helga', 'heIga'],
}

const suffix = () =>
  `.${randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 12)}`

const form = (userName: string, change: Record<string, unknown> = {}) => ({
  userName,
  email: `${randomUUID().slice(0, 13)}@people.example`,
  firstName: 'Ana',
  lastName: 'Ruiz',
  areaId,
  language: 'en',
  sendEmailInvite: false,
  validateScopes: false,
  jobTitle: null,
  manager: null,
  teams: [],
  phoneNumber: null,
  internalCategory: null,
  password: null,
  confirmPassword: null,
  ...change,
})

const create = async (body: unknown) => {
  const answer = await createBrowser(portico.origin).post('/api/v1/admin/users', body, administrator)
  return { status: answer.status, body: answer.json<User & Problem>() }
}

describe('a user name', () => {
  for (const [kind, [name, lookAlike]] of Object.entries(pairs))
    test(`T79 that differs by ${kind} from somebody’s is refused, in either order`, async () => {
      for (const [first, second] of [
        [name, lookAlike],
        [lookAlike, name],
      ]) {
        const end = suffix()
        expect((await create(form(`${first}${end}`))).status).toBe(200)
        const { status, body } = await create(form(`${second}${end}`))
        expect([status, body.code]).toEqual([409, 'user-name-looks-alike'])
        expect(body.message).toBe('This user name looks like one that is in use already')
      }
    })

  test('T79 zero-width joiners and other invisible signs are no letters of a name at all', async () => {
    for (const sign of ['\u200d', '\u200c', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u202e'])
      expect((await create(form(`ann${sign}a${suffix()}`))).status).toBe(400)
  })

  test('T79 that is another one stays free: an accent, an i for an l at the beginning, another alphabet', async () => {
    const end = suffix()
    for (const name of ['jose', 'josé', 'iisa', 'lisa', 'elia', 'ella', 'иван', 'γιώργος'])
      expect([name, (await create(form(name + end))).status]).toEqual([name, 200])
  })

  test('T79 of two look-alikes at the same moment one is made', async () => {
    const end = suffix()
    const answers = await Promise.all(['roberta', 'rоbеrtа'].map((name) => create(form(name + end))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('the other ways to a user name', () => {
  test('T79 an import leaves look-alikes out, of somebody and of another row, and says why', async () => {
    const end = suffix()
    await create(form(`nadia${end}`))
    const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language']
    const row = (name: string) => [
      name + end,
      `${randomUUID().slice(0, 13)}@people.example`,
      'Ana',
      'Ruiz',
      'Customers',
      'en',
    ]
    const bytes = await workbook(portico, titles, [row('nаdia'), row('omar'), row('оmar'), row('petra')])
    for (const query of ['?dryRun=true', ''])
      expect(
        (await upload<ImportResult>(portico, `/admin/users/bulk_insert${query}`, { bytes, as: administrator })).body,
      ).toMatchObject({
        importedElements: query ? 0 : 2,
        errors: [
          { row: 2, reason: `userName: “nаdia${end}” looks like a name that is in use` },
          { row: 4, reason: `userName: “оmar${end}” looks like the name in row 3` },
        ],
      })
  })

  test('T79 a request for a new user is refused as well', async () => {
    const end = suffix()
    await create(form(`sofia${end}`))
    const docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
    await portico.database.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId])
    const tenantId = await addTenant(portico, { title: 'Acme' })
    const consultant = await addPerson(portico)
    await assignRole(portico, { identityId: consultant.id, roleId: systemRoles['IdentityConsultant'], tenantId })
    const { bearer } = await signIn(portico, consultant)
    const input = { tenantId, roles: [docs.roleId], isInheritable: false }
    const body = {
      userName: `sоfia${end}`,
      email: `sofia${end}@client.example`,
      firstName: 'So',
      lastName: 'Fia',
      language: 'en',
      areaId,
      ...input,
    }
    const answer = await createBrowser(portico.origin).post('/api/v1/admin/operationRequests/createUser', body, bearer)
    expect([answer.status, answer.json<Problem>().code]).toEqual([409, 'user-name-looks-alike'])
  })

  test('T79 the external provider brings nobody in under a name that looks like another one', async () => {
    await addPerson(portico, { userName: 'nina@group.example', email: 'nina@elsewhere.example' })
    const callback = async (email: string) => {
      issuer.letIn({ sub: randomUUID(), email, email_verified: true })
      const browser = createBrowser(portico.origin)
      const start = await browser.get('/api/v1/account/externalLogin?provider=Microsoft')
      const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
      return (await browser.get(location?.href ?? '')).headers.get('location')
    }
    expect(await callback('nınа@group.example')).toMatch(/accessDenied\?reason=external-unknown$/)
    expect(await callback('somebody.else@group.example')).toBe('/identity/home')
  })
})

test('T79 accounts that look alike already keep their names at the update, and nobody else gets one like them', async () => {
  const end = suffix()
  const names = ['klara', 'klаra', 'marta'].map((name) => name + end)
  for (const userName of names)
    await portico.database.query(
      `insert into portal_user (id, user_name, email, area_id) select gen_random_uuid(), $1, gen_random_uuid() || '@people.example', $2`,
      [userName, areaId],
    )
  await Promise.all([fillSkeletons(portico.database), fillSkeletons(portico.database)])
  const stored = await portico.database.query<{ name: string }>(
    `select user_name as name from portal_user where user_name = any($1) and user_name_skeleton is not null`,
    [names],
  )
  expect(stored).toHaveLength(3)
  for (const name of ['klаrа', 'mаrta'])
    expect((await create(form(name + end))).body.code).toBe('user-name-looks-alike')
})

test('T79 what people are called is shown as they write it, whoever is called alike', async () => {
  for (const firstName of ['José', 'Jose\u0301', 'Аnа', 'ﬁnn'])
    expect((await create(form(`person${suffix()}`, { firstName }))).body.firstName).toBe(firstName)
})
