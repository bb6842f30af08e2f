// One entry of the system log, the two workbooks, and lists that are longer than they are counted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SystemLogDetail, SystemLogEntry } from '#contract/log-entries.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { download, readWorkbook } from '#server/spec/testing/workbooks.ts'

let portico: TestPortico
let chief: Person
let administrator: Bearer
let shop: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addPerson(portico, { roles: ['Administrator'], userName: 'cleo.chief' })
  administrator = (await signIn(portico, chief)).bearer
  shop = await addApplication(portico, { name: 'shop', role: 'Buyer' })
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin',
  () => administrator,
)
const entries = async (query: string) =>
  (await call<{ items: SystemLogEntry[]; count: number; countIsExact: boolean }>('GET', `/systemlog?${query}`)).body
const opened = async (id: number | undefined) => (await call<SystemLogDetail>('GET', `/systemlog/${id}`)).body

describe('an entry that is opened', () => {
  const given = async () => {
    const above = await addTenant(portico, { title: 'Iberia' })
    const tenant = await addTenant(portico, { title: 'Client Company', parentId: above })
    const person = await addPerson(portico, { firstName: 'Inês', lastName: 'Hoffmann' })
    await call('POST', `/tenants/${tenant}/members`, {
      body: { identityType: 'User', identityId: person.id, roles: [shop.roleId], isInheritable: false },
    })
    const newest = async () => (await entries(`tenantId=${tenant}`)).items[0]
    return { above, tenant, person, newest }
  }

  test('names whom it is about, the tenant with those above, and what its ids stand for; it is explained and undone', async () => {
    const { above, tenant, person, newest } = await given()
    const added = await opened((await newest())?.id)
    const ines = { id: person.id, kind: 'user', name: 'Inês Hoffmann', gone: false }
    const place = { id: tenant, kind: 'tenant', name: 'Client Company', gone: false }
    expect(added).toMatchObject({
      operation: 'member.added',
      about: ines,
      impersonatedBy: null,
      tenantPath: [{ id: above, kind: 'tenant', name: 'Iberia', gone: false }, place],
      access: { identity: ines, tenant: place },
      undoable: true,
      metaData: { after: { roles: [{ role: 'shop: Buyer' }] } },
    })
    expect(added.names).toContainEqual({ id: shop.roleId, kind: 'role', name: 'Buyer', gone: false })
    await call('POST', `/access/undo/${added.id}`)
    expect((await opened(added.id)).undoable).toBe(false)
    expect((await newest())?.operation).toBe('access.undone')
  })

  test('keeps the names of what is gone, and asks nothing about it', async () => {
    const { tenant, person, newest } = await given()
    const added = (await newest())?.id
    await call('DELETE', `/users/${person.id}`)
    await call('DELETE', `/tenants/${tenant}`)
    const entry = await opened(added)
    expect(entry).toMatchObject({
      about: { name: person.userName, gone: true },
      tenantName: 'Client Company',
      access: null,
      undoable: false,
    })
  })

  test('is not there where there is none, and where it is an attempt to sign in', async () => {
    const [attempt] = await portico.database.query<{ id: number }>(
      `select id from audit_event where type = 'sign-in.succeeded' limit 1`,
    )
    for (const id of [attempt?.id, 2_000_000_000]) expect((await call('GET', `/systemlog/${id}`)).status).toBe(404)
    expect((await call('GET', '/systemlog/none')).status).toBe(400)
  })
})

describe('R7.10-02 the workbooks', () => {
  test('R7.10-02 AuthLogs.xlsx has what the list shows with its filters, FullUserLocked as Permanent lock', async () => {
    const person = await addPerson(portico, { userName: 'lola.lock' })
    for (let turn = 0; turn < 3; turn++) {
      for (let wrong = 0; wrong < 5; wrong++)
        await createBrowser(portico.origin).post('/api/v1/account/login', {
          userName: 'lola.lock',
          password: 'Wrong-Horse-1',
          rememberLogin: false,
          returnUrl: '',
        })
      portico.moveClock(6 * 60_000)
    }
    const file = await download(portico, `/admin/authenticationlogs/export?userId=${person.id}`, administrator)
    expect(file.headers.get('content-disposition')).toContain('filename="AuthLogs.xlsx"')
    const [titles, ...rows] = await readWorkbook(portico, file.bytes)
    expect(titles).toEqual(['date', 'userName', 'result', 'reason', 'authenticationProvider', 'returnUrl', 'ip'])
    expect(rows[0]?.slice(1, 5)).toEqual(['lola.lock', 'Permanent lock', 'Too many failed attempts', 'Local'])
    const locks = await download(
      portico,
      `/admin/authenticationlogs/export?userId=${person.id}&result=UserLocked`,
      administrator,
    )
    expect((await readWorkbook(portico, locks.bytes)).slice(1).map((row) => row[2])).toEqual([
      'UserLocked',
      'UserLocked',
    ])
  })

  test('R7.10-02 SystemLog.xlsx has the entries with their metadata; who took it stands in the log', async () => {
    const { body } = await call<{ id: string }>('POST', '/areas', { body: { name: '=Formula', default: false } })
    const path = `/admin/systemlog/export?search=${body.id}&intoMetadata=true&operation=area.created`
    const file = await download(portico, path, administrator)
    expect(file.headers.get('content-disposition')).toContain('filename="SystemLog.xlsx"')
    const [titles, ...rows] = await readWorkbook(portico, file.bytes)
    expect(titles).toEqual(['date', 'userName', 'operation', 'tenantName', 'apiEntry', 'ip', 'metaData'])
    expect(rows.map((row) => row.slice(1, 5))).toEqual([['cleo.chief', 'area.created', '', 'POST /api/v1/admin/areas']])
    expect(JSON.parse(rows[0]?.[6] ?? '')).toMatchObject({ subject: body.id, after: { name: '=Formula' } })
    expect((await entries('operation=SystemLog_Export')).items[0]).toMatchObject({ userName: 'cleo.chief' })
  })
})

describe('a log that is long', () => {
  const rows = 120_000
  beforeAll(async () => {
    await portico.database.query(
      `insert into audit_event (at, type, subject, actor_kind, actor_name, api_entry)
       select '2019-06-01'::timestamptz + make_interval(secs => n), 'thing.done', 'thing ' || n, 'job', case when n = 5 then 'needle' else 'hay' end, ''
         from generate_series(1, $1::int) n`,
      [rows],
    )
    await portico.database.query(`analyze audit_event`)
  })

  test('is counted exactly to ten thousand, and roughly beyond that', async () => {
    const few = await entries('operation=thing.done&endDate=2019-06-01 02:46:40')
    expect([few.count, few.countIsExact]).toEqual([10_000, true])
    const many = await entries('operation=thing.done')
    expect(many.countIsExact).toBe(false)
    expect(many.count).toBeGreaterThan(rows / 2)
    expect(many.count).toBeLessThan(rows * 2)
  })

  test('has its pages in order, the newest and those far behind them', async () => {
    const begin = Date.parse('2019-06-01T00:00:00Z')
    const secondsOf = async (query: string) =>
      (await entries(`operation=thing.done&${query}`)).items.map(({ date }) => (Date.parse(date) - begin) / 1000)
    expect(await secondsOf('take=3')).toEqual([rows, rows - 1, rows - 2])
    expect(await secondsOf('take=2&skip=9990')).toEqual([rows - 9_990, rows - 9_991])
    // Many, and none among the newest that are looked at first.
    expect(await secondsOf('take=2&endDate=2019-06-01 12:00:00')).toEqual([43_200, 43_199])
  })

  test('is searched a hundred thousand entries at a time; the answer says from where to go on', async () => {
    const search = async (more: string) =>
      (
        await call<{ count: number; searchedBackTo: string | null }>(
          'GET',
          `/systemlog?operation=thing.done&search=needle${more}`,
        )
      ).body
    const first = await search('')
    expect(first).toMatchObject({ count: 0, searchedBackTo: '2019-06-01T05:33:21.000Z' })
    expect(await search(`&endDate=${first.searchedBackTo}`)).toMatchObject({ count: 1, searchedBackTo: null })
  })

  test('is read by pages from either end, and by what is asked for only', async () => {
    const subjects = async (query: string) =>
      (await entries(`operation=thing.done&take=2&${query}`)).items.map(({ date }) => date.slice(11, 19))
    expect(await subjects('')).toEqual(['09:20:00', '09:19:59'])
    expect(await subjects('skip=119998')).toEqual(['00:00:02', '00:00:01'])
    expect(await subjects('orderBy=date asc')).toEqual(['00:00:01', '00:00:02'])
    expect(await subjects("filter=userName eq 'needle'")).toEqual(['00:00:05'])
  })
})

test('A-62 A-74 the logs are for exactly Administrator and Manager, the login history for an Administrator', async () => {
  const paths = [
    'authenticationlogs',
    'systemlog',
    'sessionlog',
    'externalApiAccessLog',
    'systemlog/export',
    'loginHistory',
  ]
  for (const [roles, last] of [
    [['Manager'], 403],
    [['UserAdministrator'], 403],
    [['God'], 403],
  ] as const) {
    const { bearer } = await signIn(portico, await addPerson(portico, { roles: [...roles] }))
    for (const path of paths) {
      const { status } = await createBrowser(portico.origin).get(`/api/v1/admin/${path}`, bearer)
      expect([roles, path, status]).toEqual([
        roles,
        path,
        path === 'loginHistory' || roles[0] !== 'Manager' ? last : 200,
      ])
    }
  }
})
