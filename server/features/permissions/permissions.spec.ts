import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupMember } from '#contract/group-members.ts'
import type { GroupIdentity, Identity, IdentityPage } from '#contract/permissions.ts'
import type { TenantIdentity, UserRole } from '#contract/permission-entry.ts'
import { usersGroup } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, grant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type List<T> = { items: T[]; count: number }

let portico: TestPortico
let administrator: Bearer
let userAdministrator: Bearer
let manager: Bearer
let shop: TestApplication
let [acme, branch, zeta] = ['', '', '']
beforeAll(async () => {
  portico = await startTestPortico()
  const as = async (...roles: string[]) => (await signIn(portico, await addPerson(portico, { roles }))).bearer
  administrator = await as('Administrator')
  userAdministrator = await as('UserAdministrator')
  manager = await as('Manager')
  shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  acme = await addTenant(portico, { title: 'Acme' })
  branch = await addTenant(portico, { title: 'Branch', parentId: acme })
  zeta = await addTenant(portico, { title: 'Zeta' })
})
afterAll(() => portico.close())
const { call } = apiCaller(
  () => portico,
  '/admin',
  () => administrator,
)

const groupOf = async (...members: Person[]) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
      id,
      `group ${id.slice(0, 8)}`,
    ])
    for (const member of members)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        id,
        member.id,
      ])
  })
  return id
}
const give = (identityId: string, tenantId: string, change: object = {}) =>
  grant(portico, { identityId, roleId: shop.roleId, tenantId, ...change })
let person: Person
beforeEach(async () => {
  person = await addPerson(portico)
  await give(person.id, acme)
  await give(person.id, branch, { inheritable: false })
  await give(person.id, zeta)
})

describe('R7.6-09 what one identity was given, over all tenants', () => {
  test('its rows by title with path, roles and how they stand, and who it is', async () => {
    const { body } = await call<IdentityPage>('GET', `/tenantIdentities/${person.id}`)
    const role = {
      roleId: shop.roleId,
      roleName: 'Seller',
      applicationId: shop.id,
      applicationName: 'shop',
      applicationTitle: 'shop',
      grantedOn: expect.any(String),
      endsOn: null,
    }
    const row = (tenantId: string, tenantName: string, change: Partial<TenantIdentity> = {}) => ({
      id: expect.any(String),
      tenantId,
      tenantName,
      path: [],
      hierarchyType: 'Own',
      isInheritable: true,
      roleCount: 1,
      roles: [role],
      grantedOn: expect.any(String),
      grantedBy: null,
      ...change,
    })
    expect(body.items).toEqual([
      row(acme, 'Acme'),
      row(branch, 'Branch', { path: ['Acme'], hierarchyType: 'Both', isInheritable: false }),
      row(zeta, 'Zeta'),
    ])
    expect(body.identity).toEqual({
      id: person.id,
      identityType: 'User',
      displayName: 'Ana Ruiz',
      userName: person.userName,
      email: person.email,
      areaName: expect.any(String),
      locked: false,
      draft: false,
      automated: false,
      tenantCount: 3,
      roleCount: 3,
      hasGlobal: false,
      memberCount: null,
      groupCount: 1,
      description: null,
      portalRoles: [],
    })
  })

  test('is a list: searched in tenants, applications and roles, ordered and paged', async () => {
    const titles = async (query: string) =>
      (await call<IdentityPage>('GET', `/tenantIdentities/${person.id}?${query}`)).body.items.map(
        ({ tenantName }) => tenantName,
      )
    expect(await titles('search=sell')).toEqual(['Acme', 'Branch', 'Zeta'])
    expect(await titles('search=ZÉT')).toEqual(['Zeta'])
    expect(await titles('orderBy=tenantName desc&take=2')).toEqual(['Zeta', 'Branch'])
    expect(await titles(`filter=${encodeURIComponent("hierarchyType eq 'Both'")}`)).toEqual(['Branch'])
    expect((await call('GET', `/tenantIdentities/${randomUUID()}`)).status).toBe(404)
  })

  test('what is over does not count any more, and shows when the rest is', async () => {
    await portico.write((tx) =>
      tx.query(
        `update role_assignment set ends_on = now() - interval '1 second' where member_id = (select id from tenant_member where identity_id = $1 and tenant_id = $2)`,
        [person.id, acme],
      ),
    )
    await portico.write((tx) =>
      tx.query(
        `update role_assignment set ends_on = '2099-05-01T00:00:00Z' where member_id = (select id from tenant_member where identity_id = $1 and tenant_id = $2)`,
        [person.id, zeta],
      ),
    )
    const { items } = (await call<IdentityPage>('GET', `/tenantIdentities/${person.id}`)).body
    expect(items.map(({ roles }) => roles.map(({ endsOn }) => endsOn))).toEqual([
      [],
      [null],
      ['2099-05-01T00:00:00.000Z'],
    ])
    expect(items[1]?.hierarchyType).toBe('Own')
  })

  test('R7.5-15 users/{id}/roles are the same one by one; a group or nobody has none there', async () => {
    const { body } = await call<List<UserRole>>('GET', `/users/${person.id}/roles?orderBy=tenantName`, {
      as: userAdministrator,
    })
    expect([
      body.count,
      body.items.map(({ roleName, tenantName, isInheritable }) => [roleName, tenantName, isInheritable]),
    ]).toEqual([
      3,
      [
        ['Seller', 'Acme', true],
        ['Seller', 'Branch', false],
        ['Seller', 'Zeta', true],
      ],
    ])
    for (const id of [randomUUID(), usersGroup]) expect((await call('GET', `/users/${id}/roles`)).status).toBe(404)
  })

  test('the users and the groups, each with how many tenants and roles; those that have something can be asked for', async () => {
    const group = await groupOf(person)
    await give(group, acme, { identityType: 'Group' })
    const of = async (kind: string, id: string, query = '') =>
      (
        await call<List<Identity>>('GET', `/tenantIdentities/${kind}?take=500${query}`, { as: manager })
      ).body.items.find((item) => item.id === id)
    expect(await of('users', person.id)).toMatchObject({
      identityType: 'User',
      tenantCount: 3,
      roleCount: 3,
      groupCount: 2,
      memberCount: null,
    })
    expect(await of('groups', group)).toMatchObject({
      identityType: 'Group',
      tenantCount: 1,
      roleCount: 1,
      memberCount: 1,
      groupCount: null,
    })
    expect(await of('groups', usersGroup)).toMatchObject({ automated: true, memberCount: null })
    expect(await of('users', person.id, '&hasPermissions=true')).toBeDefined()
    expect(await of('users', person.id, '&hasPermissions=false')).toBeUndefined()
    expect(await of('users', person.id, `&search=${person.userName}`)).toBeDefined()
    expect(await of('users', person.id, '&search=nobody-is-called-so')).toBeUndefined()
    const everybody = (await call<List<Identity>>('GET', '/tenantIdentities/users?take=1')).body.count
    expect(everybody).toBe((await portico.database.query(`select 1 from portal_user`)).length)
  })
})

describe('R7.6-10 the view of a group', () => {
  test('R6-06 has its tenants and members counted, for Administrators and Managers', async () => {
    const group = await groupOf(person, await addPerson(portico))
    await give(group, acme, { identityType: 'Group' })
    for (const as of [administrator, manager])
      expect((await call<GroupIdentity>('GET', `/tenantIdentities/groups/${group}`, { as })).body).toMatchObject({
        id: group,
        memberCount: 2,
        tenantCount: 1,
        roleCount: 1,
      })
    expect((await call('GET', `/tenantIdentities/groups/${randomUUID()}`, { as: manager })).status).toBe(404)
    expect((await call('GET', `/tenantIdentities/groups/${group}`, { as: userAdministrator })).status).toBe(403)
  })

  test('A-99 its users are those of groups/{id}/users, by the same rules', async () => {
    const owner = await addPerson(portico)
    const [group, newcomer] = [await groupOf(), await addPerson(portico)]
    await portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [group, owner.id]),
    )
    const own = (await signIn(portico, owner)).bearer
    const added = await call<GroupMember>('POST', `/tenantIdentities/groups/${group}/users`, {
      as: own,
      body: { userId: newcomer.id, permission: 'Reader' },
    })
    expect([added.status, added.body.userName]).toEqual([200, newcomer.userName])
    for (const as of [own, administrator, userAdministrator, manager])
      expect((await call<List<GroupMember>>('GET', `/tenantIdentities/groups/${group}/users`, { as })).body.count).toBe(
        2,
      )
    const stranger = (await signIn(portico, newcomer)).bearer
    expect((await call('GET', `/tenantIdentities/groups/${group}/users`, { as: stranger })).status).toBe(404)
    for (const as of [stranger, userAdministrator, manager])
      expect([403, 404]).toContain(
        (
          await call('POST', `/tenantIdentities/groups/${group}/users`, {
            as,
            body: { userId: person.id, permission: 'Reader' },
          })
        ).status,
      )
    expect(
      (
        await call('POST', `/tenantIdentities/groups/${usersGroup}/users`, {
          body: { userId: person.id, permission: 'Reader' },
        })
      ).status,
    ).toBe(409)
  })
})
