// As of: the members of a tenant at any past moment, from the audit log: memberships, roles, inheritance, the tree and
// groups.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { openPast } from './as-of.harness.ts'

const { world, done, tenantNamed, give, moment } = openPast()
let second: string
beforeAll(async () => {
  second = randomUUID()
  await world.portico.write((tx) =>
    tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Buyer')`, [second, world.shop.id]),
  )
})

const list = async (tenantId: string, asOf?: string) =>
  (
    await done<Page<Member>>(
      'GET',
      `/tenants/${tenantId}/members?includeHierarchy=true&excludeUserGlobal=true&take=100${asOf ? `&asOf=${asOf}` : ''}`,
    )
  ).items
    .map(({ displayName, hierarchyType, isInheritable, roles, inheritedFrom }) =>
      [
        displayName,
        hierarchyType,
        isInheritable,
        inheritedFrom?.tenantName ?? '–',
        ...(roles ?? []).map(({ roleName, hierarchyType: type }) => `${roleName} ${type}`),
      ].join(' '),
    )
    .toSorted()
const effective = async (tenantId: string, userId: string, asOf?: string) =>
  (
    await done<IdentityAtTenant>(
      'GET',
      `/tenants/${tenantId}/members/identity?identityId=${userId}&includeHierarchy=true${asOf ? `&asOf=${asOf}` : ''}`,
    )
  ).roles
    .map(({ roleName, viaGroup }) => `${roleName}${viaGroup ? ' by a group' : ''}`)
    .filter((role) => !role.startsWith('User '))

test('every state that the screen ever showed is shown again as of its moment', async () => {
  const [north, south] = [await tenantNamed('North'), await tenantNamed('South')]
  const shopHere = await tenantNamed('Shop', north)
  const [ana, ben, cleo] = [
    await addPerson(world.portico, { firstName: 'Ana' }),
    await addPerson(world.portico, { firstName: 'Ben' }),
    await addPerson(world.portico, { firstName: 'Cleo' }),
  ]
  const group = (await done<{ id: string }>('POST', '/groups', { name: 'Night shift', areaId: world.areaId })).id
  const states: { at: string; members: string[]; ben: string[] }[] = []
  const remember = async () =>
    void states.push({ members: await list(shopHere), ben: await effective(shopHere, ben.id), at: await moment() })
  await remember()
  const row = await give(shopHere, ana.id, [world.shop.roleId], { isInheritable: false })
  await remember()
  await give(north, ben.id, [world.shop.roleId])
  await remember()
  await done('PUT', `/tenants/${shopHere}/members/${row.id}`, { isInheritable: true, roles: [second] })
  await remember()
  await give(south, cleo.id, [second])
  await done('PUT', `/tenants/${shopHere}/change-parent`, { newParentId: south })
  await remember()
  await give(south, group, [world.shop.roleId], { identityType: 'Group' })
  await done('POST', `/groups/${group}/users`, { userId: ben.id, permission: 'Reader' })
  await remember()
  await done('DELETE', `/tenants/${shopHere}/members/${row.id}`)
  await done('DELETE', `/groups/${group}/users/${ben.id}`)
  await remember()
  expect(states.map(({ members, ben: roles }) => [members, roles])).toEqual([
    [[], []],
    [['Ana Ruiz Own false – Seller Own'], []],
    [['Ana Ruiz Own false – Seller Own', 'Ben Ruiz ByHierarchy true North Seller ByHierarchy'], ['Seller']],
    [['Ana Ruiz Own true – Buyer Own', 'Ben Ruiz ByHierarchy true North Seller ByHierarchy'], ['Seller']],
    [['Ana Ruiz Own true – Buyer Own', 'Cleo Ruiz ByHierarchy true South Buyer ByHierarchy'], []],
    [
      [
        'Ana Ruiz Own true – Buyer Own',
        'Cleo Ruiz ByHierarchy true South Buyer ByHierarchy',
        'Night shift ByHierarchy true South Seller ByHierarchy',
      ],
      ['Seller by a group'],
    ],
    [
      ['Cleo Ruiz ByHierarchy true South Buyer ByHierarchy', 'Night shift ByHierarchy true South Seller ByHierarchy'],
      [],
    ],
  ])
  for (const { at, members, ben: roles } of states)
    expect([at, await list(shopHere, at), await effective(shopHere, ben.id, at)]).toEqual([at, members, roles])
  await done('DELETE', `/users/${cleo.id}`)
  const after = await list(shopHere, states.at(-1)?.at)
  expect(after).toContain(`${cleo.userName} ByHierarchy true South Buyer ByHierarchy`)
  expect(await list(shopHere)).toEqual(['Night shift ByHierarchy true South Seller ByHierarchy'])
})

test('a role counts as of a day before its end, and not after; what is no time is named', async () => {
  const tenant = await tenantNamed('Fair')
  const dora = await addPerson(world.portico, { firstName: 'Dora' })
  const row = await give(tenant, dora.id, [world.shop.roleId])
  const at = await moment()
  await world.portico.write((tx) =>
    tx.query(`update role_assignment set ends_on = now() + interval '1 day' where member_id = $1`, [row.id]),
  )
  const in2days = new Date(Date.now() + 2 * 86_400_000).toISOString()
  expect([await list(tenant, at), await list(tenant, in2days)]).toEqual([
    ['Dora Ruiz Own true – Seller Own'],
    ['Dora Ruiz Own true –'],
  ])
  expect(await list(tenant, new Date().toISOString().slice(0, 10))).toHaveLength(1)
  for (const none of ['yesterday', '0000-01-01', '2026-01-01T10:00:00%2B16:00'])
    await expect(list(tenant, none)).rejects.toThrow('400')
})
