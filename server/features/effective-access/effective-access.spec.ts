// Worlds at random, in which the SQL must say what domain-model 4.1–4.3 says (server/spec/testing/naive-access.ts),
// before and after subtrees move, people are locked and applications are switched off.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { NaiveAccess, type World } from '#server/spec/testing/naive-access.ts'

let fresh: FreshDatabase
let database: SpecDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  database = connectSpec(fresh.connection, { max: 2 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

const id = (kind: string, index: number) => `${kind.padEnd(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`
/** The portal itself, as one of the applications. */
const portalId = 100
const [areas, most] = [[id('a', 1), id('a', 2)], { tenants: 9, users: 5, groups: 4, roles: 6 }]

const tenant = fc.record({ parent: fc.nat(), requiresTwoFactor: fc.boolean() })
const user = fc
  .record({ state: fc.nat(7), area: fc.nat(1) })
  .map(({ state, area }) => ({ draft: state === 1, locked: state === 2, area }))
const group = fc.record({
  rule: fc.constantFrom(null, null, 'area' as const, 'everyone' as const),
  area: fc.nat(1),
  members: fc.array(fc.nat()),
})
/** Where −1 is the global tenant; an identity is a user or a group. */
const row = fc.record({
  tenant: fc.integer({ min: -1, max: most.tenants - 1 }),
  identity: fc.nat(most.users + most.groups - 1),
  unknown: fc.nat(9),
  inheritable: fc.nat(2).map((chance) => chance > 0),
  roles: fc.uniqueArray(fc.record({ role: fc.nat(most.roles - 1), over: fc.nat(4) }), {
    selector: ({ role }) => role,
    maxLength: 3,
  }),
})
const blueprint = fc.record({
  tenants: fc.array(tenant, { minLength: 3, maxLength: most.tenants }),
  users: fc.array(user, { minLength: 2, maxLength: most.users }),
  groups: fc.array(group, { minLength: 1, maxLength: most.groups }),
  applications: fc.array(fc.nat(3), { minLength: 2, maxLength: 3 }),
  rows: fc.uniqueArray(row, { selector: (one) => `${one.tenant} ${one.identity}`, minLength: 6, maxLength: 30 }),
})
const moves = fc.array(
  fc.record({
    tenant: fc.nat(),
    to: fc.integer({ min: -1, max: most.tenants - 1 }),
    alsoLock: fc.boolean(),
    person: fc.nat(),
  }),
  { minLength: 2, maxLength: 4 },
)

type Blueprint = typeof blueprint extends fc.Arbitrary<infer T> ? T : never

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

const worldOf = (plan: Blueprint): World => {
  const users = plan.users.map(({ draft, locked, area }, index) => ({
    id: id('b', index),
    draft,
    locked,
    areaId: areas[area] ?? '',
  }))
  const groups = plan.groups.map(({ rule, area, members }, index) => ({
    id: id('c', index),
    rule,
    areaId: areas[area] ?? '',
    members: rule ? [] : [...new Set(members.map((member) => at(users, member).id))],
  }))
  const identities = [
    ...users.map((one) => ({ id: one.id, type: 'User' as const })),
    ...groups.map((one) => ({ id: one.id, type: 'Group' as const })),
  ]
  const roles = Array.from({ length: most.roles }, (_, index) => ({
    id: id('d', index),
    applicationId: portalId + (index % plan.applications.length),
    enabled: at(plan.applications, index) > 0,
  }))
  // A forest: the parent of each stands before it, or there is none.
  const tenants = plan.tenants.map(({ parent, requiresTwoFactor }, index) => ({
    id: id('e', index),
    parentId: parent % (index + 1) === index ? null : id('e', parent % (index + 1)),
    requiresTwoFactor,
  }))
  const rows = plan.rows.map(({ tenant: place, identity, unknown, inheritable, roles: assigned }) => {
    const who = at(identities, identity)
    return {
      tenantId: place < 0 ? globalTenant : at(tenants, place).id,
      identityId: who.id,
      identityType: unknown === 0 ? ('Unknown' as const) : who.type,
      isInheritable: inheritable || place < 0,
      roles: assigned.map(({ role, over }) => ({ roleId: id('d', role), over: over === 0 })),
    }
  })
  return {
    tenants,
    users,
    groups,
    roles,
    rows: [...new Map(rows.map((one) => [`${one.tenantId} ${one.identityId}`, one])).values()],
  }
}

const insert = (tx: Tx, table: string, columns: string, rows: readonly object[]) =>
  rows.length > 0
    ? tx.execute(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    : undefined

const build = ({ tenants, users, groups, rows, roles }: World) =>
  database.transaction(async (tx) => {
    await tx.query(`truncate area, application cascade`)
    await tx.query(`insert into tenant (id, title) values ($1, 'Global')`, [globalTenant])
    await insert(
      tx,
      'area',
      'id, name',
      areas.map((area) => ({ id: area, name: area })),
    )
    await insert(
      tx,
      'portal_user',
      'id, user_name, email, area_id, draft, locked_by_administrator',
      users.map((one) => ({
        id: one.id,
        user_name: one.id,
        email: `${one.id}@x.example`,
        area_id: one.areaId,
        draft: one.draft,
        locked_by_administrator: one.locked,
      })),
    )
    await insert(
      tx,
      'user_group',
      'id, name, area_id, rule',
      groups.map((one) => ({ id: one.id, name: one.id, area_id: one.areaId, rule: one.rule })),
    )
    await insert(
      tx,
      'group_member',
      'group_id, user_id, permission',
      groups.flatMap((one) =>
        one.members.map((member, index) => ({
          group_id: one.id,
          user_id: member,
          permission: index % 2 ? 'Reader' : 'Owner',
        })),
      ),
    )
    await insert(
      tx,
      'application',
      'id, name, display_name, title, enabled',
      [...new Map(roles.map((one) => [one.applicationId, one])).values()].map((one) => ({
        id: one.applicationId,
        name: one.applicationId === portalId ? 'identity' : `app${one.applicationId}`,
        display_name: 'x',
        title: 'x',
        enabled: one.enabled,
      })),
    )
    await insert(
      tx,
      'role',
      'id, application_id, name',
      roles.map((one) => ({ id: one.id, application_id: one.applicationId, name: one.id })),
    )
    await insert(
      tx,
      'tenant',
      'id, title, parent_id, requires_two_factor',
      tenants.map((one) => ({
        id: one.id,
        title: one.id,
        parent_id: one.parentId,
        requires_two_factor: one.requiresTwoFactor,
      })),
    )
    const members = rows.map((one, index) => ({ ...one, id: id('f', index) }))
    await insert(
      tx,
      'tenant_member',
      'id, tenant_id, identity_type, identity_id, is_inheritable',
      members.map((one) => ({
        id: one.id,
        tenant_id: one.tenantId,
        identity_type: one.identityType,
        identity_id: one.identityId,
        is_inheritable: one.isInheritable,
      })),
    )
    await insert(
      tx,
      'role_assignment',
      'member_id, role_id, granted_on, ends_on',
      members.flatMap((one) =>
        one.roles.map(({ roleId, over }, index) => ({
          member_id: one.id,
          role_id: roleId,
          granted_on: '2020-01-01',
          ends_on: over ? '2021-01-01' : index % 2 ? '2199-01-01' : null,
        })),
      ),
    )
  })

const sorted = (roles: Iterable<string>) => [...roles].toSorted()

let checks = 0
/** Questions about somebody at a tenant, and those where they have a role. */
let asked = 0
let granted = 0

/** Everybody, everywhere, at once: what the database says, and what it should. */
const compare = async (world: World) => {
  const model = new NaiveAccess(world)
  const places = [globalTenant, ...world.tenants.map(({ id: one }) => one)]
  const computed = await database.query<{ person: string; place: string; roles: string[]; path: string[] }>(
    `select u.id as person, t.id as place, array(select distinct role_id from effective_roles(u.id, t.id) order by 1) as roles, array(select tenant_id from tenant_path(t.id) order by distance) as path
       from portal_user u cross join tenant t`,
  )
  expect(computed).toHaveLength(world.users.length * places.length)
  for (const { person, place, roles, path } of computed) {
    expect({ person, place, roles }).toEqual({ person, place, roles: sorted(model.effective(person, place)) })
    expect(path).toEqual([place, ...model.ancestors(place)])
  }
  const people = await database.query<{ person: string; anywhere: string[]; portal: string[]; secondFactor: boolean }>(
    `select u.id as person, array(select role_id from roles_anywhere(u.id) order by 1) as anywhere, array(select distinct role_name from portal_roles_of(u.id) order by 1) as portal, needs_second_factor(u.id) as "secondFactor" from portal_user u`,
  )
  const ofPortal = new Set(world.roles.filter((one) => one.applicationId === portalId).map((one) => one.id))
  for (const { person, ...said } of people)
    expect({ person, ...said }).toEqual({
      person,
      anywhere: sorted(model.anywhere(person)),
      portal: sorted(model.anywhere(person)).filter((role) => ofPortal.has(role)),
      secondFactor: model.needsSecondFactor(person),
    })
  checks += computed.length + 3 * people.length
  asked += computed.length
  granted += computed.filter(({ roles }) => roles.length > 0).length
}

/** A move that would make a cycle is none; now and then somebody is locked or unlocked on the way. */
const change = async (
  world: World,
  { tenant: moved, to, alsoLock, person }: { tenant: number; to: number; alsoLock: boolean; person: number },
) => {
  const [subtree, target, someone] = [
    at(world.tenants, moved),
    to < 0 ? null : at(world.tenants, to),
    at(world.users, person),
  ]
  if (!target || !new NaiveAccess(world).isBelow(target.id, subtree.id)) {
    subtree.parentId = target?.id ?? null
    await database.query(`update tenant set parent_id = $2 where id = $1`, [subtree.id, subtree.parentId])
  }
  if (!alsoLock) return
  someone.locked = !someone.locked
  await database.query(`update portal_user set locked_by_administrator = $2 where id = $1`, [
    someone.id,
    someone.locked,
  ])
}

test('A-80 A-102 R3.6-09 who may do what where, anywhere, and with which second factor is what the domain model says, in worlds at random and while subtrees move', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(blueprint, moves, async (plan, steps) => {
      const world = worldOf(plan)
      await build(world)
      await compare(world)
      for (const step of steps) {
        await change(world, step)
        await compare(world)
      }
    }),
    { numRuns: 150 },
  )
  expect(checks).toBeGreaterThanOrEqual(5_000)
  expect(granted).toBeGreaterThan(asked / 5)
})
