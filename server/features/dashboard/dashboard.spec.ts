// R7.11: the first page of the administration.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Facts, HourlySeries, Series, Summary } from '#contract/dashboard.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import type { Notification } from '#contract/notifications.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { download, readWorkbook } from '#server/spec/testing/workbooks.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof somebody>>
let shop: TestApplication
let lead: string
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await somebody('Administrator')
  shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  lead = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Shop administrator')`, [lead, shop.id]),
  )
})
afterAll(() => portico.close())
// An answer stands for five seconds.
beforeEach(() => portico.moveClock(5_001))

const somebody = async (...roles: RoleName[]) => {
  const person = await addPerson(portico, { roles })
  const { bearer } = await signIn(portico, person)
  return {
    person,
    bearer,
    ...apiCaller(
      () => portico,
      '/admin/dashboard',
      () => bearer,
    ),
  }
}
const read = async <T>(path: string, as = chief) => (await as.call<T>('GET', path)).body
const valueOf = (series: Series, key: string) => series.find((one) => one.key === key)?.value

test('R7.11-01 the summary counts users, groups, applications, areas and tenants, each for those who may list them', async () => {
  const before = await read<Summary>('/summary')
  await addPerson(portico)
  await addTenant(portico)
  await addApplication(portico, { name: `app-${randomUUID().slice(0, 8)}` })
  await portico.write(async (tx) => {
    await tx.query(`insert into area (id, name) values ($1, 'One more')`, [randomUUID()])
    await tx.query(
      `insert into user_group (id, name, area_id, created_by) select $1, 'One more', id, 'seed' from area where is_default`,
      [randomUUID()],
    )
  })
  expect(await read('/summary')).toEqual(before)
  portico.moveClock(5_001)
  const more = Object.fromEntries(Object.entries(before).map(([name, count]) => [name, Number(count) + 1]))
  expect(await read('/summary')).toEqual(more)
  const helper = await read<Summary>('/summary', await somebody('UserAdministrator'))
  expect([helper.usersCount, helper.groupsCount, helper.areasCount].every((count) => Number(count) > 0)).toBe(true)
  expect([helper.appsCount, helper.tenantsCount]).toEqual([null, null])
})

test('R7.11-02 R2.5-24 R3.8-22 successful sign-ins of the last nine hours, each with the day before, as keys and values', async () => {
  const event = (type: string, hours: number) =>
    portico.write((tx) =>
      tx.query(
        `insert into audit_event (at, type, subject, actor_kind, after)
         values ($1::timestamptz - $3 * interval '1 hour', $2, 'x', 'system', '{"userName":"x","reason":"","result":"Success","provider":"Local"}')`,
        [new Date(now), type, hours],
      ),
    )
  // None ends in between.
  const restOfTheHour = 3_600_000 - (Date.now() % 3_600_000)
  if (restOfTheHour < 120_000) portico.moveClock(restOfTheHour)
  const before = await read<HourlySeries>('/loginLastHours')
  const now = new Date(before.at(-1)?.key ?? '')
  expect(before).toHaveLength(9)
  expect(
    before
      .map(({ key }) => Date.parse(key))
      .every((at, index, all) => !index || at - Number(all[index - 1]) === 3_600_000),
  ).toBe(true)
  for (const hours of [2, 2, 8, 9, 26]) await event('sign-in.succeeded', hours)
  await event('sign-in.failed', 2)
  portico.moveClock(5_001)
  const after = await read<HourlySeries>('/loginLastHours')
  const at = (series: HourlySeries, hours: number) =>
    series.find(({ key }) => Date.parse(key) === now.getTime() - hours * 3_600_000)
  expect([at(after, 2), at(after, 8)].map((hour) => [hour?.value, hour?.dayBefore])).toEqual([
    [(at(before, 2)?.value ?? 0) + 2, 1],
    [(at(before, 8)?.value ?? 0) + 1, 0],
  ])
})

describe('administrators', () => {
  test('R7.11-03 R2.5-25 A-152 of each application: who has a role named so at Global, once, and not what is over', async () => {
    const [one, two, three] = [await addPerson(portico), await addPerson(portico), await addPerson(portico)]
    const groupId = randomUUID()
    await portico.write((tx) =>
      tx.query(
        `insert into user_group (id, name, area_id, created_by) select $1, 'Keepers', id, 'seed' from area where is_default`,
        [groupId],
      ),
    )
    await assignRole(portico, { identityId: one.id, roleId: lead })
    await assignRole(portico, { identityId: one.id, roleId: shop.roleId })
    await assignRole(portico, { identityId: two.id, roleId: shop.roleId })
    await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: lead })
    await assignRole(portico, { identityId: two.id, roleId: lead, tenantId: await addTenant(portico) })
    await assignRole(portico, { identityId: three.id, roleId: lead })
    await portico.write((tx) =>
      tx.query(
        `update role_assignment g set ends_on = now() - interval '1 second' from tenant_member m where m.id = g.member_id and m.identity_id = $1`,
        [three.id],
      ),
    )
    expect(valueOf(await read<Series>('/adminPerApp'), 'shop')).toBe(2)
  })

  test('R7.11-05 of an application at a tenant by area, of the portal at Global unless said', async () => {
    const [tenantId, areaId] = [await addTenant(portico), randomUUID()]
    const people: Person[] = [await addPerson(portico), await addPerson(portico)]
    await portico.write(async (tx) => {
      await tx.query(`insert into area (id, name) values ($1, 'North')`, [areaId])
      await tx.query(`update portal_user set area_id = $1 where id = $2`, [areaId, people[0]?.id])
    })
    for (const { id } of people) await assignRole(portico, { identityId: id, roleId: lead, tenantId })
    const series = await read<Series>(`/globalAdminPerAreas?tenantId=${tenantId}&appId=${shop.id}`)
    expect([valueOf(series, 'North'), series.reduce((sum, { value }) => sum + value, 0)]).toEqual([1, 2])
    expect(await read(`/globalAdminPerAreas?tenantId=${tenantId}`)).toEqual([])
    const ofPortal = await read<Series>('/globalAdminPerAreas')
    expect(ofPortal.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThan(0)
    expect(await read('/globalAdminPerAreas?appId=99999999')).toEqual([])
  })
})

const call = (tokenId: string, { userName, minutesAgo }: { userName: string; minutesAgo: number }) =>
  portico.write((tx) =>
    tx.query(
      `insert into external_api_access (date, token_id, token_name, user_id, user_name, method, api_entry, ip, status_code)
       values ($1::timestamptz - $5 * interval '1 minute', $2, 'robot', $3, $4, 'GET', '/x', '', 200)`,
      [new Date(), tokenId, randomUUID(), userName, minutesAgo],
    ),
  )
const tokenOf = async (applicationId: number, expiresIn = '9 days') => {
  const id = randomUUID()
  await portico.write((tx) =>
    tx.query(
      `insert into access_token (id, name, application_id, created_by, created_on, expires_on, token_hash, prefix)
       values ($1::uuid, left($1::uuid::text, 18), $2, $3, now(), now() + $4::interval, decode(md5($1::uuid::text) || md5($1::uuid::text), 'hex'), 'ptc_x')`,
      [id, applicationId, chief.person.id, expiresIn],
    ),
  )
  return id
}

test('R7.11-04 R2.5-19 A-153 who used each application within thirty minutes, by session or token, each person once', async () => {
  const tokenId = await tokenOf(shop.id)
  const person = await addPerson(portico)
  const used = (name: string, minutesAgo: number) =>
    portico.write((tx) =>
      tx.query(
        `insert into session_log (session_uid, application_name, user_id, user_name, started_on, last_activity_on)
         values ($1, $2, $3, $4, now(), $5::timestamptz - $6 * interval '1 minute')`,
        [randomUUID(), name, person.id, person.userName, new Date(), minutesAgo],
      ),
    )
  await used('shop', 1)
  await used('shop', 20)
  await call(tokenId, { userName: 'robot', minutesAgo: 10 })
  await call(tokenId, { userName: 'late', minutesAgo: 40 })
  portico.moveClock(5_001)
  expect(valueOf(await read<Series>('/connectedPerApp'), 'shop')).toBe(2)
  portico.moveClock(31 * 60_000)
  expect(valueOf(await read<Series>('/connectedPerApp'), 'shop')).toBeUndefined()
  portico.moveClock(-31 * 60_000)
})

describe('R7.11-06 A-151 calls with tokens by user', () => {
  test('between two days as DD-MM-YYYY HH:mm:ss or ISO 8601, most first', async () => {
    const tokenId = await tokenOf(shop.id)
    await portico.write((tx) => tx.query(`delete from external_api_access`))
    for (const minutesAgo of [1, 2, 3]) await call(tokenId, { userName: 'busy', minutesAgo })
    await call(tokenId, { userName: 'idle', minutesAgo: 4 })
    await call(tokenId, { userName: 'idle', minutesAgo: 60 * 24 * 20 })
    const expected = [
      { key: 'busy', value: 3 },
      { key: 'idle', value: 1 },
    ]
    expect(await read('/externalApiAccess')).toEqual(expected)
    const days = (ago: number) => new Date(Date.now() - ago * 86_400_000)
    const written = (at: Date) => {
      const [year, month, day] = at.toISOString().slice(0, 10).split('-')
      return encodeURIComponent(`${day}-${month}-${year} ${at.toISOString().slice(11, 19)}`)
    }
    expect(await read(`/externalApiAccess?startDate=${written(days(30))}&endDate=${written(days(10))}`)).toEqual([
      { key: 'idle', value: 1 },
    ])
    expect(await read(`/externalApiAccess?startDate=${days(30).toISOString()}`)).toEqual([
      { key: 'busy', value: 3 },
      { key: 'idle', value: 2 },
    ])
  })

  test('R2.5-21 A-148 on the days of the reader, one with 25 hours included', async () => {
    const tokenId = await tokenOf(shop.id)
    const minutesSince = (moment: string) => (Date.now() - Date.parse(moment)) / 60_000
    const calls = { first: '2026-10-24T22:00:30Z', last: '2026-10-25T22:59:30Z', after: '2026-10-25T23:00:30Z' }
    for (const [userName, moment] of Object.entries(calls))
      await call(tokenId, { userName, minutesAgo: minutesSince(moment) })
    const day = (timeZone: string, from = '25-10-2026%2000:00:00', to = '25-10-2026%2023:59:59') =>
      `/externalApiAccess?startDate=${from}&endDate=${to}${timeZone}`
    const callers = async (...asked: [string, ...string[]]) => (await read<Series>(day(...asked))).map(({ key }) => key)
    expect(await callers('')).toEqual(['after', 'last'])
    expect(await callers('&timeZone=Europe/Madrid')).toEqual(['first', 'last'])
    expect(await callers('&timeZone=America/Sao_Paulo')).toEqual(['after', 'last'])
    expect(await callers('&timeZone=Pacific/Auckland')).toEqual(['first'])
    expect(await callers('&timeZone=Europe/Madrid', '2026-10-25', '2026-10-25')).toEqual(['first', 'last'])
    const iso = ['2026-10-25T00:00:00', '2026-10-25T23:59:59']
    expect(await callers('&timeZone=Europe/Madrid', ...iso)).toEqual(['first', 'last'])
    for (const zone of ['Europe/Nowhere', '%2B02:00', 'x'.repeat(65)]) {
      const { status, body } = await chief.call<Problem>('GET', day(`&timeZone=${zone}`))
      expect([status, body.errors.map(({ field }) => field)]).toEqual([400, ['timeZone']])
    }
  })

  test.each(['2026-11-22 10:00', '31-13-2026 00:00:00', '01-01-0000 00:00:00'])(
    '%s is refused by its field',
    async (day) => {
      const { status, body } = await chief.call<Problem>(
        'GET',
        `/externalApiAccess?startDate=${encodeURIComponent(day)}`,
      )
      expect([status, body.errors.map(({ field }) => field)]).toEqual([400, ['startDate']])
    },
  )
})

test('R2.5-22 the facts of the tiles are for those whose tiles they are', async () => {
  await tokenOf(shop.id, '3 days')
  await tokenOf(shop.id, '30 days')
  const own = await read<Facts>('/facts')
  expect(own).toMatchObject({ expiringTokens: 1, activeTokens: null })
  expect(own.connectedUsers).toBeGreaterThan(0)
  expect(own.eventsToday).toBeGreaterThan(0)
  const god = await read<Facts>('/facts', await somebody('God'))
  expect([god.activeTokens, god.waitingRequests, god.expiringTokens]).toEqual([expect.any(Number), null, null])
  const helper = await read<Facts>('/facts', await somebody('UserAdministrator'))
  expect(helper).toMatchObject({
    waitingRequests: null,
    eventsToday: null,
    activeTokens: null,
    lockedUsers: expect.any(Number),
  })
})

test('R3.5-03 a UserAdministrator and a God get no series that is not theirs, and anybody else nothing', async () => {
  const status = async (path: string, as: typeof chief) => (await as.call('GET', path)).status
  const [god, helper, nobody] = [await somebody('God'), await somebody('UserAdministrator'), await somebody('Manager')]
  for (const path of ['/loginLastHours', '/adminPerApp', '/connectedPerApp', '/globalAdminPerAreas'])
    expect([path, await status(path, god), await status(path, helper), await status(path, nobody)]).toEqual([
      path,
      403,
      403,
      403,
    ])
  expect([await status('/externalApiAccess', god), await status('/externalApiAccess', helper)]).toEqual([200, 403])
  for (const path of ['/summary', '/facts']) expect([path, await status(path, nobody)]).toEqual([path, 403])
})

describe('R7.11-09 the administrator report', () => {
  test('is made in the background of the applications that were chosen, at every tenant', async () => {
    const [tenantId, person] = [
      await addTenant(portico, { title: 'Far office' }),
      await addPerson(portico, { firstName: '=1+1' }),
    ]
    await assignRole(portico, { identityId: person.id, roleId: lead, tenantId, inheritable: false })
    await assignRole(portico, { identityId: person.id, roleId: shop.roleId, tenantId })
    const { status, body } = await chief.call<{ success: boolean; process: { type: string } }>('POST', '/adminReport', {
      body: [shop.id, shop.id],
    })
    expect([status, body.success, body.process.type]).toEqual([200, true, 'AdminReport'])
    const notice = await until(async () => {
      const { items } = (await chief.call<{ items: Notification[] }>('GET', '/../notifications/active')).body
      return items.find(({ type }) => type === 'AdminReport')
    })
    const { bytes } = await download(
      portico,
      `/admin/filestorage/downloadExcel?url=${encodeURIComponent(notice.file?.url ?? '')}`,
      chief.bearer,
    )
    const rows = await readWorkbook(portico, bytes)
    const mine = rows.filter((row) => row.includes(person.userName))
    expect(mine.map((row) => [row[0], row[1], row[2], row[7]])).toEqual([
      ['shop', 'Shop administrator', 'Far office', expect.anything()],
    ])
    expect(rows.some((row) => row.includes('Administrator'))).toBe(false)
  })

  test('R5.3-05 without an application it is refused in the words of the specification', async () => {
    const { status, body } = await chief.call<Problem>('POST', '/adminReport', { body: [] })
    expect([status, body.errors]).toMatchObject([
      400,
      [{ code: 'report-without-application', message: 'You need to select at least one app' }],
    ])
  })

  test('A-159 R7.13-05 answers in lines of data to anyone who asks for events', async () => {
    const headers = { ...chief.bearer, accept: 'text/event-stream', 'content-type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify([shop.id]) }
    const answer = await fetch(`${portico.origin}/api/v1/admin/dashboard/adminReport`, asked)
    expect(await answer.text()).toMatch(/^data: \{"result":\{"success":true,.*"type":"AdminReport".*\}\}\n+$/)
  })
})
