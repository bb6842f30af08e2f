// Effective access (domain-model section 4) as far as tokens, hub and sign-in read it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApplication, addPerson, type Person, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import {
  accessForToken,
  hasAccessTo,
  needsSecondFactor,
} from '#server/features/effective-access/effective-access.store.ts'

let portico: TestPortico
let application: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  application = await addApplication(portico, { name: 'shop', role: 'Buyer', scopes: ['orders:read', 'orders:write'] })
})
afterAll(() => portico.close())

const addGroup = async (rule: 'everyone' | 'area' | null, members: Person[] = []) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(
      `insert into user_group (id, name, area_id, rule) select $1, $2, id, $3 from area where is_default`,
      [id, `group ${id}`, rule],
    )
    for (const member of members)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        id,
        member.id,
      ])
  })
  return id
}
const rolesOf = async (person: Person) =>
  (
    await portico.database.query<{ name: string }>(
      `select role_name as name from roles_anywhere($1) where application_name = 'shop'`,
      [person.id],
    )
  ).map(({ name }) => name)

test('a role is held by an own row, whether it is inheritable or not', async () => {
  for (const inheritable of [true, false]) {
    const person = await addPerson(portico)
    await assignRole(portico, {
      identityId: person.id,
      roleId: application.roleId,
      tenantId: await addTenant(portico),
      inheritable,
    })
    expect(await rolesOf(person)).toEqual(['Buyer'])
  }
})

test('a role is held through a group, by hand, by area, or everybody’s', async () => {
  const [member, colleague] = [await addPerson(portico), await addPerson(portico, { areaName: 'Customers' })]
  await assignRole(portico, {
    identityId: await addGroup(null, [member]),
    identityType: 'Group',
    roleId: application.roleId,
  })
  expect([await rolesOf(member), await rolesOf(colleague)]).toEqual([['Buyer'], []])
  const other = await addApplication(portico, { name: 'area-shop' })
  await assignRole(portico, { identityId: await addGroup('area'), identityType: 'Group', roleId: other.roleId })
  expect(await hasAccessTo(portico.database, { userId: member.id, applicationName: 'area-shop' })).toBe(true)
  expect(await hasAccessTo(portico.database, { userId: colleague.id, applicationName: 'area-shop' })).toBe(false)
})

test('drafts, locked people and disabled applications give nothing', async () => {
  const draft = await addPerson(portico, { draft: true })
  const locked = await addPerson(portico)
  const person = await addPerson(portico)
  const off = await addApplication(portico, { name: 'closed-shop', enabled: false })
  for (const someone of [draft, locked])
    await assignRole(portico, { identityId: someone.id, roleId: application.roleId })
  await assignRole(portico, { identityId: person.id, roleId: off.roleId })
  await portico.write((tx) =>
    tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id]),
  )
  expect([await rolesOf(draft), await rolesOf(locked)]).toEqual([[], []])
  expect(await hasAccessTo(portico.database, { userId: person.id, applicationName: 'closed-shop' })).toBe(false)
})

test('a token tells the roles and scopes of its application, the scoped permissions, and the groups', async () => {
  const person = await addPerson(portico, { roles: ['Manager'], areaName: 'Customers' })
  await assignRole(portico, { identityId: person.id, roleId: application.roleId })
  await portico.write((tx) =>
    tx.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values ($1, $2, $3, 'orders:refund')`,
      [randomUUID(), application.id, person.id],
    ),
  )
  expect(await accessForToken(portico.database, { userId: person.id, applicationName: 'shop' })).toEqual({
    roles: ['Buyer'],
    scopes: ['orders:read', 'orders:refund', 'orders:write'],
    groups: ['Users'],
  })
  const portal = await accessForToken(portico.database, { userId: person.id, applicationName: 'identity' })
  expect(portal.roles).toEqual(['Manager', 'User'])
})

test('a role called Administrator in another application gives nothing in the portal', async () => {
  const person = await addPerson(portico)
  const pretender = await addApplication(portico, { name: 'pretender', role: 'Administrator' })
  await assignRole(portico, { identityId: person.id, roleId: pretender.roleId })
  expect((await accessForToken(portico.database, { userId: person.id, applicationName: 'identity' })).roles).toEqual([
    'User',
  ])
})

test('the second factor is needed by whom a group reaches by rule: of its area, or everybody who is no draft', async () => {
  const [here, there, draft] = [
    await addPerson(portico),
    await addPerson(portico, { areaName: 'Customers' }),
    await addPerson(portico, { draft: true }),
  ]
  const needed = () => Promise.all([here, there, draft].map(({ id }) => needsSecondFactor(portico.database, id)))
  for (const [rule, expected] of [
    ['area', [true, false, false]],
    ['everyone', [true, true, false]],
  ] as const) {
    expect(await needed()).toEqual([false, false, false])
    const tenantId = await addTenant(portico, { twoFactor: true })
    await assignRole(portico, {
      identityId: await addGroup(rule),
      identityType: 'Group',
      roleId: application.roleId,
      tenantId,
    })
    expect(await needed()).toEqual(expected)
    await portico.write((tx) => tx.query(`delete from tenant_member where tenant_id = $1`, [tenantId]))
  }
})

test('an identity of unknown type gives nothing', async () => {
  const person = await addPerson(portico)
  await assignRole(portico, {
    identityId: person.id,
    identityType: 'Unknown',
    roleId: application.roleId,
    tenantId: await addTenant(portico, { twoFactor: true }),
  })
  expect([await rolesOf(person), await needsSecondFactor(portico.database, person.id)]).toEqual([[], false])
})

test('the second factor is needed at a flagged tenant and below an inheritable row above one, never for the global tenant', async () => {
  const root = await addTenant(portico)
  const flagged = await addTenant(portico, { parentId: await addTenant(portico, { parentId: root }), twoFactor: true })
  const at = async (tenantId: string, inheritable: boolean) => {
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: application.roleId, tenantId, inheritable })
    return needsSecondFactor(portico.database, person.id)
  }
  expect([await at(flagged, false), await at(root, true), await at(root, false)]).toEqual([true, true, false])
  expect(await needsSecondFactor(portico.database, (await addPerson(portico, { roles: ['Manager'] })).id)).toBe(false)
  const member = await addPerson(portico)
  await assignRole(portico, {
    identityId: await addGroup(null, [member]),
    identityType: 'Group',
    roleId: application.roleId,
    tenantId: flagged,
  })
  expect(await needsSecondFactor(portico.database, member.id)).toBe(true)
})
