import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { GroupMember } from '#contract/group-members.ts'
import type { GroupIdentity, Identity, IdentityPage } from '#contract/permissions.ts'
import type { TenantIdentity, UserRole } from '#contract/permission-entry.ts'
import { usersGroup } from '#contract/system-ids.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { openPermissions } from './permissions.harness.ts'

type List<T> = { items: T[]; count: number }

const { fresh, world, call, groupOf, give } = openPermissions()

describe('R7.6-09 what one identity was given, over all tenants', () => {
  test('its rows by title with path, roles and how they stand, and who it is', async () => {
    const { body } = await call<IdentityPage>('GET', `/tenantIdentities/${fresh.person.id}`)
    const role = {
      roleId: world.shop.roleId,
      roleName: 'Seller',
      applicationId: world.shop.id,
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
      row(world.acme, 'Acme'),
      row(world.branch, 'Branch', { path: ['Acme'], hierarchyType: 'Both', isInheritable: false }),
      row(world.zeta, 'Zeta'),
    ])
    expect(body.identity).toEqual({
      id: fresh.person.id,
      identityType: 'User',
      displayName: 'Ana Ruiz',
      userName: fresh.person.userName,
      email: fresh.person.email,
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
      (await call<IdentityPage>('GET', `/tenantIdentities/${fresh.person.id}?${query}`)).body.items.map(
        ({ tenantName }) => tenantName,
      )
    expect(await titles('search=sell')).toEqual(['Acme', 'Branch', 'Zeta'])
    expect(await titles('search=ZÉT')).toEqual(['Zeta'])
    expect(await titles('orderBy=tenantName desc&take=2')).toEqual(['Zeta', 'Branch'])
    expect(await titles(`filter=${encodeURIComponent("hierarchyType eq 'Both'")}`)).toEqual(['Branch'])
    expect((await call('GET', `/tenantIdentities/${randomUUID()}`)).status).toBe(404)
  })

  test('what is over does not count any more, and shows when the rest is', async () => {
    await world.portico.write((tx) =>
      tx.query(
        `update role_assignment set ends_on = now() - interval '1 second' where member_id = (select id from tenant_member where identity_id = $1 and tenant_id = $2)`,
        [fresh.person.id, world.acme],
      ),
    )
    await world.portico.write((tx) =>
      tx.query(
        `update role_assignment set ends_on = '2099-05-01T00:00:00Z' where member_id = (select id from tenant_member where identity_id = $1 and tenant_id = $2)`,
        [fresh.person.id, world.zeta],
      ),
    )
    const { items } = (await call<IdentityPage>('GET', `/tenantIdentities/${fresh.person.id}`)).body
    expect(items.map(({ roles }) => roles.map(({ endsOn }) => endsOn))).toEqual([
      [],
      [null],
      ['2099-05-01T00:00:00.000Z'],
    ])
    expect(items[1]?.hierarchyType).toBe('Own')
  })

  test('R7.5-15 users/{id}/roles are the same one by one; a group or nobody has none there', async () => {
    const { body } = await call<List<UserRole>>('GET', `/users/${fresh.person.id}/roles?orderBy=tenantName`, {
      as: world.userAdministrator,
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
    const group = await groupOf(fresh.person)
    await give(group, world.acme, { identityType: 'Group' })
    const of = async (kind: string, id: string, query = '') =>
      (
        await call<List<Identity>>('GET', `/tenantIdentities/${kind}?take=500${query}`, { as: world.manager })
      ).body.items.find((item) => item.id === id)
    expect(await of('users', fresh.person.id)).toMatchObject({
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
    expect(await of('users', fresh.person.id, '&hasPermissions=true')).toBeDefined()
    expect(await of('users', fresh.person.id, '&hasPermissions=false')).toBeUndefined()
    expect(await of('users', fresh.person.id, `&search=${fresh.person.userName}`)).toBeDefined()
    expect(await of('users', fresh.person.id, '&search=nobody-is-called-so')).toBeUndefined()
    const everybody = (await call<List<Identity>>('GET', '/tenantIdentities/users?take=1')).body.count
    expect(everybody).toBe((await world.portico.database.query(`select 1 from portal_user`)).length)
  })
})

describe('R7.6-10 the view of a group', () => {
  test('R6-06 has its tenants and members counted, for Administrators and Managers', async () => {
    const group = await groupOf(fresh.person, await addPerson(world.portico))
    await give(group, world.acme, { identityType: 'Group' })
    for (const as of [world.administrator, world.manager])
      expect((await call<GroupIdentity>('GET', `/tenantIdentities/groups/${group}`, { as })).body).toMatchObject({
        id: group,
        memberCount: 2,
        tenantCount: 1,
        roleCount: 1,
      })
    expect((await call('GET', `/tenantIdentities/groups/${randomUUID()}`, { as: world.manager })).status).toBe(404)
    expect((await call('GET', `/tenantIdentities/groups/${group}`, { as: world.userAdministrator })).status).toBe(403)
  })

  test('A-99 its users are those of groups/{id}/users, by the same rules', async () => {
    const owner = await addPerson(world.portico)
    const [group, newcomer] = [await groupOf(), await addPerson(world.portico)]
    await world.portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [group, owner.id]),
    )
    const own = (await signIn(world.portico, owner)).bearer
    const added = await call<GroupMember>('POST', `/tenantIdentities/groups/${group}/users`, {
      as: own,
      body: { userId: newcomer.id, permission: 'Reader' },
    })
    expect([added.status, added.body.userName, added.body.permission]).toEqual([200, newcomer.userName, 'Reader'])
    for (const as of [own, world.administrator, world.userAdministrator, world.manager])
      expect((await call<List<GroupMember>>('GET', `/tenantIdentities/groups/${group}/users`, { as })).body.count).toBe(
        2,
      )
    const { body: second } = await call<GroupMember>('POST', `/tenantIdentities/groups/${group}/users`, {
      as: own,
      body: { userId: (await addPerson(world.portico)).id, permission: 'Owner' },
    })
    expect(second.permission).toBe('Owner')
    const stranger = (await signIn(world.portico, newcomer)).bearer
    expect((await call('GET', `/tenantIdentities/groups/${group}/users`, { as: stranger })).status).toBe(404)
    for (const as of [stranger, world.userAdministrator, world.manager])
      expect([403, 404]).toContain(
        (
          await call('POST', `/tenantIdentities/groups/${group}/users`, {
            as,
            body: { userId: fresh.person.id, permission: 'Reader' },
          })
        ).status,
      )
    expect(
      (
        await call('POST', `/tenantIdentities/groups/${usersGroup}/users`, {
          body: { userId: fresh.person.id, permission: 'Reader' },
        })
      ).status,
    ).toBe(409)
  })
})
