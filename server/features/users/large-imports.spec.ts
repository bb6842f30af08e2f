// Imports that are refused (T32, T59, T76): nothing is written because of one row, as far as can be seen before; what
// is refused after the first thousand says up to which row it came.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsAtOnce } from '#contract/kernel/bulk-import.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { later } from '#server/spec/testing/account-api.ts'
import { addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

type Session = Awaited<ReturnType<typeof administrator>>
const administrator = async () => {
  const person = await addPerson(portico, { roles: ['Administrator'] })
  return { ...person, ...(await signIn(portico, person)) }
}

/** Their group has no more than everybody has. */
const areaWithGroup = async () => {
  const [areaId, groupId] = [randomUUID(), randomUUID()]
  await portico.database.query(`insert into area (id, name) values ($1::uuid, $1::text)`, [areaId])
  await portico.database.query(
    `insert into user_group (id, name, area_id, rule) values ($1::uuid, $1::text, $2, 'area')`,
    [groupId, areaId],
  )
  await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: systemRoles.User })
  return { areaId, groupId }
}
const guard = (identityId: string) =>
  assignRole(portico, { identityId, identityType: 'Group', roleId: systemRoles.Administrator })

const titles = ['userName', 'email', 'firstName', 'lastName', 'area', 'language']
const people = (count: number, area: string) =>
  Array.from({ length: count }, () => {
    const name = `ada.${randomUUID()}`
    return [name, `${name}@people.example`, 'Ada', 'Byron', area, 'en']
  })

const put = async ({ bearer }: Session, rows: readonly (readonly string[])[]) => {
  const { status, body } = await upload<{ code?: string; processId?: string }>(portico, '/admin/users/bulk_insert', {
    as: bearer,
    bytes: await workbook(portico, titles, rows),
  })
  return { answer: body.code ?? status, processId: body.processId }
}

const endOf = ({ processId }: { processId?: string | undefined }) =>
  until(
    async () =>
      (
        await portico.database.query<{ description: string; code: string | null }>(
          `select description, data ->> 'code' as code from notification where process_id = $1`,
          [processId],
        )
      )[0],
  )

const inArea = async (areaId: string) =>
  (await portico.database.query(`select 1 from portal_user where area_id = $1`, [areaId])).length

/** Done by the database in the transaction that `moment` describes, of which there is one. */
const when = async <T>(moment: string, statement: string, work: () => Promise<T>): Promise<T> => {
  await portico.database.execute(
    `create or replace function meanwhile() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`,
  )
  await portico.database.execute(`create trigger meanwhile ${moment} execute function meanwhile()`)
  return work().finally(() => portico.database.execute(`drop trigger meanwhile on process`))
}
const uploaded = 'after insert on process for each row'
const firstThousand = 'after update on process for each row when (old.done = 0 and new.done = 1000)'
const guarding = (groupId: string) =>
  `insert into current_role_assignment (member_id, role_id) select id, '${systemRoles.Administrator}' from tenant_member where identity_id = '${groupId}'`
const disowning = (userId: string) =>
  `delete from role_assignment where member_id in (select id from tenant_member where identity_id = '${userId}')`

describe('T32 without a proof', () => {
  test('an import puts nobody where all are Administrators, wherever in the sheet, and writes no other row', async () => {
    const { areaId, groupId } = await areaWithGroup()
    await guard(groupId)
    const caller = await administrator()
    const [few, many] = [people(1, areaId), [...people(rowsAtOnce, 'Customers'), ...people(1, areaId)]]
    await later(portico, 6, async () => {
      for (const rows of [few, many]) expect((await put(caller, rows)).answer).toBe('step-up-needed')
      expect((await portico.database.query(`select 1 from process`)).length).toBe(0)
      await caller.browser.post('/api/v1/profile/stepUp', { password }, caller.bearer)
      expect((await put(caller, few)).answer).toBe(200)
      expect((await endOf(await put(caller, many))).code).toBeNull()
    })
    expect(await inArea(areaId)).toBe(2)
  })

  test('an import in the background writes nothing where the area is guarded after the upload', async () => {
    const { areaId, groupId } = await areaWithGroup()
    const caller = await administrator()
    const rows = [...people(1_000, 'Customers'), ...people(1, areaId)]
    const process = await later(portico, 6, () => when(uploaded, guarding(groupId), () => put(caller, rows)))
    expect(await endOf(process)).toEqual({
      description: 'Import of users: failed. Nothing was imported.',
      code: 'step-up-needed',
    })
    expect(await inArea(areaId)).toBe(0)
  })
})

test.each([
  ['the area is guarded', 'step-up-needed', ({ groupId }) => guarding(groupId)],
  ['its owner may no more', 'permission-missing', ({ userId }) => disowning(userId)],
] satisfies [string, string, (ids: { groupId: string; userId: string }) => string][])(
  'T59 T76 where %s after the first thousand, the end says which rows are written',
  async (_, code, meanwhile) => {
    const { areaId, groupId } = await areaWithGroup()
    const caller = await administrator()
    const rows = people(1_001, areaId).map((row, at) => (at === 7 ? row.with(1, 'nobody') : row))
    const end = await later(portico, 6, () =>
      when(firstThousand, meanwhile({ groupId, userId: caller.id }), async () => endOf(await put(caller, rows))),
    )
    expect(end).toEqual({
      description:
        'Import of users: failed, 1,000 of 1,001. Everything up to row 1,001 was imported; faulty rows left out: 1. Nothing from row 1,002 on was imported.',
      code,
    })
    expect(await inArea(areaId)).toBe(999)
  },
)
