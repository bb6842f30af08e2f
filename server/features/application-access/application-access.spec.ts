import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ApplicationPermission,
  ApplicationUserDetail,
  ApplicationUserWithRoles,
  ScopedPermission,
} from '#contract/application-access.ts'
import type { Page } from '#contract/kernel/page.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import {
  addApplication,
  addPerson,
  claimsOf,
  type Person,
  signIn,
  type TestApplication,
} from '#server/spec/testing/people.ts'
import { addTenant, assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let shop: TestApplication
let bank: TestApplication
let manager: string
let bearer: Bearer
const people: Record<string, Person> = {}
const of = (name: string) => people[name]?.id ?? ''
let team: string

const addGroup = async (name: string, rule: string | null = null) => {
  const id = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id, rule) select $1, $2, id, $3 from area where is_default`, [
      id,
      name,
      rule,
    ]),
  )
  return id
}

beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addApplication(portico, { name: 'shop', role: 'Clerk', scopes: ['goods.read', 'goods.sell'] })
  bank = await addApplication(portico, { name: 'bank' })
  manager = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into role (id, application_id, name, description) values ($1, $2, 'Manager', 'Runs the shop')`, [
      manager,
      shop.id,
    ]),
  )
  bearer = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  for (const [name, more] of Object.entries({
    direct: {},
    below: {},
    grouped: {},
    both: {},
    nobody: {},
    elsewhere: {},
    locked: {},
    draft: { draft: true },
  }))
    people[name] = await addPerson(portico, { userName: `shop-${name}`, firstName: 'Zoë', ...more })
  team = await addGroup('Team')
  const tenantId = await addTenant(portico, { title: 'Lisboa' })
  for (const name of ['grouped', 'both'])
    await portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [team, of(name)]),
    )
  await assignRole(portico, { identityId: of('direct'), roleId: shop.roleId })
  await assignRole(portico, { identityId: of('below'), roleId: shop.roleId, tenantId, inheritable: false })
  await assignRole(portico, { identityId: of('both'), roleId: shop.roleId, tenantId, inheritable: false })
  await assignRole(portico, { identityId: team, roleId: manager, identityType: 'Group', tenantId })
  await assignRole(portico, { identityId: of('elsewhere'), roleId: bank.roleId })
  await assignRole(portico, { identityId: of('locked'), roleId: shop.roleId })
  await portico.write((tx) =>
    tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [of('locked')]),
  )
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin',
  () => bearer,
)
const names = (page: Page<{ userName: string }>) => page.items.map(({ userName }) => userName.replace('shop-', ''))

describe('who uses an application', () => {
  test('R7.5-03 users: those with a role of it, of their own or by a group, at any tenant, each once, in pages', async () => {
    const all = (await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${shop.id}/users`)).body
    expect([names(all), all.count]).toEqual([['below', 'both', 'direct', 'grouped', 'locked'], 5])
    expect(all.items[1]).toEqual({
      id: of('both'),
      userName: 'shop-both',
      firstName: 'Zoë',
      lastName: 'Ruiz',
      email: 'shop-both@people.example',
      areaName: 'IT & Security',
      locked: false,
      draft: false,
    })
    expect(all.items[4]?.locked).toBe(true)
    const second = (
      await call<Page<ApplicationUserWithRoles>>(
        'GET',
        `/applications/${shop.id}/users?skip=2&take=2&orderBy=userName desc`,
      )
    ).body
    expect([names(second), second.count]).toEqual([['direct', 'both'], 5])
    expect(
      names(
        (await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${shop.id}/users?search=zoe grouped`)).body,
      ),
    ).toEqual(['grouped'])
  })

  test('R7.5-05 usersWithRoles: the same people, each with the names of the roles', async () => {
    const { items, count } = (
      await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${shop.id}/usersWithRoles`)
    ).body
    expect([items.map(({ userName, roles }) => [userName.replace('shop-', ''), roles]), count]).toEqual([
      [
        ['below', ['Clerk']],
        ['both', ['Clerk', 'Manager']],
        ['direct', ['Clerk']],
        ['grouped', ['Manager']],
        ['locked', ['Clerk']],
      ],
      5,
    ])
  })

  test('each of those roles leads to a tenant that gives it: of an own row, or of a group’s', async () => {
    const { items } = (await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${shop.id}/usersWithRoles`))
      .body
    expect(
      items.map(({ userName, roleEntries }) => [
        userName.replace('shop-', ''),
        ...roleEntries.map(({ name, tenant }) => `${name} at ${tenant.title}`),
      ]),
    ).toEqual([
      ['below', 'Clerk at Lisboa'],
      ['both', 'Clerk at Lisboa', 'Manager at Lisboa'],
      ['direct', 'Clerk at Global'],
      ['grouped', 'Manager at Lisboa'],
      ['locked', 'Clerk at Global'],
    ])
    expect(items[2]?.roleEntries).toEqual([
      { id: shop.roleId, name: 'Clerk', tenant: { id: zeroTenant, title: 'Global' } },
    ])
  })

  test('a look at who has which role stands in the audit log under the name of the specification, with who looked', async () => {
    const looker = await addPerson(portico, { roles: ['Administrator'] })
    const looks = () =>
      portico.database.query<{ actor_name: string; api_entry: string }>(
        `select actor_name, api_entry from audit_event where operation = 'GetUserWithRole' and subject = $1 and actor_id = $2`,
        [String(shop.id), looker.id],
      )
    await call('GET', `/applications/${shop.id}/usersWithRoles`, { as: (await signIn(portico, looker)).bearer })
    await until(async () => (await looks()).length > 0)
    const [look, ...more] = await looks()
    expect([more.length, look?.api_entry]).toEqual([0, 'GET /api/v1/admin/applications/:id/usersWithRoles'])
    expect(look?.actor_name).toBe(looker.userName)
  })

  test('R7.5-04 permissions: the roles, each with its scopes and how many people hold it', async () => {
    const { items, count } = (await call<Page<ApplicationPermission>>('GET', `/applications/${shop.id}/permissions`))
      .body
    expect([items, count]).toEqual([
      [
        { id: shop.roleId, name: 'Clerk', description: null, scopes: ['goods.read', 'goods.sell'], holders: 4 },
        { id: manager, name: 'Manager', description: 'Runs the shop', scopes: [], holders: 2 },
      ],
      2,
    ])
  })

  test('a role of a group that everybody is in, or a whole area, is everybody’s who is no draft', async () => {
    const club = await addApplication(portico, { name: 'club' })
    const everyone = await addGroup('Everyone', 'everyone')
    await assignRole(portico, { identityId: everyone, roleId: club.roleId, identityType: 'Group' })
    const [active] = await portico.database.query<{ count: number }>(
      `select count(*) as count from portal_user where not draft`,
    )
    expect(
      (await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${club.id}/usersWithRoles?take=1`)).body,
    ).toMatchObject({ count: active?.count, items: [{ roles: ['Member'] }] })
    const area = await addApplication(portico, { name: 'area' })
    await assignRole(portico, {
      identityId: await addGroup('Area', 'area'),
      roleId: area.roleId,
      identityType: 'Group',
    })
    expect((await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${area.id}/users`)).body.count).toBe(
      active?.count,
    )
  })

  test('one user comes with each way on which a role came', async () => {
    const { grants, ...user } = (
      await call<ApplicationUserDetail>('GET', `/applications/${shop.id}/users/${of('both')}`)
    ).body
    expect(user).toMatchObject({ userName: 'shop-both', draft: false })
    expect(
      grants.map(({ roleName, tenantName, isInheritable, viaGroup }) => [
        roleName,
        tenantName,
        isInheritable,
        viaGroup,
      ]),
    ).toEqual([
      ['Clerk', 'Lisboa', false, null],
      ['Manager', 'Lisboa', true, { id: team, name: 'Team' }],
    ])
    expect(
      (await call<ApplicationUserDetail>('GET', `/applications/${shop.id}/users/${of('nobody')}`)).body.grants,
    ).toEqual([])
    expect((await call('GET', `/applications/${shop.id}/users/${randomUUID()}`)).body).toMatchObject({
      status: 404,
      message: 'User does not exist',
    })
  })

  test('R8.6-13 of an application that is not there nothing is told', async () => {
    for (const path of ['users', 'usersWithRoles', 'permissions', `users/${of('both')}`])
      expect((await call('GET', `/applications/987654/${path}`)).body).toMatchObject({
        status: 404,
        message: 'Application not found',
      })
  })

  test('T33 by nothing that is hidden is ordered or filtered', async () => {
    for (const path of ['users', 'usersWithRoles', 'permissions'])
      expect(
        (await call('GET', `/applications/${shop.id}/${path}?filter=${encodeURIComponent("password_hash ne 'x'")}`))
          .status,
      ).toBe(400)
  })
})

describe('R7.5-08 scoped permissions', () => {
  const path = (name = 'direct') => `/scopedpermission/${shop.id}/${of(name)}`

  test('a scope is added to one user in one application, listed, and taken away, with audit events', async () => {
    const made = (await call<ScopedPermission>('POST', path(), { body: { scope: 'goods.export' } })).body
    expect(made).toEqual({
      id: made.id,
      applicationId: shop.id,
      userId: of('direct'),
      scope: 'goods.export',
      createdBy: expect.any(String),
      createdOn: expect.any(String),
    })
    expect((await call('POST', path(), { body: { scope: 'goods.export' } })).body).toMatchObject({
      status: 409,
      code: 'scoped-permission-taken',
    })
    expect((await call<Page<ScopedPermission>>('GET', path())).body).toEqual({ items: [made], count: 1 })
    expect((await call<Page<ScopedPermission>>('GET', path('below'))).body).toEqual({ items: [], count: 0 })
    for (const foreign of [path('below'), `/scopedpermission/${bank.id}/${of('direct')}`])
      expect((await call('DELETE', `${foreign}/${made.id}`)).status).toBe(404)
    expect((await call('DELETE', `${path()}/${made.id}`)).body).toEqual({})
    expect((await call<Page<ScopedPermission>>('GET', path())).body.count).toBe(0)
    const events = await portico.database.query(
      `select type, coalesce(after, before) ->> 'scope' as scope from audit_event where subject = $1 and type like 'scoped-permission.%' order by id`,
      [of('direct')],
    )
    expect(events).toEqual([
      { type: 'scoped-permission.added', scope: 'goods.export' },
      { type: 'scoped-permission.removed', scope: 'goods.export' },
    ])
  })

  test('it reaches the tokens of that application only, and gives no access by itself', async () => {
    await call('POST', path('elsewhere'), { body: { scope: 'goods.count' } })
    const scopesAt = async (application: TestApplication) =>
      claimsOf<{ scope: string[] }>(
        (
          await signIn(portico, people['elsewhere']!, {
            clientId: application.name,
            redirectUri: application.redirectUri,
            scope: 'openid profile',
          })
        ).tokens.id_token,
      ).scope
    expect([await scopesAt(shop), await scopesAt(bank)]).toEqual([['goods.count'], []])
    expect(
      names((await call<Page<ApplicationUserWithRoles>>('GET', `/applications/${shop.id}/users`)).body),
    ).not.toContain('elsewhere')
  })

  test('R8.6-13 what is not there, or no scope, is refused by name', async () => {
    expect(
      (await call('POST', `/scopedpermission/987654/${of('direct')}`, { body: { scope: 'x' } })).body,
    ).toMatchObject({ status: 404, message: 'Application not found' })
    expect((await call('GET', `/scopedpermission/${shop.id}/${randomUUID()}`)).body).toMatchObject({
      status: 404,
      message: 'User does not exist',
    })
    for (const scope of ['UPPER', '', undefined, 'x'.repeat(201)])
      expect((await call('POST', path(), { body: { scope } })).body.errors[0]?.field).toBe('scope')
  })
})
