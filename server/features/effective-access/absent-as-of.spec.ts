// As of a moment when something did not exist: groups that fill themselves, and what was deleted.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PermissionCheck } from '#contract/effective-access.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { openPast } from './as-of.harness.ts'

const { world, done, tenantNamed, give, moment, check } = openPast()

/**
 * Roles with their ways, groups but Users, and whether the person counts. What everybody has at the portal is left
 * aside.
 */
const summary = ({ applicationPermissions, groups, user }: PermissionCheck) => [
  ...applicationPermissions
    .filter(({ applicationId }) => applicationId >= 100)
    .flatMap(({ roleEntries }) =>
      roleEntries.map(({ name, direct, viaGroups, tenant }) =>
        [name, direct ? 'directly' : '', ...viaGroups, 'at', tenant.title].filter(Boolean).join(' '),
      ),
    ),
  ...groups.filter(({ name }) => name !== 'Users').map(({ name }) => `in ${name}`),
  ...(user.locked ? ['locked'] : []),
  ...(user.draft ? ['draft'] : []),
]
const asOfMoment = async (person: Person, tenantId: string, at: string) =>
  summary(await check(person, { tenantId, asOf: at }))
const identityAt = async (tenantId: string, { id }: Person, asOf = '') =>
  (
    await done<IdentityAtTenant>(
      'GET',
      `/tenants/${tenantId}/members/identity?identityId=${id}&includeHierarchy=true&asOf=${asOf}`,
    )
  ).roles
    .map(({ roleName, viaGroup }) => [roleName, viaGroup?.name].filter(Boolean).join(' by '))
    .filter((role) => !role.includes('Users'))
const newArea = async (name: string) => {
  const area = (await done('POST', '/areas', { name })).id
  const group = randomUUID()
  await world.portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id, rule) values ($1, $2, $3, 'area')`, [
      group,
      `All of ${name}`,
      area,
    ]),
  )
  return { area, group }
}

test('A-191 groups that fill themselves are as they were: of an area that was left, and of everybody before the draft was let in', async () => {
  const [north, south] = [await newArea('North area'), await newArea('South area')]
  const [tenant, hal] = [await tenantNamed('Areas'), await addPerson(world.portico, { draft: true })]
  await give(tenant, north.group, [world.shop.roleId], { identityType: 'Group' })
  await give(tenant, south.group, [world.desk.roleId], { identityType: 'Group' })
  await done('PATCH', `/users/${hal.id}`, { areaId: north.area })
  const draft = await moment()
  await done('POST', `/users/undraft/${hal.id}`)
  const there = await moment()
  await done('PATCH', `/users/${hal.id}`, { areaId: south.area })
  const groups = async (asOf: string) => (await check(hal, { asOf })).groups.map(({ name }) => name)
  expect([await groups(draft), await groups(there), await groups(await moment())]).toEqual([
    [],
    ['All of North area', 'Users'],
    ['All of South area', 'Users'],
  ])
  expect([await asOfMoment(hal, tenant, there), await identityAt(tenant, hal, there)]).toEqual([
    ['Seller All of North area at Areas', 'in All of North area'],
    ['Seller by All of North area'],
  ])
  expect(await identityAt(tenant, hal, draft)).toEqual([])
})

test('A-191 a group is nobody’s, and gives nothing, as of while it was deleted; the answer says that a tenant or a group did not exist', async () => {
  const early = await moment()
  const top = await tenantNamed('Above it')
  const [tenant, ida] = [await tenantNamed('Between', top), await addPerson(world.portico)]
  const crew = (await done('POST', '/groups', { name: 'Between crew', areaId: world.areaId })).id
  await done('POST', `/groups/${crew}/users`, { userId: ida.id, permission: 'Reader' })
  await give(top, crew, [world.shop.roleId], { identityType: 'Group' })
  await give(top, ida.id, [world.desk.roleId])
  const before = await moment()
  await done('DELETE', `/groups/${crew}`)
  await done('DELETE', `/tenants/${tenant}`)
  const gone = await moment()
  await done('POST', `/access/undo/removal/${tenant}`)
  await done('POST', `/access/undo/removal/${crew}`)
  const all = ['Agent directly at Between', 'Seller Between crew at Between', 'in Between crew']
  expect([
    await asOfMoment(ida, tenant, before),
    await asOfMoment(ida, tenant, gone),
    await asOfMoment(ida, tenant, await moment()),
  ]).toEqual([all, [], all])
  const absent = async (asOf: string) => [
    (await check(ida, { tenantId: tenant, asOf })).absent,
    ...(await absentFor(tenant, crew, asOf)),
  ]
  expect([await absent(early), await absent(before), await absent(gone)]).toEqual([
    [['tenant', 'user'], ['tenant'], ['tenant', 'group']],
    [[], [], []],
    [['tenant'], ['tenant'], ['tenant', 'group']],
  ])
  expect(
    (await done<Page<Member>>('GET', `/tenants/${tenant}/members?includeHierarchy=true&asOf=${gone}`)).items,
  ).toEqual([])
})
const absentFor = async (tenant: string, group: string, asOf: string) => [
  (await done<{ absent?: string[] }>('GET', `/tenants/${tenant}/members?asOf=${asOf}`)).absent,
  (await done<IdentityAtTenant>('GET', `/tenants/${tenant}/members/identity?identityId=${group}&asOf=${asOf}`)).absent,
]
