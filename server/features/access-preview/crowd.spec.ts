// A change that many lose and gain by alike: counted person by person, shown page by page, and the same in any order.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Difference } from '#contract/access-preview.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import type { Measure } from './measure.ts'
import { namedInOrder } from './named-differences.ts'

const { world, call, good, give, addGroup, addOwned, preview } = openAccess()

const write = (text: string, values: readonly unknown[]) => world.portico.write((tx) => tx.query(text, [...values]))

/** Two roles are lost and one is gained where `low` moves; whoever keeps it by a row of their own loses less. */
const openCrowd = async () => {
  const [top, next] = [await addTenant(world.portico), await addTenant(world.portico)]
  const low = await addTenant(world.portico, { parentId: top })
  const [a, b, c] = [await addOwned('Aa'), await addOwned('Bb'), await addOwned('Cc')]
  const names = ['Nil', 'Ada', 'Zoe', 'Kim', 'Bob', 'Uwe']
  const people = await Promise.all(names.map((firstName) => addPerson(world.portico, { firstName })))
  const [nil, ada] = people as [Person, Person]
  const [draft, locked] = [await addPerson(world.portico), await addPerson(world.portico)]
  const crowd = await addGroup(...people, draft, locked)
  await give(top, crowd, { roles: [a.roleId, b.roleId] })
  await give(next, crowd, { roles: [c.roleId] })
  // What is held there itself stays.
  await give(low, nil, { roles: [a.roleId, b.roleId, c.roleId] })
  await give(low, ada, { roles: [b.roleId] })
  await write(`update portal_user set draft = true where id = $1`, [draft.id])
  await write(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id])
  return { low, people, move: { kind: 'move', tenantId: low, newParentId: next } }
}

test('of a move: each person and role counts, and who loses nothing or has nothing does not', async () => {
  const { move } = await openCrowd()
  const { summary, items, count } = await preview(move)
  const named = (rows: readonly Difference[]) => rows.map((row) => `${row.displayName} ${row.change} ${row.roleName}`)
  const full = (name: string) => [`${name} Ruiz Loses Aa`, `${name} Ruiz Loses Bb`, `${name} Ruiz Gains Cc`]
  const ada = ['Ada Ruiz Loses Aa', 'Ada Ruiz Gains Cc']
  const others = ['Bob', 'Kim', 'Uwe', 'Zoe'].flatMap(full)
  expect(named(items).toSorted()).toEqual([...ada, ...others].toSorted())
  // Person by person; what is lost first, by application.
  expect(items.map(({ displayName }) => displayName)).toEqual(items.map(({ displayName }) => displayName).toSorted())
  for (const rows of Map.groupBy(items, ({ userId }) => userId).values()) {
    const kinds = rows.map(({ change }) => change)
    expect(kinds).toEqual([...kinds.filter((kind) => kind === 'Loses'), 'Gains'])
    const applications = rows.filter(({ change }) => change === 'Loses').map(({ applicationName }) => applicationName)
    expect(applications).toEqual(applications.toSorted(new Intl.Collator().compare))
  }
  expect(count).toBe(14)
  // Nil keeps all of it, and so does the administrator; a role is left to all of them there.
  expect(summary).toMatchObject({
    losing: { people: 5, roles: 9 },
    gaining: { people: 5, roles: 5 },
    unchanged: 2,
    noRoleLeft: 0,
  })
})

test('page by page it is the same rows in the same order; narrowed, those that are asked for', async () => {
  const { move } = await openCrowd()
  const { items, stamp } = await preview(move)
  const pages: Difference[] = []
  for (let skip = 0; skip < items.length; skip += 3) {
    const page = await good<{ items: Difference[]; count: number; stamp: string }>(
      'POST',
      `access/preview?skip=${skip}&take=3`,
      move,
    )
    expect([page.count, page.stamp]).toEqual([items.length, stamp])
    pages.push(...page.items)
  }
  expect(pages).toEqual(items)
  const gains = await preview(move, '&change=Gains&search=zoe')
  expect(gains.items).toEqual(items.filter((row) => row.displayName === 'Zoe Ruiz' && row.change === 'Gains'))
})

test('who has none left where the tenant goes to no other is counted, each of them', async () => {
  const { low, people } = await openCrowd()
  const { summary, items } = await preview({ kind: 'move', tenantId: low, newParentId: null })
  expect([summary.losing, summary.noRoleLeft]).toEqual([{ people: 5, roles: 9 }, 4])
  const without = new Set(items.flatMap(({ userId, noRoleLeft }) => (noRoleLeft ? userId : [])))
  expect(without).toEqual(new Set(people.slice(2).map(({ id }) => id)))
})

test('people of a group that takes them by their area gain and lose with it, also beside one who joins', async () => {
  const [here, role] = [await addTenant(world.portico), await addOwned('Regional')]
  const [ivo, joined] = [await addPerson(world.portico), await addGroup()]
  const id = randomUUID()
  await write(
    `insert into user_group (id, name, area_id, rule) select $1, 'All there', area_id, 'area' from portal_user where id = $2`,
    [id, ivo.id],
  )
  await assignRole(world.portico, { identityId: id, identityType: 'Group', roleId: role.roleId, tenantId: here })
  await give(here, joined, { roles: [role.roleId] })
  // As one of several, which is measured as all others are.
  const other = await addGroup()
  const several = {
    kind: 'several',
    changes: [joined, other].map(({ id: groupId }) => ({ kind: 'leaveGroup', groupId, userId: ivo.id })),
  }
  for (const group of [joined, other])
    await good('POST', `groups/${group.id}/users`, { userId: ivo.id, permission: 'Reader' })
  expect((await preview(several)).count).toBe(0)
  const { status, body } = await call<{ items: Difference[] }>('POST', 'access/preview?take=10000', {
    body: { kind: 'deleteRole', applicationId: role.id, roleId: role.roleId },
  })
  expect([status, body.items.some(({ userId }) => userId === ivo.id)]).toEqual([200, true])
})

test('a role and a person that are gone meanwhile are left out; what is lost comes before what is gained', async () => {
  const [person, role] = [await addPerson(world.portico), await addOwned('Left')]
  const change = (kind: 'Loses' | 'Gains', roleId: string) =>
    ({
      roleId,
      change: kind,
      tenants: 1,
      everywhere: false,
      because: { tenantId: randomUUID(), viaGroup: null },
    }) as const
  const changes = [change('Gains', role.roleId), change('Gains', randomUUID()), change('Loses', world.shop.roleId)]
  const nothing = { hasRole: () => true } as unknown as Measure
  const { count, page, all } = await namedInOrder(
    { db: world.portico.database } as unknown as Ctx,
    { before: nothing, after: nothing },
    [
      { people: [person.id, randomUUID()], changes },
      { people: [world.chief.id], changes: [change('Loses', randomUUID())] },
    ],
  )
  const rows = all().map((row) => [row.userId, row.change])
  expect([count, rows]).toEqual([
    2,
    [
      [person.id, 'Loses'],
      [person.id, 'Gains'],
    ],
  ])
  expect(page({ skip: 1, take: 5 })).toEqual(all().slice(1))
})
