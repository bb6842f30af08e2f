import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AuthenticationLogEntry,
  ExternalApiAccess,
  LoginHistoryEntry,
  SessionLogEntry,
  SystemLogEntry,
} from '#contract/log-entries.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type Page<Item> = { items: Item[]; count: number; countIsExact: boolean; searchedBackTo: string | null }

let portico: TestPortico
let chief: Person
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addPerson(portico, {
    roles: ['Administrator'],
    userName: 'cleo.chief',
    firstName: 'Cleo',
    lastName: 'Chief',
  })
  administrator = (await signIn(portico, chief)).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)
const list = async <Item>(path: string) => {
  const { status, body } = await call<Page<Item>>('GET', `/admin/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}
const attempts = (query: string) => list<AuthenticationLogEntry>(`authenticationlogs?${query}`)
const entries = (query: string) => list<SystemLogEntry>(`systemlog?${query}`)
const login = (userName: string, password: string) =>
  createBrowser(portico.origin).post('/api/v1/account/login', {
    userName,
    password,
    rememberLogin: false,
    returnUrl: '',
  })
const areaNamed = async (name: string) =>
  (await call<{ id: string }>('POST', '/admin/areas', { body: { name, default: false } })).body.id

describe('R7.10-01 R3.8-15 the authentication log', () => {
  test('has who, why, when, with what result and provider, and where they were going, newest first', async () => {
    const person = await addPerson(portico, { userName: 'paul.late', firstName: 'Paul', lastName: 'Late' })
    await login('paul.late', 'Wrong-Horse-1')
    await signIn(portico, person)
    const { items, count, countIsExact } = await attempts(`userId=${person.id}`)
    expect([count, countIsExact, items.map(({ result }) => result)]).toEqual([2, true, ['Success', 'Failure']])
    expect(items[1]).toEqual({
      id: expect.any(Number),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      userName: 'paul.late',
      userId: person.id,
      displayName: 'Paul Late',
      reason: 'Incorrect username or password. 4 attempts left',
      result: 'Failure',
      authenticationProvider: 'Local',
      returnUrl: null,
      ip: expect.any(String),
    })
    expect(items[0]?.returnUrl).toContain('/connect/authorize')
  })

  test('R7.10-04 R3.6-03 R3.6-04 takes result and provider, which have exactly their values', async () => {
    const person = await addPerson(portico, { userName: 'lola.lock' })
    for (let turn = 0; turn < 5; turn++) await login('lola.lock', 'Wrong-Horse-1')
    await call('GET', `/account/unlock/${person.id}`)
    const of = async (query: string) =>
      (await attempts(`userId=${person.id}&${query}`)).items.map(({ result }) => result)
    expect(await of('')).toEqual(['Unlocked', 'UserLocked', 'Failure', 'Failure', 'Failure', 'Failure'])
    expect(await of('result=Failure')).toHaveLength(4)
    expect(await of('result=UserLocked&provider=Local')).toEqual(['UserLocked'])
    expect(await of('result=FullUserLocked')).toEqual([])
    expect(await of('provider=Microsoft')).toEqual([])
    for (const wrong of ['result=Locked', 'provider=Google'])
      expect((await call('GET', `/admin/authenticationlogs?${wrong}`)).status).toBe(400)
  })

  test('has names that nobody has, too, and is searched by what was typed', async () => {
    await login('nobody.at-all', 'Wrong-Horse-1')
    const { items } = await attempts('search=nobody.at-all')
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ userName: 'nobody.at-all', userId: null, displayName: null, result: 'Failure' })
  })
})

describe('R7.10-01 R3.8-16 R3.8-17 the system log', () => {
  test('has ip, who, API entry, date and what changed of every write, and no attempt to sign in', async () => {
    const id = await areaNamed('Logged area')
    await call('PATCH', `/admin/areas/${id}`, { body: { name: 'Logged otherwise' } })
    const { items } = await entries(`search=${id}&intoMetadata=true`)
    expect(items.map(({ operation }) => operation)).toEqual(['area.changed', 'area.created'])
    expect(items[0]).toEqual({
      id: expect.any(Number),
      date: expect.any(String),
      userName: 'cleo.chief',
      userId: chief.id,
      displayName: 'Cleo Chief',
      ip: expect.any(String),
      apiEntry: 'PATCH /api/v1/admin/areas/:id',
      operation: 'area.changed',
      tenantId: null,
      tenantName: null,
      changes: 1,
      metaData: {
        subject: id,
        before: expect.objectContaining({ name: 'Logged area', default: false }),
        after: expect.objectContaining({ name: 'Logged otherwise', default: false }),
      },
    })
    expect((await entries('take=1000')).items.filter(({ operation }) => operation.startsWith('sign-in.'))).toEqual([])
  })

  test('R7.10-03 the search looks into the metadata only where intoMetadata is true', async () => {
    await areaNamed('Quicksilver')
    expect((await entries('search=quicksilver')).count).toBe(0)
    expect((await entries('search=quicksilver&intoMetadata=false')).count).toBe(0)
    expect((await entries('search=quicksilver&intoMetadata=true')).count).toBe(1)
    expect((await entries('search=quicksilver&intoMetadata=true')).searchedBackTo).toBeNull()
    expect((await entries('search=cleo chief&take=1')).count).toBeGreaterThan(0)
  })

  test('R7.10-03 A-147 what was only looked up is left out where only changes are wanted', async () => {
    const id = await areaNamed('Changed among looks')
    await call('GET', '/admin/tenants?search=among')
    const newest = async (query: string) => (await entries(`take=1000${query}`)).items
    const looks = (items: readonly { operation: string }[]) => items.filter(({ operation }) => /Get/.test(operation))
    const all = await until(async () => {
      const items = await newest('')
      return items[0]?.operation === 'TenantsController_GetEntities' && items
    })
    const changes = await newest('&changesOnly=true')
    expect(changes[0]).toMatchObject({ operation: 'area.created', metaData: { subject: id } })
    expect(changes).toHaveLength(all.length - looks(all).length)
    expect((await newest('&changesOnly=false'))[0]?.operation).toBe('TenantsController_GetEntities')
  })

  test('R7.10-03 startDate and endDate are YYYY-MM-DD HH:mm:ss in UTC, or ISO 8601, and both ends belong to it', async () => {
    const operation = 'area.created'
    await portico.database.query(
      `insert into audit_event (at, type, subject, actor_kind) select at::timestamptz, $1, gen_random_uuid()::text, 'system'
         from unnest(array['2020-03-01T23:59:59Z', '2020-03-02T10:00:00Z', '2020-03-02T23:59:59.5Z', '2020-03-03T00:00:00Z']) at`,
      [operation],
    )
    const between = async (start: string, end: string) =>
      (
        await entries(
          `operation=${operation}&startDate=${encodeURIComponent(start)}&endDate=${encodeURIComponent(end)}`,
        )
      ).items
        .map(({ date }) => date.slice(8, 19))
        .toReversed()
    expect(await between('2020-03-02 00:00:00', '2020-03-02 10:00:00')).toEqual(['02T10:00:00'])
    expect(await between('2020-03-02T12:00:00+02:00', '2020-03-02T10:00:00Z')).toEqual(['02T10:00:00'])
    expect(await between('2020-03-02', '2020-03-02')).toEqual(['02T10:00:00', '02T23:59:59'])
    for (const wrong of ['2020-02-31 00:00:00', '02-03-2020', 'yesterday']) {
      const { status, body } = await call('GET', `/admin/systemlog?startDate=${encodeURIComponent(wrong)}`)
      expect([status, body.errors[0]]).toMatchObject([400, { field: 'startDate', code: 'not-a-time' }])
    }
  })

  test('R7.10-03 R7.10-06 takes tenantId with what is below it, userId, operation, ip, apiEntry and what an entry is about', async () => {
    const above = await addTenant(portico, { title: 'Above' })
    const below = await addTenant(portico, { title: 'Below', parentId: above })
    const shop = await addApplication(portico, { name: `shop-${randomUUID().slice(0, 8)}` })
    const person = await addPerson(portico)
    for (const tenantId of [above, below])
      await call('POST', `/admin/tenants/${tenantId}/members`, {
        body: { identityType: 'User', identityId: person.id, roles: [shop.roleId], isInheritable: true },
      })
    const tenants = async (query: string) => (await entries(query)).items.map(({ tenantName }) => tenantName)
    expect(await tenants(`tenantId=${above}`)).toEqual(['Above'])
    expect(await tenants(`tenantId=${above}&includeHierarchy=true`)).toEqual(['Below', 'Above'])
    expect(await tenants(`filter=tenantId eq ${above}&includeHierarchy=true`)).toEqual(['Below', 'Above'])
    expect(await tenants(`filter=tenantId eq ${above} and userId eq ${chief.id}`)).toEqual(['Above'])
    expect(await tenants(`tenantId=${above}&userId=${person.id}`)).toEqual([])
    expect(await tenants(`metadataUserId=${person.id}&operation=member.added`)).toEqual(['Below', 'Above'])
    expect(await tenants(`metadataTenantId=${below}`)).toEqual(['Below'])
    expect(await tenants(`tenantId=${above}&ip=192.0.2.77`)).toEqual([])
    expect(await tenants(`tenantId=${above}&apiEntry=/members`)).toEqual(['Above'])
    expect(await tenants(`tenantId=${above}&filter=contains(apiEntry,'areas')`)).toEqual([])
    await call('DELETE', `/admin/tenants/${below}`)
    expect(new Set(await tenants(`metadataTenantId=${below}`))).toEqual(new Set(['Below']))
  })

  test('R7.10-03 is newest first, oldest first where that is asked for, and in no other order', async () => {
    const dates = async (query: string) => (await entries(query)).items.map(({ date }) => date)
    const newest = await dates('take=1000')
    expect(newest).toEqual(newest.toSorted().toReversed())
    expect(await dates('take=5&orderBy=date asc')).toEqual(newest.toReversed().slice(0, 5))
    expect(await dates('take=1000&orderBy=userName asc')).toEqual(newest)
    expect(await dates('take=2&skip=3')).toEqual(newest.slice(3, 5))
  })

  test('R3.6-12 looks at lists stand there under the names of the specification, soon after the answer', async () => {
    const tenant = await addTenant(portico, { title: 'Looked at' })
    await call('GET', '/admin/tenants?search=looked')
    await call('GET', '/admin/applications/1/usersWithRoles')
    await call('GET', `/admin/tenants/${tenant}/members`)
    for (const operation of ['TenantsController_GetEntities', 'GetUserWithRole', 'PermissionController_GetRoles']) {
      const [look] = await until(async () => {
        const { items } = await entries(`operation=${operation}&userId=${chief.id}`)
        return items.length > 0 && items
      })
      expect(look).toMatchObject({ operation, userName: 'cleo.chief' })
    }
    expect((await entries(`operation=PermissionController_GetRoles&tenantId=${tenant}`)).items[0]?.tenantName).toBe(
      'Looked at',
    )
    const { items } = (await call<{ items: string[] }>('GET', '/admin/systemlog/operations')).body
    expect(items.slice(0, 7)).toEqual([
      'PermissionController_GetRoles',
      'RemoveRolesInTenant',
      'GetUserWithRole',
      'InviteUsers',
      'InviteUsersWithOperationRequest',
      'LockUser',
      'TenantsController_GetEntities',
    ])
    expect(items).toContain('area.created')
    expect(items.some((name) => name.startsWith('sign-in.'))).toBe(false)
  })
})

test('R7.10-01 A-145 the session log has who was in which application from when to when', async () => {
  const person = await addPerson(portico, { userName: 'sara.session' })
  const { bearer } = await signIn(portico, person)
  await call('GET', '/profile', { as: bearer })
  const [session] = await until(async () => {
    const { items } = await list<SessionLogEntry>(`sessionlog?userId=${person.id}`)
    return items.length > 0 && items
  })
  expect(session).toMatchObject({
    userName: 'sara.session',
    applicationName: 'identity',
    end: null,
    ip: expect.any(String),
  })
  expect(session && session.start <= session.lastActivity).toBe(true)
  expect((await list(`sessionlog?userId=${person.id}&applicationName=shop`)).count).toBe(0)
  expect((await list('sessionlog?search=sara nobody')).count).toBe(0)
  expect((await list('sessionlog?search=sara.session')).count).toBe(1)
})

test('R3.8-13 R7.10-03 the login history has the roles of the application as they were, newest first', async () => {
  const shop = await addApplication(portico, { name: 'hats', role: 'Hatter' })
  const person = await addPerson(portico, { userName: 'helen.hat', roles: ['Manager'] })
  await assignRole(portico, { identityId: person.id, roleId: shop.roleId })
  const own = await signIn(portico, person)
  await signIn(portico, person, {
    browser: own.browser,
    clientId: 'hats',
    redirectUri: shop.redirectUri,
    scope: 'openid',
  })
  const history = async () => (await list<LoginHistoryEntry>(`loginHistory?userId=${person.id}`)).items
  await until(async () => (await history()).length === 2)
  await portico.database.query(`delete from tenant_member where identity_id = $1`, [person.id])
  const items = await history()
  expect(items.map(({ userName, applicationName, roles }) => [userName, applicationName, roles])).toEqual([
    ['helen.hat', 'hats', ['Hatter']],
    ['helen.hat', 'identity', ['Manager', 'User']],
  ])
  expect(items.map(({ date }) => date)).toEqual(
    items
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  )
})

test('R7.10-01 A-145 A-164 the external API log has every call with a personal access token', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { token } = (
    await call<{ token: string }>('POST', '/keys', {
      body: { name: 'nightly', applicationName: 'identity', expiresAt },
    })
  ).body
  await call('GET', '/admin/areas', { as: { authorization: `Bearer ${token}` } })
  const [used] = await until(async () => {
    const { items } = await list<ExternalApiAccess>('externalApiAccessLog?search=nightly')
    return items.length > 0 && items
  })
  expect(used).toMatchObject({
    tokenName: 'nightly',
    userName: 'cleo.chief',
    displayName: 'Cleo Chief',
    method: 'GET',
    apiEntry: '/api/v1/admin/areas',
    statusCode: 200,
  })
  expect((await list('externalApiAccessLog?ip=192.0.2.77')).count).toBe(0)
  expect((await list('externalApiAccessLog?apiEntry=areas')).count).toBe(1)
})
