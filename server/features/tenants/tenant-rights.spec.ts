// Who reads and changes tenants without being an Administrator (section 6).
import { beforeAll, expect, test } from 'vitest'
import type { Group } from '#contract/group-entry.ts'
import type { Tenant, TenantItem } from '#contract/tenant-entry.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { openTenants } from './tenants.harness.ts'

type List = { items: TenantItem[]; count: number }

const { world, call, create, get } = openTenants()
const everywhere = apiCaller(
  () => world.portico,
  '',
  () => world.administrator,
)

let manager: Bearer
beforeAll(async () => {
  manager = (await signIn(world.portico, await addPerson(world.portico, { roles: ['Manager'] }))).bearer
})

test('R6-13 R6-04 a Manager makes, edits, moves and deletes tenants; the second factor is an Administrator’s', async () => {
  const made = await call<Tenant>('POST', '', { as: manager, body: { title: 'By a manager', areaId: world.areaId } })
  const { id } = made.body
  const parent = await create()
  expect((await call('PATCH', `/${id}`, { as: manager, body: { title: 'Edited' } })).status).toBe(200)
  expect(
    (await call<Tenant>('PUT', `/${id}/change-parent`, { as: manager, body: { newParentId: parent.id } })).body
      .parentId,
  ).toBe(parent.id)
  expect((await call('POST', `/twoModeAuth/${id}`, { as: manager, body: { enable: true } })).status).toBe(403)
  expect((await call('DELETE', `/${id}`, { as: manager })).status).toBe(200)
})

test('R6-10 a UserAdministrator finds the tenant to give a role at, gives it there, and reads and changes nothing else of tenants', async () => {
  const giver = (await signIn(world.portico, await addPerson(world.portico, { roles: ['UserAdministrator'] }))).bearer
  const shop = await addApplication(world.portico, { name: 'chosen-shop', role: 'Buyer' })
  const person = await addPerson(world.portico)
  const parent = await create({ title: 'Chosen above' })
  const place = await create({ title: 'Chosen place', parentId: parent.id })
  const titles = async (path: string) =>
    (await call<List>('GET', path, { as: giver })).body.items.map(({ title }) => title)
  expect([await titles('?search=chosen'), await titles(`/${parent.id}/children`)]).toEqual([
    ['Chosen above', 'Chosen place'],
    ['Chosen place'],
  ])
  expect(
    (
      await call('POST', `/${place.id}/members`, {
        as: giver,
        body: { identityType: 'User', identityId: person.id, roles: [shop.roleId], isInheritable: false },
      })
    ).status,
  ).toBe(200)
  const body = { title: 'Mine', areaId: world.areaId }
  for (const [method, path, sent] of [
    ['GET', `/${place.id}`],
    ['GET', `/${place.id}/hierarchy-tree`],
    ['GET', '/export'],
    ['GET', `/${place.id}/members`],
    ['POST', '', body],
    ['PUT', `/${place.id}`, body],
    ['PATCH', `/${place.id}`, body],
    ['PUT', `/${place.id}/change-parent`, { newParentId: null }],
    ['DELETE', `/${place.id}`],
  ] as const)
    expect([method, path, (await call(method, path, { as: giver, body: sent })).status]).toEqual([method, path, 403])
  expect((await get(place.id)).title).toBe('Chosen place')
})

test.each([
  ['alone', ['User']],
  ['beside TenantAdministrator', ['User', 'TenantAdministrator']],
] as const)(
  'R6-14 the role User %s reads no tenants, changes none, and gives nobody anything',
  async (_beside, roles) => {
    const user = (await signIn(world.portico, await addPerson(world.portico, { roles: [...roles] }))).bearer
    const { id } = await create()
    const gift = { identityType: 'User', identityId: crypto.randomUUID(), roles: [], isInheritable: false }
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', `/${id}`, undefined],
      ['POST', '', { title: 'x', areaId: world.areaId }],
      ['PUT', `/${id}`, { title: 'x', areaId: world.areaId }],
      ['PATCH', `/${id}`, { title: 'x' }],
      ['PUT', `/${id}/change-parent`, { newParentId: null }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/members`, gift],
      ['PUT', `/${id}/members/${id}`, gift],
      ['DELETE', `/${id}/members/${id}`, undefined],
      ['POST', `/${id}/members/revokeAccess`, { identityId: id, applications: [] }],
    ] as const)
      expect([method, path, (await call(method, path, { as: user, ...(body && { body }) })).status]).toEqual([
        method,
        path,
        403,
      ])
  },
)

test('R6-14 the role User reads and takes nobody’s permissions, and puts nobody into a group that they read', async () => {
  const reader = await addPerson(world.portico, { roles: ['User'] })
  const user = (await signIn(world.portico, reader)).bearer
  const person = await addPerson(world.portico)
  const { id: groupId } = (
    await everywhere.call<Group>('POST', '/admin/groups', { body: { name: 'Not theirs', areaId: world.areaId } })
  ).body
  const joining = { userId: person.id, permission: 'Reader' }
  const identities = '/admin/tenantIdentities'
  const members = `${identities}/groups/${groupId}/users`
  await everywhere.call('POST', members, { body: { userId: reader.id, permission: 'Reader' } })
  for (const [method, path, refused, body] of [
    ['GET', `${identities}/${person.id}`, 403, undefined],
    ['DELETE', `${identities}/${person.id}`, 403, []],
    ['POST', members, 404, joining],
  ] as const) {
    const { status } = await everywhere.call(method, path, { as: user, ...(body && { body }) })
    expect([method, path, status]).toEqual([method, path, refused])
  }
  expect((await everywhere.call('POST', members, { body: joining })).status).toBe(200)
})
