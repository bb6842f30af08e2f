// What one person gains by joining a group and loses by leaving it.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { usersGroup } from '#contract/system-ids.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant, assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'

const { world, give, addGroup, addOwned, preview } = openAccess()

test('of joining a group that has a role everywhere: at each tenant that there is, less those where it was had', async () => {
  const [here, role] = [await addTenant(world.portico, { title: 'Somewhere' }), await addOwned('Everywhere')]
  await addTenant(world.portico, { parentId: here })
  const [uma, group] = [await addPerson(world.portico), await addGroup()]
  await give(zeroTenant, group, { roles: [role.roleId] })
  const [tenants] = await world.portico.database.query<{ count: number }>(`select count(*)::int from tenant`)
  const gain = async () => {
    const { items } = await preview({ kind: 'joinGroup', groupId: group.id, userId: uma.id })
    return items.map(({ change, everywhere, tenants: count, because }) => [
      change,
      everywhere,
      count,
      because.viaGroup !== null,
    ])
  }
  // Global is one of them.
  expect(await gain()).toEqual([['Gains', true, tenants?.count, true]])
  await give(here, uma, { roles: [role.roleId] })
  expect(await gain()).toEqual([['Gains', true, (tenants?.count ?? 0) - 2, true]])
})

test('of joining a group: what the person has by the group of their area is no gain', async () => {
  const [here, role] = [await addTenant(world.portico), await addOwned('Area')]
  const [vera, group] = [await addPerson(world.portico), await addGroup()]
  await give(here, group, { roles: [role.roleId] })
  const lines = async () =>
    (await preview({ kind: 'joinGroup', groupId: group.id, userId: vera.id })).items.map(({ roleName }) => roleName)
  expect(await lines()).toEqual(['Area'])
  const id = randomUUID()
  await world.portico.write((tx) =>
    tx.query(
      `insert into user_group (id, name, area_id, rule) select $1, 'All of it', area_id, 'area' from portal_user where id = $2`,
      [id, vera.id],
    ),
  )
  await give(here, { id, group: true }, { roles: [role.roleId] })
  expect(await lines()).toEqual([])
})

test('4.2 of joining and leaving a group: a draft and somebody who is locked gain and lose nothing', async () => {
  const here = await addTenant(world.portico)
  // What everybody has they have not either.
  await assignRole(world.portico, {
    identityId: usersGroup,
    identityType: 'Group',
    roleId: world.shop.roleId,
    tenantId: await addTenant(world.portico, { parentId: here }),
  })
  const [draft, locked] = [await addPerson(world.portico), await addPerson(world.portico)]
  const [joined, other] = [await addGroup(draft, locked), await addGroup()]
  for (const group of [joined, other]) await give(here, group)
  const changes = async () =>
    Promise.all(
      [draft, locked].flatMap(({ id: userId }) =>
        [
          { kind: 'joinGroup', groupId: other.id, userId },
          { kind: 'leaveGroup', groupId: joined.id, userId },
        ].map(async (change) => (await preview(change)).count),
      ),
    )
  expect(await changes()).toEqual([0, 1, 0, 1])
  await world.portico.write(async (tx) => {
    await tx.query(`update portal_user set draft = true where id = $1`, [draft.id])
    await tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id])
  })
  expect(await changes()).toEqual([0, 0, 0, 0])
})

test('A-37 joining a group at a tenant that demands it asks somebody for a second factor, unless they need it already', async () => {
  const strict = await addTenant(world.portico, { twoFactor: true })
  const [person, group] = [await addPerson(world.portico), await addGroup()]
  await give(strict, group)
  const newly = async () =>
    (await preview({ kind: 'joinGroup', groupId: group.id, userId: person.id })).summary.newlySecondFactor
  expect(await newly()).toBe(1)
  await give(strict, person)
  expect(await newly()).toBe(0)
})
