// What a preview counts, change by change, and who may look.
import { describe, expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'

const { world, call, give, addGroup, addOwned, preview, everyEffectiveRole } = openAccess()

const pairsOf = (effective: Iterable<string>) =>
  [...new Set([...effective].map((entry) => entry.split(' ').slice(0, 2).join(' ')))].toSorted()

describe('a preview, with exact counts', () => {
  test('of leaving tenants: all of them, or those that were named; what was given at Global stays', async () => {
    const [north, south] = [
      await addTenant(world.portico, { title: 'North' }),
      await addTenant(world.portico, { title: 'South' }),
    ]
    const inner = await addTenant(world.portico, { title: 'Inner', parentId: north })
    const [leo, reader] = [await addPerson(world.portico, { firstName: 'Leo' }), await addOwned('Reader')]
    await give(north, leo)
    await give(south, leo, { roles: [world.shop.roleId, reader.roleId] })
    await give(zeroTenant, leo, { roles: [reader.roleId] })
    const all = await preview({ kind: 'leaveTenants', identityId: leo.id })
    expect(
      all.items.map(({ displayName, change, roleName, tenants }) => [displayName, change, roleName, tenants]),
    ).toEqual([['Leo Ruiz', 'Loses', 'Seller', 3]])
    expect(all.summary).toMatchObject({ losing: { people: 1, roles: 1 }, gaining: { people: 0, roles: 0 } })
    const one = await preview({ kind: 'leaveTenants', identityId: leo.id, tenantIds: [north] })
    expect(one.items.map(({ roleName, tenants, because }) => [roleName, tenants, because.tenantName])).toEqual([
      ['Seller', 2, 'North'],
    ])
    expect(
      (await preview({ kind: 'leaveTenants', identityId: leo.id, tenantIds: [north, south] })).items.map(
        ({ tenants }) => tenants,
      ),
    ).toEqual([3])
    expect(
      (await call('POST', 'access/preview', { body: { kind: 'leaveTenants', identityId: leo.id, tenantIds: [inner] } }))
        .status,
    ).toBe(404)
  })

  test('of a tenant that goes: who keeps a role at Global loses nothing, whatever else gave it there', async () => {
    const [tenant, both, only, none] = [
      await addTenant(world.portico),
      await addPerson(world.portico),
      await addPerson(world.portico),
      await addPerson(world.portico, { firstName: 'Nora' }),
    ]
    for (const one of [both, only]) await give(zeroTenant, one)
    for (const one of [both, none]) await give(tenant, one)
    const { items, summary } = await preview({ kind: 'deleteTenant', tenantId: tenant })
    expect(items.map(({ displayName, change, tenants }) => [displayName, change, tenants])).toEqual([
      ['Nora Ruiz', 'Loses', 1],
    ])
    expect(summary.losing).toEqual({ people: 1, roles: 1 })
  })

  test('of a group, a role and an application that go: everybody who had something by them', async () => {
    const [here, team] = [await addTenant(world.portico, { title: 'Here' }), await addOwned('Planner')]
    const [ada, bea, cas] = [
      await addPerson(world.portico, { firstName: 'Ada' }),
      await addPerson(world.portico, { firstName: 'Bea' }),
      await addPerson(world.portico, { firstName: 'Cas' }),
    ]
    const group = await addGroup(ada, bea)
    await give(here, group, { roles: [team.roleId] })
    await give(here, bea, { roles: [team.roleId] })
    await give(here, cas, { roles: [team.roleId] })
    const lines = async (change: object) =>
      (await preview(change)).items.map(({ displayName, change: kind, roleName, because }) => [
        displayName,
        kind,
        roleName,
        because.viaGroup !== null,
      ])
    // Bea keeps what she was given herself.
    expect(await lines({ kind: 'deleteGroup', groupId: group.id })).toEqual([['Ada Ruiz', 'Loses', 'Planner', true]])
    const { items } = await preview({ kind: 'deleteGroup', groupId: group.id })
    expect(items[0]).toMatchObject({ applicationName: team.name, applicationTitle: `Shown ${team.name}` })
    const everybody = [
      ['Ada Ruiz', 'Loses', 'Planner', true],
      ['Bea Ruiz', 'Loses', 'Planner', false],
      ['Cas Ruiz', 'Loses', 'Planner', false],
    ]
    expect(await lines({ kind: 'deleteRole', applicationId: team.id, roleId: team.roleId })).toEqual(everybody)
    expect(await lines({ kind: 'deleteApplication', applicationId: team.id })).toEqual(everybody)
    expect((await preview({ kind: 'deleteApplication', applicationId: team.id })).summary).toMatchObject({
      losing: { people: 3, roles: 3 },
      gaining: { people: 0, roles: 0 },
    })
  })

  test('of a user who goes: all that it had, what everybody has as well', async () => {
    const [here, fay] = [
      await addTenant(world.portico, { title: 'There' }),
      await addPerson(world.portico, { firstName: 'Fay' }),
    ]
    await give(here, fay)
    await give(here, await addGroup(fay), { roles: [(await addOwned('Clerk')).roleId] })
    const before = await everyEffectiveRole({ people: [fay.id], tenants: [here, zeroTenant] })
    const { items, summary } = await preview({ kind: 'deleteUser', userId: fay.id })
    expect(items.map(({ roleName }) => roleName)).toEqual(expect.arrayContaining(['Clerk', 'Seller']))
    expect(summary.losing).toEqual({ people: 1, roles: pairsOf(before).length })
    expect(
      (await call('POST', 'access/preview', { body: { kind: 'deleteUser', userId: world.chief.id } })).status,
    ).toBe(409)
  })

  test('of several rows at once: together they take what none of them takes alone', async () => {
    const top = await addTenant(world.portico, { title: 'Top' })
    const low = await addTenant(world.portico, { title: 'Low', parentId: top })
    const [gil, hal] = [
      await addPerson(world.portico, { firstName: 'Gil' }),
      await addPerson(world.portico, { firstName: 'Hal' }),
    ]
    const [upper, lower, other] = [await give(top, gil), await give(low, gil), await give(low, hal)]
    const row = ({ id, tenantId }: Member) => ({ kind: 'removeMember', tenantId, memberId: id })
    const lines = async (...rows: Member[]) =>
      (await preview({ kind: 'several', changes: rows.map(row) })).items.map(({ displayName, tenants }) => [
        displayName,
        tenants,
      ])
    expect(await lines(lower)).toEqual([])
    expect(await lines(upper)).toEqual([['Gil Ruiz', 1]])
    expect(await lines(upper, lower, other)).toEqual([
      ['Gil Ruiz', 2],
      ['Hal Ruiz', 1],
    ])
    expect(
      (await call('POST', 'access/preview', { body: { kind: 'several', changes: [row(upper), row(upper)] } })).status,
    ).toBe(404)
    expect((await call('POST', 'access/preview', { body: { kind: 'several', changes: [] } })).status).toBe(400)
    expect(
      (
        await call('POST', 'access/preview', {
          body: { kind: 'several', changes: [{ kind: 'move', tenantId: low, newParentId: null }] },
        })
      ).status,
    ).toBe(400)
  })

  test('of joining and leaving a group: what it gives, but nothing of an application that is switched off', async () => {
    const here = await addTenant(world.portico, { title: 'Office' })
    const [on, off] = [await addOwned('Writer'), await addOwned('Idler')]
    const [dan, eve] = [await addPerson(world.portico, { firstName: 'Dan' }), await addPerson(world.portico)]
    const group = await addGroup(dan)
    await give(here, group, { roles: [on.roleId, off.roleId] })
    await world.portico.write((tx) => tx.query(`update application set enabled = false where id = $1`, [off.id]))
    const lines = async (kind: string, userId: string) =>
      (await preview({ kind, groupId: group.id, userId })).items.map(({ change, roleName }) => [change, roleName])
    expect(await lines('joinGroup', eve.id)).toEqual([['Gains', 'Writer']])
    expect(await lines('leaveGroup', dan.id)).toEqual([['Loses', 'Writer']])
    expect(await lines('deleteGroup', dan.id)).toEqual([['Loses', 'Writer']])
  })

  test('is the same preview while somebody else makes a tenant, where a role comes from Global; another one where it comes from above that tenant', async () => {
    const top = await addTenant(world.portico, { title: 'Growing' })
    const [kai, global] = [await addPerson(world.portico, { firstName: 'Kai' }), await addGroup()]
    await give(zeroTenant, global)
    const row = await give(top, kai, { roles: [(await addOwned('Grower')).roleId] })
    const stamps = async () => {
      const changes = [
        { kind: 'joinGroup', groupId: global.id, userId: kai.id },
        { kind: 'removeMember', tenantId: top, memberId: row.id },
      ]
      return Promise.all(changes.map(async (change) => (await preview(change)).stamp))
    }
    const [joining, removing] = await stamps()
    await addTenant(world.portico, { parentId: top })
    const [joiningNow, removingNow] = await stamps()
    expect([joiningNow === joining, removingNow === removing]).toEqual([true, false])
    await give(zeroTenant, global, { roles: [(await addOwned('Other')).roleId] })
    expect((await stamps())[0]).not.toBe(joining)
  })

  test('has the door of each change: anyone who may not make it may not look', async () => {
    const [tenant, person, role] = [
      await addTenant(world.portico),
      await addPerson(world.portico),
      await addOwned('Door'),
    ]
    const [group, member] = [await addGroup(person), await give(tenant, person)]
    const bearerOf = async (name: string) =>
      (await signIn(world.portico, await addPerson(world.portico, { roles: [name] }))).bearer
    const [manager, clerk] = [await bearerOf('Manager'), await bearerOf('UserAdministrator')]
    const row = { kind: 'removeMember', tenantId: tenant, memberId: member.id }
    const status = async (body: object) => [
      (await call('POST', 'access/preview', { as: clerk, body })).status,
      (await call('POST', 'access/preview', { as: manager, body })).status,
    ]
    expect(await status({ kind: 'deleteTenant', tenantId: tenant })).toEqual([403, 200])
    expect(await status({ kind: 'leaveTenants', identityId: person.id })).toEqual([200, 403])
    expect(await status({ kind: 'deleteUser', userId: person.id })).toEqual([200, 403])
    expect(await status({ kind: 'deleteGroup', groupId: group.id })).toEqual([403, 403])
    expect(await status({ kind: 'deleteRole', applicationId: role.id, roleId: role.roleId })).toEqual([403, 403])
    expect(await status({ kind: 'deleteApplication', applicationId: role.id })).toEqual([403, 403])
    expect(await status({ kind: 'several', changes: [row] })).toEqual([200, 403])
    // One that is not open is enough.
    expect(await status({ kind: 'several', changes: [row, { kind: 'deleteGroup', groupId: group.id }] })).toEqual([
      403, 403,
    ])
  })
})
