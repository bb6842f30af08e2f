import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import type { Cell } from '#server/kernel/ports/sheets.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { download, partOf, upload, workbook } from '#server/spec/testing/workbooks.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let administrator: Bearer
let userAdministrator: Bearer
let shop: TestApplication
let [acme, twin] = ['', '']
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  userAdministrator = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
  shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  await portico.write((tx) =>
    tx.query(
      `insert into role (id, application_id, name, by_hierarchy) values ($1, $3, 'Buyer', false), ($2, $3, 'Inherited', true)`,
      [randomUUID(), randomUUID(), shop.id],
    ),
  )
  acme = await addTenant(portico, { title: 'Acme Iberia' })
  await addTenant(portico, { title: 'Twin' })
  twin = await addTenant(portico, { title: 'twin' })
})
afterAll(() => portico.close())

const userTitles = ['userName', 'email', 'tenant', 'application', 'role', 'isInheritable']
const groupTitles = ['group', 'tenant', 'application', 'role', 'isInheritable']
type UploadInput = { as?: Bearer; query?: string }
const users = async (rows: readonly (readonly Cell[])[], { as = administrator, query = '' }: UploadInput = {}) =>
  (
    await upload<ImportResult & Problem>(portico, `/admin/tenantidentities/bulk_insert/users${query}`, {
      bytes: await workbook(portico, userTitles, rows),
      as,
    })
  ).body
const groups = async (rows: readonly (readonly Cell[])[], { as = administrator, query = '' }: UploadInput = {}) =>
  (
    await upload<ImportResult & Problem>(portico, `/admin/tenantidentities/bulk_insert/groups${query}`, {
      bytes: await workbook(portico, groupTitles, rows),
      as,
    })
  ).body
const givenTo = (identityId: string) =>
  portico.database.query<{ title: string; inheritable: boolean; roles: string[]; by: boolean }>(
    `select t.title, m.is_inheritable as inheritable, array(select r.name from current_role_assignment mr join role r on r.id = mr.role_id where mr.member_id = m.id order by r.name) as roles, m.created_by is not null as by
       from tenant_member m join tenant t on t.id = m.tenant_id where m.identity_id = $1 order by t.title`,
    [identityId],
  )
const groupOf = async (name: string) => {
  const id = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [id, name]),
  )
  return id
}
const toldTo = async (as: Bearer, type: string) => {
  const ended = await until(async () => {
    const { items } = JSON.parse((await download(portico, '/admin/notifications/active', as)).bytes.toString()) as {
      items: { type: string; data: { Errors?: { row: number; reason: string }[] } }[]
    }
    return items.find((item) => item.type === type)
  })
  return ended.data.Errors ?? []
}

describe('R7.6-07 users with tenants', () => {
  test('R3.8-23 all roles of a row are given, by user name or e-mail and by title or id; the same person at the same tenant is one row', async () => {
    const [ana, ben] = [await addPerson(portico), await addPerson(portico)]
    const result = await users([
      [ana.userName, '', 'Acme Iberia', 'shop', 'Seller', 'Sí'],
      ['', ana.email.toUpperCase(), acme, 'SHOP', 'buyer', 'yes'],
      [ben.userName, ben.email, twin, 'shop', 'Seller', ''],
      [ben.userName, '', 'Global', 'shop', 'Seller', 'no'],
    ])
    expect(result).toEqual({ success: true, totalElements: 4, importedElements: 4, errors: [], warnings: [] })
    expect(await givenTo(ana.id)).toEqual([
      { title: 'Acme Iberia', inheritable: true, roles: ['Buyer', 'Seller'], by: true },
    ])
    expect(await givenTo(ben.id)).toEqual([
      { title: 'Global', inheritable: true, roles: ['Seller'], by: true },
      { title: 'twin', inheritable: false, roles: ['Seller'], by: true },
    ])
    const events = await portico.database.query(
      `select type, tenant_id as tenant, before, after->'roles'->0->>'role' as role from audit_event where after->>'identityId' = $1`,
      [ana.id],
    )
    expect(events).toEqual([{ type: 'member.added', tenant: acme, before: null, role: 'shop: Buyer' }])
  })

  test('A-129 faulty rows are named with row and reason and left out; the others are given', async () => {
    const [ana, ben] = [await addPerson(portico), await addPerson(portico)]
    const good = [ana.userName, '', 'Acme Iberia', 'shop', 'Seller', '']
    const cases: [Cell[], string][] = [
      [['', '', 'Acme Iberia', 'shop', 'Seller', ''], 'userName or email is required'],
      [['nobody-here', '', 'Acme Iberia', 'shop', 'Seller', ''], 'User does not exist'],
      [[ana.userName, ben.email, 'Acme Iberia', 'shop', 'Seller', ''], 'userName and email belong to different users'],
      [[ana.userName, '', '', 'shop', 'Seller', ''], 'tenant is required'],
      [[ana.userName, '', 'Nowhere', 'shop', 'Seller', ''], 'There is no tenant “Nowhere”'],
      [[ana.userName, '', 'Twin', 'shop', 'Seller', ''], 'Several tenants are called “Twin”: give the id'],
      [[ana.userName, '', 'Acme Iberia', '', 'Seller', ''], 'application is required'],
      [[ana.userName, '', 'Acme Iberia', 'nothing', 'Seller', ''], 'Application not found'],
      [[ana.userName, '', 'Acme Iberia', 'shop', '', ''], 'role is required'],
      [[ana.userName, '', 'Acme Iberia', 'shop', 'Buyer', 'perhaps'], 'isInheritable: yes or no'],
      [good, 'The same stands in row 2 as well'],
      [['nobody-here', '', 'Nowhere', 'shop', 'Seller', ''], 'User does not exist. There is no tenant “Nowhere”'],
    ]
    const result = await users([good, ...cases.map(([row]) => row)])
    expect(result).toMatchObject({ success: false, totalElements: cases.length + 1, importedElements: 1 })
    expect(result.errors).toMatchObject(cases.map(([, reason], index) => ({ row: index + 3, reason })))
    expect(await givenTo(ana.id)).toMatchObject([{ title: 'Acme Iberia', roles: ['Seller'] }])
  })

  test('R8.6-14 R6-19 a role that is unknown, flagged byHierarchy, or of the whole portal away from Global is refused in the words of the specification', async () => {
    const { userName, id } = await addPerson(portico)
    const { errors } = await users([
      [userName, '', 'Acme Iberia', 'shop', 'Nothing', ''],
      [userName, '', 'Acme Iberia', 'shop', 'Inherited', ''],
      [userName, '', 'Acme Iberia', 'identity.global', 'Manager', ''],
      [userName, '', globalTenant, 'identity.global', 'Manager', ''],
    ])
    expect(errors).toMatchObject(
      [2, 3, 4].map((row) => ({ row, reason: 'Role not found or not available for the selected application' })),
    )
    expect(await givenTo(id)).toMatchObject([{ title: 'Global', roles: ['Manager'] }])
  })

  test('A-67 only an Administrator gives at Global and of the whole portal, and God only God', async () => {
    const { userName, id } = await addPerson(portico)
    const rows = [
      [userName, '', 'Global', 'identity.global', 'Manager', ''],
      [userName, '', 'Global', 'identity.global', 'God', ''],
      [userName, '', 'Global', 'shop', 'Seller', ''],
      [userName, '', 'Acme Iberia', 'shop', 'Seller', ''],
    ]
    const denied = 'You dont have permission to perform this action'
    expect((await users(rows, { as: userAdministrator })).errors).toMatchObject(
      [2, 3, 4].map((row) => ({ row, reason: denied })),
    )
    expect((await users(rows)).errors).toMatchObject([{ row: 3, reason: denied }])
    const god = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
    expect((await users(rows, { as: god })).errors).toEqual([])
    expect((await givenTo(id))[1]).toMatchObject({ title: 'Global', roles: ['God', 'Manager', 'Seller'] })
    expect(
      (
        (await users(rows, {
          as: (await signIn(portico, await addPerson(portico, { roles: ['Manager'] }))).bearer,
        })) as { status?: number }
      ).status,
    ).toBe(403)
  })

  test('a dry run says what would change, and changes nothing', async () => {
    const { userName, id } = await addPerson(portico)
    await assignRole(portico, { identityId: id, roleId: shop.roleId, tenantId: acme })
    const rows = [
      [userName, '', 'Acme Iberia', 'shop', 'Seller', 'no'],
      [userName, '', 'Acme Iberia', 'shop', 'Buyer', 'yes'],
      [userName, '', twin, 'shop', 'Buyer', ''],
      [userName, '', 'Nowhere', 'shop', 'Buyer', ''],
    ]
    const { rows: said, importedElements } = await users(rows, { query: '?dryRun=true' })
    expect(importedElements).toBe(0)
    expect(said?.map(({ row, state, reason }) => [row, state, reason])).toEqual([
      [5, 'error', 'There is no tenant “Nowhere”'],
      [2, 'warning', 'Has this role there already. What it has there passes down no more'],
      [3, 'warning', 'isInheritable is different in row 2: this row counts'],
      [4, 'ok', ''],
    ])
    expect(said?.[3]?.label).toBe(`${userName} · ${twin} · Buyer`)
    expect(await givenTo(id)).toMatchObject([{ inheritable: true, roles: ['Seller'] }])
    await users(rows)
    expect(await givenTo(id)).toMatchObject([
      { title: 'Acme Iberia', inheritable: true, roles: ['Buyer', 'Seller'] },
      { title: 'twin', inheritable: false },
    ])
  })

  test('T56 a role that is over is given anew, and the same file twice gives once', async () => {
    const { userName, id } = await addPerson(portico)
    await assignRole(portico, { identityId: id, roleId: shop.roleId, tenantId: acme })
    await portico.write((tx) =>
      tx.query(
        `update role_assignment set ends_on = now() - interval '1 day' where member_id in (select id from tenant_member where identity_id = $1)`,
        [id],
      ),
    )
    const row = [userName, '', 'Acme Iberia', 'shop', 'Seller', 'yes']
    for (const _ of [1, 2]) expect((await users([row])).success).toBe(true)
    expect(await givenTo(id)).toMatchObject([{ roles: ['Seller'] }])
    expect(
      await portico.database.query(
        `select ends_on from role_assignment where member_id in (select id from tenant_member where identity_id = $1)`,
        [id],
      ),
    ).toEqual([{ ends_on: null }])
  })

  test('R3.6-13 A-129 of more than 500 rows it goes on in the background as BulkInsertUsersWithTenant, and names what it left out', async () => {
    const { userName, id } = await addPerson(portico)
    const tenants = Array.from({ length: 1_200 }, () => randomUUID())
    await portico.write((tx) =>
      tx.query(`insert into tenant (id, title) select id, 'Many' from unnest($1::uuid[]) as id`, [tenants]),
    )
    const { processId, success } = await users(
      tenants.map((tenant, index) => [userName, '', tenant, 'shop', index === 700 ? 'Nothing' : 'Seller', '']),
    )
    expect([success, typeof processId]).toEqual([true, 'string'])
    expect(await toldTo(administrator, 'BulkInsertUsersWithTenant')).toMatchObject([
      { row: 702, reason: 'Role not found or not available for the selected application' },
    ])
    expect(await givenTo(id)).toHaveLength(1_199)
  })
})

describe('R7.6-08 groups with tenants', () => {
  test('are found by their name; the group Users takes none (A-89)', async () => {
    const id = await groupOf('Night shift')
    const result = await groups([
      ['night SHIFT', 'Acme Iberia', 'shop', 'Seller', 'yes'],
      ['Users', 'Acme Iberia', 'shop', 'Seller', ''],
      ['Nobody', 'Acme Iberia', 'shop', 'Seller', ''],
      ['', 'Acme Iberia', 'shop', 'Seller', ''],
    ])
    expect(result.errors).toMatchObject([
      { row: 3, reason: 'No further tenant roles may be added to the group Users' },
      { row: 4, reason: 'There is no group “Nobody”' },
      { row: 5, reason: 'group is required' },
    ])
    expect(await givenTo(id)).toMatchObject([{ title: 'Acme Iberia', inheritable: true, roles: ['Seller'] }])
    expect(
      await portico.database.query(`select identity_type as type from tenant_member where identity_id = $1`, [id]),
    ).toEqual([{ type: 'Group' }])
  })

  test('R3.6-13 of more than 500 rows it goes on in the background as BulkInsertGroupsWithTenant', async () => {
    const id = await groupOf('Day shift')
    const tenants = Array.from({ length: 501 }, () => randomUUID())
    await portico.write((tx) =>
      tx.query(`insert into tenant (id, title) select id, 'Many' from unnest($1::uuid[]) as id`, [tenants]),
    )
    expect((await groups(tenants.map((tenant) => ['Day shift', tenant, 'shop', 'Seller', '']))).processId).toEqual(
      expect.any(String),
    )
    expect(await toldTo(administrator, 'BulkInsertGroupsWithTenant')).toEqual([])
    expect(await givenTo(id)).toHaveLength(501)
  })
})

test('R7.6-07 R7.6-08 the templates have the columns that an import takes, and other files are refused', async () => {
  for (const [kind, name, titles, missing] of [
    ['users', 'UsersWithTenantTemplate.xlsx', userTitles, 'tenant, application'],
    ['groups', 'GroupsWithTenantTemplate.xlsx', groupTitles, 'group, tenant, application'],
  ] as const) {
    const { status, headers, bytes } = await download(
      portico,
      `/admin/tenantidentities/template/${kind}`,
      userAdministrator,
    )
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining(`filename="${name}"`)])
    expect(
      [...partOf(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<t[^>]*>([^<]+)<\/t>/g)].map(([, title]) => title),
    ).toEqual(titles)
    const path = `/admin/tenantidentities/bulk_insert/${kind}`
    expect(
      (await upload<Problem>(portico, path, { bytes: Buffer.from('a;b'), name: 'rows.csv', as: administrator })).body
        .code,
    ).toBe('extension-not-allowed')
    expect(
      (await upload<Problem>(portico, path, { bytes: await workbook(portico, ['role'], []), as: administrator })).body,
    ).toMatchObject({
      code: 'sheet-columns-missing',
      data: { columns: missing },
      message: `The sheet lacks required columns: ${missing}`,
    })
  }
})
