// Worlds at random, in which the SQL must say what domain-model 4.1–4.3 says (server/spec/testing/naive-access.ts),
// before and after subtrees move, people are locked and applications are switched off.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { NaiveAccess, type World } from '#server/spec/testing/naive-access.ts'
import { id, portalId, areas, blueprint, moves, at, worldOf } from './random-worlds.harness.ts'

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

const sameIn = (names: string) => `array(select distinct name from unnest(${names}) name order by 1)`
const inTokens = (access: string) =>
  `select row(${['roles', 'scopes', 'groups'].map(sameIn).join(', ')}) from ${access}`

/** What is asked of a living person by their area is what is asked of anybody by their id. */
const differing = `select u.id, a.name
       from portal_user u
      cross join application a
      where not u.draft
        and not u.locked_by_administrator
        and (array(select (i.identity_id, i.via_group)::text from identities_of(u.id, u.area_id) i order by 1) <> array(select (i.identity_id, i.via_group)::text from identities_of(u.id) i order by 1)
             or array(select r.role_name from portal_roles_of(u.id, u.area_id) r order by 1) <> array(select r.role_name from portal_roles_of(u.id) r order by 1)
             or (${inTokens('access_for_token(u.id, u.area_id, a.name)')}) <> (${inTokens('access_for_token(u.id, a.name)')}))`

/** Everybody, everywhere, at once: what the database says, and what it should. */
const compare = async (world: World) => {
  const model = new NaiveAccess(world)
  const places = [globalTenant, ...world.tenants.map(({ id: one }) => one)]
  const computed = await database.query<{
    person: string
    place: string
    roles: string[]
    asked: string[]
    path: string[]
  }>(
    `select u.id as person, t.id as place, array(select distinct role_id from effective_roles(u.id, t.id) order by 1) as roles, array(select r.id from role r where exists (select 1 from effective_role_memberships(u.id, t.id, r.id)) order by 1) as asked, array(select tenant_id from tenant_path(t.id) order by distance) as path
       from portal_user u cross join tenant t`,
  )
  expect(computed).toHaveLength(world.users.length * places.length)
  for (const { person, place, roles, asked: oneByOne, path } of computed) {
    const expected = sorted(model.effective(person, place))
    expect({ person, place, roles, oneByOne }).toEqual({ person, place, roles: expected, oneByOne: expected })
    expect(path).toEqual([place, ...model.ancestors(place)])
  }
  const people = await database.query<{ person: string; anywhere: string[]; portal: string[]; secondFactor: boolean }>(
    `select u.id as person, array(select role_id from roles_anywhere(u.id) order by 1) as anywhere, array(select distinct role_name from portal_roles_of(u.id) order by 1) as portal, needs_second_factor(u.id) as "secondFactor" from portal_user u`,
  )
  expect(await database.query(differing)).toEqual([])
  expect(await database.query(`select * from access_for_token(null, null, 'shop')`)).toEqual([
    { roles: [], scopes: [], groups: [] },
  ])
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
