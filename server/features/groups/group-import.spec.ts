import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupMember } from '#contract/group-members.ts'
import type { Group } from '#contract/group-entry.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Notification } from '#contract/notifications.ts'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import { systemRoles, usersGroup } from '#contract/system-ids.ts'
import type { Cell } from '#server/kernel/ports/sheets.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { download, partOf, upload, workbook } from '#server/spec/testing/workbooks.ts'

let portico: TestPortico
let administrator: Bearer
let group: Group
let people: Person[]
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  people = await Promise.all(['ana', 'luca', 'zoe', 'ivo'].map((userName) => addPerson(portico, { userName })))
})
const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)
afterAll(() => portico.close())
beforeEach(async () => {
  const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
  group = (await call<Group>('POST', '/admin/groups', { body: { name: `group ${randomUUID()}`, areaId: area?.id } }))
    .body
})

const titles = ['userName', 'email', 'permission']
type UploadOptions = { query?: string; id?: string; as?: Bearer; header?: string[] }
const insert = async (
  rows: readonly (readonly Cell[])[],
  { query = '', id = group.id, as = administrator, header = titles }: UploadOptions = {},
) =>
  upload<ImportResult & Problem>(portico, `/admin/groups/bulk_insert/${id}${query}`, {
    bytes: await workbook(portico, header, rows),
    as,
  })
const members = async () =>
  (await call<{ items: GroupMember[] }>('GET', `/admin/groups/${group.id}/users?take=100000`)).body
    .items as unknown as GroupMember[]
const events = async () =>
  (
    await portico.database.query<{ type: string }>(`select type from audit_event where subject = $1 order by id`, [
      group.id,
    ])
  ).map(({ type }) => type)

describe('R7.6-11 members of a group from a workbook', () => {
  test('the good rows are imported, the faulty ones named with row and reason', async () => {
    await call('POST', `/admin/groups/${group.id}/users`, { body: { userId: people[2]?.id, permission: 'Reader' } })
    const { status, body } = await insert([
      ['ANA', '', 'owner'],
      ['', 'luca@people.example', 'Reader'],
      ['ana', '', 'Reader'],
      ['nobody', '', 'Reader'],
      ['ivo', '', 'Writer'],
      ['', '', ''],
      ['', '', 'Owner'],
      ['ivo', 'ana@people.example', 'Reader'],
      ['ivo', 'nobody@people.example', 'Reader'],
      ['zoe', 'zoe@people.example', 'Owner'],
    ])
    expect([status, body]).toMatchObject([
      200,
      {
        success: false,
        totalElements: 9,
        importedElements: 3,
        errors: [
          {
            row: 4,
            reason: '“ana” stands in row 2 as well',
            issues: [{ code: 'same-as-row', data: { value: 'ana', row: '2' } }],
          },
          { row: 5, reason: 'User does not exist' },
          { row: 6, reason: 'permission: Reader or Owner' },
          { row: 8, reason: 'userName or email is required' },
          { row: 9, reason: 'userName and email belong to different users' },
          { row: 10, reason: 'User does not exist' },
        ],
        warnings: [{ row: 11, reason: 'Already a member: becomes Owner' }],
      },
    ])
    expect((await members()).map(({ userName, permission }) => [userName, permission])).toEqual([
      ['ana', 'Owner'],
      ['luca', 'Reader'],
      ['zoe', 'Owner'],
    ])
    expect(await events()).toEqual([
      'group.created',
      'group-member.added',
      'group.members-imported',
      'group-member.added',
      'group-member.added',
      'group-member.changed',
    ])
  })

  test('a dry run marks every row and writes none', async () => {
    const { body } = await insert(
      [
        ['ana', '', 'Owner'],
        ['nobody', '', 'Reader'],
      ],
      { query: '?dryRun=true' },
    )
    expect(body).toMatchObject({
      success: false,
      totalElements: 2,
      importedElements: 0,
      rows: [
        { row: 3, state: 'error', label: 'nobody' },
        { row: 2, state: 'ok', label: 'ana' },
      ],
    })
    expect(await members()).toEqual([])
  })

  test('columns stand in any order; one that is not known is said, one that is missing refuses the sheet', async () => {
    const { body } = await insert([['Reader', 'x', 'luca@people.example']], {
      header: ['Permission', 'Nonsense', 'E-Mail'],
    })
    expect(body).toMatchObject({
      success: true,
      importedElements: 1,
      warnings: [{ row: 1, reason: 'Not read: Nonsense' }],
    })
    expect((await insert([['ana']], { header: ['userName'] })).body).toMatchObject({
      status: 400,
      code: 'sheet-columns-missing',
      data: { columns: 'permission' },
      message: 'The sheet lacks required columns: permission',
    })
  })

  test('more than 500 rows go on in the background and end in a notification, with what was wrong', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => [`person-${index}`, '', 'Reader'])
    await portico.write((tx) =>
      tx.query(
        `insert into portal_user (id, user_name, email, area_id)
       select gen_random_uuid(), 'person-' || n, 'person-' || n || '@people.example', (select id from area where is_default) from generate_series(1, 599) n`,
      ),
    )
    const { body } = await insert(rows)
    expect(body).toMatchObject({ success: true, processId: expect.any(String) })
    const notice = await until(
      async () =>
        (await call<{ items: Notification[] }>('GET', '/admin/notifications/active')).body.items.at(0) as unknown as
          | Notification
          | undefined,
    )
    expect(notice).toMatchObject({
      type: 'BulkInsertGroupMembers',
      data: { Errors: [{ row: 2, reason: 'User does not exist' }], done: 600, total: 600 },
    })
    expect(await members()).toHaveLength(599)
  })

  test('the template has the columns and a sheet of notes, and no rows yet', async () => {
    const { status, headers, bytes } = await download(portico, `/admin/groups/template/${group.id}`, administrator)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('GroupMembersTemplate.xlsx'),
    ])
    for (const title of titles) expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain(`>${title}<`)
    expect(partOf(bytes, 'xl/worksheets/sheet2.xml')).toContain('Reader or Owner')
    expect(
      (await upload<Problem>(portico, `/admin/groups/bulk_insert/${group.id}`, { bytes, as: administrator })).body.code,
    ).toBe('sheet-has-no-rows')
  })
})

test('R6-17 T28 T22 only who may add members imports them: Administrator and owners, never into an automated group', async () => {
  const owner = await addPerson(portico)
  const as = (await signIn(portico, owner)).bearer
  const rows = [['ana', '', 'Reader']]
  expect((await insert(rows, { as })).status).toBe(404)
  expect((await call('GET', `/admin/groups/template/${group.id}`, { as })).status).toBe(404)
  const userAdministrator = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
  expect((await insert(rows, { as: userAdministrator })).status).toBe(403)
  await call('POST', `/admin/groups/${group.id}/users`, { body: { userId: owner.id, permission: 'Owner' } })
  expect((await insert(rows, { as })).body.importedElements).toBe(1)
  expect((await insert(rows, { id: usersGroup })).body).toMatchObject({ status: 409, code: 'group-is-automated' })
  await assignRole(portico, { identityId: group.id, identityType: 'Group', roleId: systemRoles.God })
  for (const query of ['', '?dryRun=true']) expect((await insert([['ivo', '', 'Owner']], { query })).status).toBe(403)
  expect((await members()).map(({ userName }) => userName)).toEqual(['ana', owner.userName])
})
