// Leaving tenants: all current ones or those that are named.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemRoles, usersGroup } from '#contract/system-ids.ts'
import { globalTenant } from '#contract/tenants.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, grant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Bearer
let userAdministrator: Bearer
let manager: Bearer
let god: Bearer
let shop: TestApplication
let [acme, branch, zeta] = ['', '', '']
beforeAll(async () => {
  portico = await startTestPortico()
  const as = async (...roles: string[]) => (await signIn(portico, await addPerson(portico, { roles }))).bearer
  administrator = await as('Administrator')
  userAdministrator = await as('UserAdministrator')
  manager = await as('Manager')
  god = await as('God', 'Administrator')
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
const rowsOf = async (identityId: string) =>
  (
    await portico.database.query<{ title: string }>(
      `select t.title from tenant_member m join tenant t on t.id = m.tenant_id where m.identity_id = $1 order by t.title`,
      [identityId],
    )
  ).map(({ title }) => title)
const give = (identityId: string, tenantId: string, change: object = {}) =>
  grant(portico, { identityId, roleId: shop.roleId, tenantId, ...change })
const take = (identityId: string, body?: unknown, as = administrator) =>
  call<{ removed: number }>('DELETE', `/tenantIdentities/${identityId}`, {
    as,
    ...(body === undefined ? {} : { body }),
  })

let person: Person
beforeEach(async () => {
  person = await addPerson(portico)
  await give(person.id, acme)
  await give(person.id, branch, { inheritable: false })
  await give(person.id, zeta)
})

describe('A-100 leaving tenants', () => {
  test('R8.5-01 R7.6-09 without any named all current ones are left, but for the global one; each row is an audit event with what it gave', async () => {
    await give(person.id, globalTenant)
    const ids = await portico.database.query<{ id: string }>(
      `select id from tenant_member where identity_id = $1 and tenant_id = $2`,
      [person.id, branch],
    )
    const { status, body } = await take(person.id)
    expect([status, body.removed, await rowsOf(person.id)]).toEqual([200, 3, ['Global']])
    const events = await portico.database.query<{ type: string; operation: string; tenant: string; before: object }>(
      `select type, operation, tenant_id as tenant, before from audit_event where type = 'member.removed' and before->>'identityId' = $1`,
      [person.id],
    )
    expect(events.map(({ type, operation }) => [type, operation])).toEqual(
      Array.from({ length: 3 }, () => ['member.removed', 'RemoveRolesInTenant']),
    )
    expect(events.find(({ tenant }) => tenant === branch)?.before).toEqual({
      id: ids[0]?.id,
      tenantId: branch,
      identityType: 'User',
      identityId: person.id,
      isInheritable: false,
      roles: [{ roleId: shop.roleId, role: 'shop: Seller' }],
    })
    expect((await take(person.id)).status).toBe(404)
    expect(await rowsOf(person.id)).toEqual(['Global'])
  })

  test('a list, or an object with one, names the tenants; [] and {} mean all; anything else is refused and takes nothing', async () => {
    expect([(await take(person.id, [zeta, randomUUID()])).body.removed, await rowsOf(person.id)]).toEqual([
      1,
      ['Acme', 'Branch'],
    ])
    expect([(await take(person.id, { tenantIds: [branch] })).body.removed, await rowsOf(person.id)]).toEqual([
      1,
      ['Acme'],
    ])
    for (const body of [{ tenants: [acme] }, { tenantIds: 'all' }, { ids: [null] }, ['x'], 'all', 7])
      expect([body, (await take(person.id, body)).status]).toEqual([body, 400])
    expect(await rowsOf(person.id)).toEqual(['Acme'])
    expect([(await take(person.id, { ids: [acme] })).body.removed, await rowsOf(person.id)]).toEqual([1, []])
    for (const body of [[], {}, { tenantIds: [] }]) {
      await give(person.id, acme)
      expect([body, (await take(person.id, body)).body.removed]).toEqual([body, 1])
    }
  })

  test('the global tenant is left where it is named, by an Administrator', async () => {
    await give(person.id, globalTenant)
    expect((await take(person.id, [globalTenant, acme], userAdministrator)).status).toBe(403)
    expect(await rowsOf(person.id)).toHaveLength(4)
    expect([(await take(person.id, [globalTenant])).body.removed, await rowsOf(person.id)]).toEqual([
      1,
      ['Acme', 'Branch', 'Zeta'],
    ])
    expect([(await take(person.id, undefined, userAdministrator)).body.removed, await rowsOf(person.id)]).toEqual([
      3,
      [],
    ])
  })

  test('A-67 a role of the whole portal is taken by an Administrator, God by God, and the last one by nobody', async () => {
    const odd = await addPerson(portico)
    await grant(portico, { identityId: odd.id, roleId: systemRoles.UserAdministrator, tenantId: acme })
    expect([(await take(odd.id, undefined, userAdministrator)).status, await rowsOf(odd.id)]).toEqual([403, ['Acme']])
    expect((await take(odd.id)).status).toBe(200)
    const second = await addPerson(portico, { roles: ['God'] })
    expect([(await take(second.id, [globalTenant])).status, await rowsOf(second.id)]).toEqual([403, ['Global']])
    expect((await take(second.id, [globalTenant], god)).status).toBe(200)
    const last =
      (
        await portico.database.query<{ id: string }>(
          `select m.identity_id as id from tenant_member m join current_role_assignment r on r.member_id = m.id where r.role_id = $1`,
          [systemRoles.God],
        )
      )[0]?.id ?? ''
    expect((await take(last, [globalTenant], god)).body).toMatchObject({ status: 409, code: 'last-administrator' })
    expect(await rowsOf(last)).toEqual(['Global'])
  })

  test('A-89 the group Users keeps its row, whoever asks; another group leaves, and nobody else with it', async () => {
    expect((await take(usersGroup, [globalTenant], god)).body.code).toBe('users-group-has-no-tenants')
    const group = await groupOf(person)
    await give(group, acme, { identityType: 'Group' })
    expect([(await take(group)).body.removed, await rowsOf(group), await rowsOf(person.id)]).toEqual([
      1,
      [],
      ['Acme', 'Branch', 'Zeta'],
    ])
    expect((await take(randomUUID())).status).toBe(404)
    expect((await take(group, [acme], manager)).status).toBe(403)
  })
})
