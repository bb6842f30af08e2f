import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Member } from '#contract/members.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let administrator: Bearer
let god: Bearer
let shop: TestApplication
let tenantId: string
let groupId: string
let everyone: string
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  god = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  tenantId = await addTenant(portico, { title: 'Acme' })
  groupId = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id) select $1, 'Sellers', id from area where is_default`, [
      groupId,
    ]),
  )
  everyone =
    (await portico.database.query<{ id: string }>(`select id from user_group where rule = 'everyone'`))[0]?.id ?? ''
})
afterAll(() => portico.close())

const call = async <T = Member>(method: string, path: string, body?: unknown, as = administrator) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/tenants/${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}
const add = (change: object = {}, at = tenantId, as = administrator) =>
  call(
    'POST',
    `${at}/members`,
    { identityType: 'Group', identityId: groupId, roles: [shop.roleId], isInheritable: true, ...change },
    as,
  )
const globalRole = async (name: string) =>
  (
    await portico.database.query<{ id: string }>(
      `select r.id from role r join application a on a.id = r.application_id where a.name = 'identity.global' and r.name = $1`,
      [name],
    )
  )[0]?.id ?? ''

describe('a row of a tenant', () => {
  test('R6-05 R7.7-12 an Administrator adds a tenant to a group: with roles, whether they pass down, who gave them and when', async () => {
    const made = await add()
    expect(made.body).toEqual({
      id: expect.any(String),
      identityType: 'Group',
      identityId: groupId,
      email: null,
      displayName: 'Sellers',
      userName: null,
      tenantId,
      tenantName: 'Acme',
      hierarchyType: 'Own',
      isInheritable: true,
      inheritedFrom: null,
      modifiedOn: expect.any(String),
      memberCount: 0,
      external: false,
      locked: false,
      tenants: [{ id: tenantId, title: 'Acme' }],
      roles: [
        {
          roleId: shop.roleId,
          roleName: 'Seller',
          applicationId: shop.id,
          applicationName: 'shop',
          hierarchyType: 'Own',
          inheritedFrom: null,
          endsOn: null,
        },
      ],
    })
    const tenants = await createBrowser(portico.origin).get(`/api/v1/admin/groups/${groupId}/tenants`, administrator)
    expect(tenants.json<{ items: unknown[] }>().items).toMatchObject([
      { id: tenantId, title: 'Acme', isInheritable: true, roles: ['Seller'] },
    ])
    expect(
      await portico.database.query(
        `select granted_by is not null as by, granted_on is not null as on from current_role_assignment where member_id = $1`,
        [made.body.id],
      ),
    ).toEqual([{ by: true, on: true }])
    expect(
      await portico.database.query(`select type, tenant_id from audit_event where subject = $1`, [made.body.id]),
    ).toEqual([{ type: 'member.added', tenant_id: tenantId }])
  })

  test('A-83 POST adds to what is there, PUT replaces it, R7.7-14 DELETE takes the row of this tenant and no other', async () => {
    const identityId = (await addPerson(portico)).id
    const other = await addApplication(portico, { name: `other-${identityId.slice(0, 4)}`, role: 'Reader' })
    const first = await add({ identityType: 'User', identityId, isInheritable: false })
    const second = await add({ identityType: 'User', identityId, roles: [{ roleId: other.roleId }] })
    expect([second.body.id, second.body.isInheritable, second.body.roles?.map(({ roleName }) => roleName)]).toEqual([
      first.body.id,
      true,
      ['Reader', 'Seller'],
    ])
    const saved = await call('PUT', `${tenantId}/members/${first.body.id}`, {
      isInheritable: false,
      roles: [other.roleId],
    })
    expect([saved.body.isInheritable, saved.body.roles?.map(({ roleName }) => roleName)]).toEqual([false, ['Reader']])
    const elsewhere = await addTenant(portico)
    for (const method of ['PUT', 'DELETE'])
      expect(
        (await call(method, `${elsewhere}/members/${first.body.id}`, { isInheritable: false, roles: [] })).status,
      ).toBe(404)
    expect((await call('DELETE', `${tenantId}/members/${first.body.id}`)).body).toEqual({})
    expect(await portico.database.query(`select 1 from tenant_member where id = $1`, [first.body.id])).toEqual([])
    expect(
      await portico.database.query(
        `select operation from audit_event where subject = $1 and operation is not null order by id`,
        [first.body.id],
      ),
    ).toEqual([{ operation: 'RemoveRolesInTenant' }, { operation: 'RemoveRolesInTenant' }])
  })

  test('R3.8-05 a role that comes from above as well is Both, and the member too', async () => {
    const [parent, person] = [await addTenant(portico), await addPerson(portico)]
    const child = await addTenant(portico, { parentId: parent })
    await assignRole(portico, { identityId: person.id, roleId: shop.roleId, tenantId: parent })
    const { body } = await add({ identityType: 'User', identityId: person.id, isInheritable: false }, child)
    expect([body.hierarchyType, body.roles?.[0]?.hierarchyType]).toEqual(['Both', 'Both'])
  })

  test('T56 two at once are one row with the roles of both', async () => {
    const identityId = (await addPerson(portico)).id
    const answers = await Promise.all([1, 2, 3].map(() => add({ identityType: 'User', identityId })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      await portico.database.query(`select 1 from tenant_member where identity_id = $1`, [identityId]),
    ).toHaveLength(1)
  })
})

describe('what is refused', () => {
  test('R5.7-02 T29 the group Users gets no further tenant roles, anywhere; its own row is God’s to edit', async () => {
    for (const at of [tenantId, zeroTenant]) {
      const { status, body } = await add({ identityId: everyone }, at, god)
      expect([status, body.message]).toEqual([403, 'No further tenant roles may be added to the group Users'])
    }
    const [row] = await portico.database.query<{ id: string }>(`select id from tenant_member where identity_id = $1`, [
      everyone,
    ])
    const roles = (
      await portico.database.query<{ id: string }>(
        `select role_id as id from current_role_assignment where member_id = $1`,
        [row?.id],
      )
    ).map(({ id }) => id)
    expect((await call('PUT', `${zeroTenant}/members/${row?.id}`, { isInheritable: true, roles })).status).toBe(403)
    expect((await call('PUT', `${zeroTenant}/members/${row?.id}`, { isInheritable: true, roles }, god)).status).toBe(
      200,
    )
    expect((await call('DELETE', `${zeroTenant}/members/${row?.id}`, undefined, god)).status).toBe(403)
  })

  test('R8.6-14 T29 a role that does not exist, is flagged byHierarchy, or belongs to the whole portal is not given at a tenant', async () => {
    const flagged = await addApplication(portico, { name: 'flagged', role: 'Inherited' })
    await portico.write((tx) => tx.query(`update role set by_hierarchy = true where id = $1`, [flagged.roleId]))
    for (const role of [randomUUID(), flagged.roleId, await globalRole('Administrator')]) {
      const { status, body } = await add({ roles: [role] })
      expect([status, body.errors]).toMatchObject([
        400,
        [{ field: 'roles', message: 'Role not found or not available for the selected application' }],
      ])
    }
    expect((await add({ roles: [await globalRole('Manager')] }, zeroTenant)).status).toBe(200)
  })

  test('T28 God is given and taken by God only, and the last one by nobody', async () => {
    const identityId = (await addPerson(portico)).id
    const role = await globalRole('God')
    const wish = { identityType: 'User', identityId, roles: [role] }
    expect((await add(wish, zeroTenant)).status).toBe(403)
    const added = await add(wish, zeroTenant, god)
    expect(added.status).toBe(200)
    expect(
      (await call('PUT', `${zeroTenant}/members/${added.body.id}`, { isInheritable: true, roles: [] })).status,
    ).toBe(403)
    expect((await call('DELETE', `${zeroTenant}/members/${added.body.id}`)).status).toBe(403)
    expect((await call('DELETE', `${zeroTenant}/members/${added.body.id}`, undefined, god)).status).toBe(200)
    const [last] = await portico.database.query<{ id: string }>(
      `select m.id from tenant_member m join current_role_assignment r on r.member_id = m.id where r.role_id = $1`,
      [role],
    )
    expect((await call('DELETE', `${zeroTenant}/members/${last?.id}`, undefined, god)).body).toMatchObject({
      status: 409,
      code: 'last-administrator',
    })
  })

  test('T28 anyone who owns a group that gives a role of the whole portal hands it on to nobody; an Administrator does', async () => {
    const [owner, friend] = [await addPerson(portico), await addPerson(portico)]
    const carrier = randomUUID()
    await portico.write(async (tx) => {
      await tx.query(
        `insert into user_group (id, name, area_id) select $1, 'Carriers', id from area where is_default`,
        [carrier],
      )
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [
        carrier,
        owner.id,
      ])
    })
    const own = (await signIn(portico, owner)).bearer
    const invite = (as: Bearer) =>
      createBrowser(portico.origin).request('POST', `/api/v1/admin/groups/${carrier}/users`, {
        headers: as,
        body: { userId: friend.id, permission: 'Reader' },
      })
    expect((await invite(own)).status).toBe(200)
    await add({ identityId: carrier, roles: [await globalRole('UserAdministrator')] }, zeroTenant)
    expect([(await invite(own)).status, (await invite(administrator)).status]).toEqual([403, 200])
  })

  test('T22 unknown tenants and identities, and an identity of the other kind, are not found; the global tenant always passes down', async () => {
    expect((await add({}, randomUUID())).status).toBe(404)
    expect((await add({ identityId: randomUUID() })).status).toBe(404)
    expect((await add({ identityType: 'User' })).body.errors?.[0]?.field).toBe('identityId')
    expect(
      (await add({ identityType: 'User', identityId: (await addPerson(portico)).id, isInheritable: false }, zeroTenant))
        .body.isInheritable,
    ).toBe(true)
  })
})

describe('the list of tenants', () => {
  test('R9-18 R3.8-07 R7.11-10 comes by title, without the global one, by creation and customised where it was asked for', async () => {
    await portico.write((tx) =>
      tx.query(
        `insert into tenant (id, title, auto, is_user_customized, tax_number) values ($1, 'Zeta auto', true, true, 'B-77')`,
        [randomUUID()],
      ),
    )
    const list = async (query: string) =>
      (await call<{ items: { id: string; title: string }[]; count: number }>('GET', `../tenants?take=100&${query}`))
        .body
    const all = await list('')
    expect(all.items.map(({ title }) => title)).toEqual(
      all.items.map(({ title }) => title).toSorted((a, b) => a.localeCompare(b)),
    )
    expect(all.items.some(({ id }) => id === zeroTenant)).toBe(false)
    expect((await list('creation=Auto')).items.map(({ title }) => title)).toEqual(['Zeta auto'])
    expect((await list('creation=Manual')).count).toBe(all.count - 1)
    expect((await list('isUserCustomized=true&search=b-77')).items.map(({ title }) => title)).toEqual(['Zeta auto'])
    const looks = () =>
      portico.database.query(`select 1 from audit_event where operation = 'TenantsController_GetEntities'`)
    await until(async () => (await looks()).length >= 4)
  })
})
