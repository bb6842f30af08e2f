// What is foreseen is what happens, and undone it is as it was: of every kind of change, with exact counts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Preview } from '#contract/access-preview.ts'
import type { AccessChange } from '#contract/access-preview.ts'
import type { Member } from '#contract/members.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson, addTenant, signIn, zeroTenant } from '#server/spec/testing/people.ts'

const { world, call, good, give, addGroup, addOwned, preview, everyRight, apply } = openAccess()

const pairsOf = (rights: Iterable<string>) =>
  [...new Set([...rights].map((right) => right.split(' ').slice(0, 2).join(' ')))].toSorted()
const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T

const index = fc.nat({ max: 1_000_000 })
const kinds = [
  'move',
  'deleteTenant',
  'removeMember',
  'saveMember',
  'revoke',
  'addMember',
  'leaveTenants',
  'joinGroup',
  'leaveGroup',
  'deleteGroup',
  'deleteUser',
  'deleteRole',
  'deleteApplication',
  'severalRows',
  'severalPeople',
] as const
const stepOf = (kind: (typeof kinds)[number]) =>
  fc.record({ kind: fc.constant(kind), a: index, b: index, c: fc.boolean() })
const worldWith = (kind: (typeof kinds)[number]) =>
  fc.record({
    parents: fc.array(fc.option(index), { minLength: 4, maxLength: 8 }),
    rows: fc.array(
      fc.record({ tenant: index, identity: index, roles: fc.subarray([0, 1], { minLength: 1 }), passes: fc.boolean() }),
      { minLength: 4, maxLength: 12 },
    ),
    membership: fc.array(fc.tuple(index, index), { maxLength: 5 }),
    step: stepOf(kind),
  })
type Drawn = ReturnType<typeof worldWith> extends fc.Arbitrary<infer One> ? One : never

/** Tenants, groups, rows and memberships, as they were drawn. */
const build = async ({ parents, rows, membership }: Drawn) => {
  const applications = [await addOwned('R1'), await addOwned('R2')]
  const people = await Promise.all([1, 2, 3, 4].map(() => addPerson(world.portico)))
  const tenants: string[] = []
  for (const parent of parents)
    tenants.push(
      await addTenant(
        world.portico,
        parent === null || tenants.length === 0 ? {} : { parentId: pick(tenants, parent) },
      ),
    )
  const groups = [await addGroup(), await addGroup()]
  for (const [user, group] of membership)
    await good('POST', `groups/${pick(groups, group).id}/users`, {
      userId: pick(people, user).id,
      permission: 'Reader',
    })
  const given: Member[] = []
  for (const { tenant, identity, roles, passes } of rows)
    given.push(
      await give(pick([...tenants, zeroTenant], tenant), pick([...people, ...groups], identity), {
        roles: roles.map((role) => pick(applications, role).roleId),
        isInheritable: passes,
      }),
    )
  const memberships = membership.map(([user, group]) => ({
    userId: pick(people, user).id,
    groupId: pick(groups, group).id,
  }))
  return { applications, people, tenants, groups, given, memberships }
}
type Built = Awaited<ReturnType<typeof build>>

const several = (changes: readonly object[]): AccessChange | undefined => {
  const once = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
  return once.length > 0 ? ({ kind: 'several', changes: once } as AccessChange) : undefined
}

const changeOf = (
  { applications, people, tenants, groups, given, memberships }: Built,
  { kind, a, b, c }: Drawn['step'],
): AccessChange | undefined => {
  const [member, [firstMembership]] = [pick(given, a), memberships]
  const [tenant, group, person, application] = [
    pick(tenants, b),
    pick(groups, a),
    pick(people, a),
    pick(applications, a),
  ]
  const standing = { tenantId: member.tenantId, memberId: member.id }
  const row = (of: Member) => ({ kind: 'removeMember' as const, tenantId: of.tenantId, memberId: of.id })
  const changes: Record<(typeof kinds)[number], AccessChange | undefined> = {
    move: { kind: 'move', tenantId: pick(tenants, a), newParentId: c ? null : tenant },
    deleteTenant: { kind: 'deleteTenant', tenantId: tenant },
    removeMember: row(member),
    saveMember: {
      kind: 'saveMember',
      ...standing,
      member: { isInheritable: c, roles: [pick(applications, b).roleId] },
    },
    revoke: {
      kind: 'revoke',
      tenantId: tenant,
      revocation: { applicationIds: applications.map(({ id }) => id), userId: member.identityId, includeParent: c },
    },
    addMember: {
      kind: 'addMember',
      tenantId: tenant,
      member: { identityType: 'Group', identityId: group.id, roles: [application.roleId], isInheritable: c },
    },
    leaveTenants: {
      kind: 'leaveTenants',
      identityId: member.identityId,
      tenantIds: c ? [] : [member.tenantId, tenant],
    },
    joinGroup: { kind: 'joinGroup', groupId: group.id, userId: pick(people, b).id },
    leaveGroup: firstMembership && { kind: 'leaveGroup', ...firstMembership },
    deleteGroup: { kind: 'deleteGroup', groupId: group.id },
    deleteUser: { kind: 'deleteUser', userId: person.id },
    deleteRole: { kind: 'deleteRole', applicationId: application.id, roleId: application.roleId },
    deleteApplication: { kind: 'deleteApplication', applicationId: application.id },
    severalRows: several([member, pick(given, b), pick(given, a + 1)].map(row)),
    severalPeople: several(memberships.slice(0, 3).map((one) => ({ kind: 'leaveGroup', ...one }))),
  }
  return changes[kind]
}

/** What can be taken back of what was done since, newest first. */
const undoable = `member\\.(added|changed|removed)|tenant\\.moved|group-member\\.(added|changed|removed)`
const eventsSince = (id: number, types: string) =>
  world.portico.database.query<{ id: number }>(
    `select id from audit_event where id > $1 and type ~ '^(${types})$' order by id desc`,
    [id],
  )
const newestEvent = async () =>
  (await world.portico.database.query<{ id: number }>(`select max(id) as id from audit_event`))[0]?.id ?? 0
/** What comes back as a whole, and what never does. */
const whole: Partial<Record<AccessChange['kind'], string>> = {
  deleteTenant: 'tenant\\.removed',
  deleteGroup: 'group\\.removed',
  deleteRole: 'role\\.removed',
  deleteUser: 'none',
  deleteApplication: 'none',
}

test.each(kinds)(
  'what is foreseen is what happens, and undone it is as it was, in random worlds: %s',
  { timeout: 120_000 },
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(worldWith(kind), async (drawn) => {
        const built = await build(drawn)
        const seen = { people: built.people.map(({ id }) => id), tenants: [...built.tenants, zeroTenant] }
        const change = changeOf(built, drawn.step)
        if (!change) return
        const ours = built.applications.map(({ roleId }) => roleId)
        /** What everybody has, and Global's administrators, is no business of this world. */
        const rights = async () =>
          new Set([...(await everyRight(seen))].filter((right) => ours.some((role) => right.includes(role))))
        const before = await rights()
        const previewOf = await call<Preview>('POST', 'access/preview?take=10000', { body: change })
        expect(await rights()).toEqual(before)
        const last = await newestEvent()
        const done = await apply(change)
        expect(previewOf.status).toBe(done)
        if (done !== 200) return
        const after = await rights()
        // Of a tenant that goes nothing is missed that is still had everywhere.
        for (const right of change.kind === 'deleteTenant' ? [...before] : [])
          if (
            right.endsWith(change.kind === 'deleteTenant' ? change.tenantId : '-') &&
            after.has(`${right.split(' ').slice(0, 2).join(' ')} ${zeroTenant}`)
          )
            after.add(right)
        const of = (which: string) =>
          previewOf.body.items.filter((row) => row.change === which && ours.includes(row.roleId))
        expect(
          of('Loses')
            .map(({ userId, roleId }) => `${userId} ${roleId}`)
            .toSorted(),
        ).toEqual(pairsOf([...before].filter((right) => !after.has(right))))
        expect(
          of('Gains')
            .map(({ userId, roleId }) => `${userId} ${roleId}`)
            .toSorted(),
        ).toEqual(pairsOf([...after].filter((right) => !before.has(right))))
        // What comes or goes at Global is counted at the tenants of other worlds as well.
        const lost = [...before].filter((right) => !after.has(right))
        const gained = [...after].filter((right) => !before.has(right))
        const pairs = (rights: readonly string[]) => rights.map((right) => right.split(' ').slice(0, 2).join(' '))
        const countable = (rights: readonly string[]) => {
          const everywhere = new Set(pairs(rights.filter((right) => right.endsWith(zeroTenant))))
          return pairs(rights).filter((pair) => !everywhere.has(pair))
        }
        const counted = (which: string, rights: readonly string[]) => {
          const within = countable(rights)
          return of(which)
            .filter(({ userId, roleId }) => within.includes(`${userId} ${roleId}`))
            .reduce((sum, { tenants }) => sum + tenants, 0)
        }
        expect([counted('Loses', lost), counted('Gains', gained)]).toEqual([
          countable(lost).length,
          countable(gained).length,
        ])
        const { losing, gaining } = previewOf.body.summary
        if (change.kind !== 'deleteUser')
          expect([losing.roles, gaining.roles]).toEqual([of('Loses').length, of('Gains').length])
        if (whole[change.kind] === 'none') return
        for (const { id } of await eventsSince(last, whole[change.kind] ?? undoable))
          await good('POST', `access/undo/${id}`)
        expect(await rights()).toEqual(before)
      }),
      { numRuns: 5 },
    )
  },
)

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
    const before = await everyRight({ people: [fay.id], tenants: [here, zeroTenant] })
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

  test('has the door of each change: whoever may not make it may not look', async () => {
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
