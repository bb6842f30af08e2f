// R7.7-04, A-161: the tenants as a workbook, made in the background and linked by its notification.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { Tenant } from '#contract/tenant-entry.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { download, readWorkbook } from '#server/spec/testing/workbooks.ts'

type ExportInput = { success: boolean; process: { id: string; type: string; startTime: string } }

let portico: TestPortico
let areaId: string
beforeAll(async () => {
  portico = await startTestPortico()
  areaId = (await portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
})
afterAll(() => portico.close())

const somebody = async (roles: string[]) => {
  const { bearer } = await signIn(portico, await addPerson(portico, { roles }))
  return {
    bearer,
    ...apiCaller(
      () => portico,
      '/admin',
      () => bearer,
    ),
  }
}

const fileOf = async ({ bearer, call }: Awaited<ReturnType<typeof somebody>>, id: string) => {
  const notice = await until(async () =>
    (await call<{ items: Notification[] }>('GET', '/notifications/active')).body.items.find(
      (one) => one.type === 'ExportTenants' && !known.has(one.id),
    ),
  )
  known.add(notice.id)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  const { bytes } = await download(
    portico,
    `/admin/filestorage/downloadExcel?url=${encodeURIComponent(notice.file?.url ?? '')}`,
    bearer,
  )
  return { notice, rows: await readWorkbook(portico, bytes) }
}
const known = new Set<string>()

test('R7.7-04 A-161 GET and POST answer 200 with the process; its notification links a workbook with the rows of the list, paths and all', async () => {
  const chief = await somebody(['Administrator'])
  const create = async (title: string, parentId?: string) =>
    (await chief.call<Tenant>('POST', '/tenants', { body: { title, areaId, parentId, taxNumber: '=1+1' } })).body
  const root = await create('Sierra Holding')
  const child = await create('Sierra Lisboa', root.id)
  await create('Other')
  for (const method of ['GET', 'POST']) {
    const started = await chief.call<ExportInput>(method, '/tenants/export?search=sierra&take=1')
    expect([started.status, started.body]).toMatchObject([200, { success: true, process: { type: 'ExportTenants' } }])
    const { notice, rows } = await fileOf(chief, started.body.process.id)
    expect([notice.file?.name, notice.description, notice.data.total]).toEqual([
      'Tenants.xlsx',
      'Export of tenants: finished, 2 of 2',
      2,
    ])
    expect(rows).toEqual([
      [
        'title',
        'path',
        'areaName',
        'taxNumber',
        'viesNumber',
        'groupAlias',
        'creation',
        'isUserCustomized',
        'requiredTwoModeAuthentification',
        'id',
        'parentId',
      ],
      ['Sierra Holding', 'Sierra Holding', 'IT & Security', '=1+1', '', '', 'Manual', 'false', 'false', root.id, ''],
      [
        'Sierra Lisboa',
        'Sierra Holding > Sierra Lisboa',
        'IT & Security',
        '=1+1',
        '',
        '',
        'Manual',
        'false',
        'false',
        child.id,
        root.id,
      ],
    ])
  }
})

test('R7.7-04 T49 thousands of tenants come all, in the order of the list, and a wrong filter is refused at once', async () => {
  const manager = await somebody(['Manager'])
  await portico.write((tx) =>
    tx.query(
      `insert into tenant (id, title, area_id, auto) select gen_random_uuid(), 'Bulk ' || lpad(n::text, 5, '0'), $1, true from generate_series(1, 6000) n`,
      [areaId],
    ),
  )
  expect(await manager.call('GET', `/tenants/export?filter=${encodeURIComponent('nothing eq 1')}`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'filter' }] },
  })
  const started = await manager.call<ExportInput>('GET', '/tenants/export?creation=Auto&orderBy=title desc')
  const { rows } = await fileOf(manager, started.body.process.id)
  expect([rows.length, rows[1]?.[0], rows.at(-1)?.[0]]).toEqual([6001, 'Bulk 06000', 'Bulk 00001'])
})
