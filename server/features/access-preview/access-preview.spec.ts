// What a preview says is what happens, and undone it is as it was: of every kind of change, with exact counts.
import { expect, test } from 'vitest'
import type { AccessChange, Preview } from '#contract/access-preview.ts'
import type { Member } from '#contract/members.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'
import fc from 'fast-check'

const { world, call, good, give, addGroup, addOwned, everyEffectiveRole, apply } = openAccess()

const pairsOf = (effective: Iterable<string>) =>
  [...new Set([...effective].map((entry) => entry.split(' ').slice(0, 2).join(' ')))].toSorted()
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
  const members: Member[] = []
  for (const { tenant, identity, roles, passes } of rows)
    members.push(
      await give(pick([...tenants, zeroTenant], tenant), pick([...people, ...groups], identity), {
        roles: roles.map((role) => pick(applications, role).roleId),
        isInheritable: passes,
      }),
    )
  const memberships = membership.map(([user, group]) => ({
    userId: pick(people, user).id,
    groupId: pick(groups, group).id,
  }))
  return { applications, people, tenants, groups, members, memberships }
}
type Built = Awaited<ReturnType<typeof build>>

const several = (changes: readonly object[]): AccessChange | undefined => {
  const once = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
  return once.length > 0 ? ({ kind: 'several', changes: once } as AccessChange) : undefined
}

const changeOf = (
  { applications, people, tenants, groups, members, memberships }: Built,
  { kind, a, b, c }: Drawn['step'],
): AccessChange | undefined => {
  const [member, [firstMembership]] = [pick(members, a), memberships]
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
    severalRows: several([member, pick(members, b), pick(members, a + 1)].map(row)),
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
  'what is previewed is what happens, and undone it is as it was, in random worlds: %s',
  { timeout: 120_000 },
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(worldWith(kind), async (drawn) => {
        const built = await build(drawn)
        const shown = { people: built.people.map(({ id }) => id), tenants: [...built.tenants, zeroTenant] }
        const change = changeOf(built, drawn.step)
        if (!change) return
        const ours = built.applications.map(({ roleId }) => roleId)
        /** What everybody has, and Global's administrators, is no business of this world. */
        const effective = async () =>
          new Set([...(await everyEffectiveRole(shown))].filter((entry) => ours.some((role) => entry.includes(role))))
        const before = await effective()
        const previewOf = await call<Preview>('POST', 'access/preview?take=10000', { body: change })
        expect(await effective()).toEqual(before)
        const last = await newestEvent()
        const done = await apply(change)
        expect(previewOf.status).toBe(done)
        if (done !== 200) return
        const after = await effective()
        // Of a tenant that goes nothing is missed that is still had everywhere.
        for (const entry of change.kind === 'deleteTenant' ? [...before] : [])
          if (
            entry.endsWith(change.kind === 'deleteTenant' ? change.tenantId : '-') &&
            after.has(`${entry.split(' ').slice(0, 2).join(' ')} ${zeroTenant}`)
          )
            after.add(entry)
        const of = (which: string) =>
          previewOf.body.items.filter((row) => row.change === which && ours.includes(row.roleId))
        expect(
          of('Loses')
            .map(({ userId, roleId }) => `${userId} ${roleId}`)
            .toSorted(),
        ).toEqual(pairsOf([...before].filter((entry) => !after.has(entry))))
        expect(
          of('Gains')
            .map(({ userId, roleId }) => `${userId} ${roleId}`)
            .toSorted(),
        ).toEqual(pairsOf([...after].filter((entry) => !before.has(entry))))
        // What comes or goes at Global is counted at the tenants of other worlds as well.
        const lost = [...before].filter((entry) => !after.has(entry))
        const gained = [...after].filter((entry) => !before.has(entry))
        const pairs = (effective: readonly string[]) => effective.map((entry) => entry.split(' ').slice(0, 2).join(' '))
        const countable = (effective: readonly string[]) => {
          const everywhere = new Set(pairs(effective.filter((entry) => entry.endsWith(zeroTenant))))
          return pairs(effective).filter((pair) => !everywhere.has(pair))
        }
        const counted = (which: string, effective: readonly string[]) => {
          const within = countable(effective)
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
        expect(await effective()).toEqual(before)
      }),
      { numRuns: 5 },
    )
  },
)
