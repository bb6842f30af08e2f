// Colleagues are those of the closest circle that is large enough, whichever way they are members (docs/ux.md, note 8).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addMembership, addTenant } from '#server/spec/testing/tenants.ts'
import { colleaguesOf } from './colleagues.store.ts'
import { nearest } from './evidence.rules.ts'

let portico: TestPortico
const areas: string[] = []
beforeAll(async () => {
  portico = await startTestPortico()
  for (const name of ['One', 'Two']) {
    const id = randomUUID()
    areas.push(id)
    await portico.database.execute(`insert into area (id, name) values ($1, $2)`, [id, name])
  }
})
afterAll(() => portico.close())

const colleague = fc.record({
  jobTitle: fc.constantFrom(null, '', 'Engineer', 'ENGINEER', 'Lead', 'Chef'),
  manager: fc.constantFrom(null, '', 'Zoë', 'ZOË', 'Ben', 'Ada'),
  teams: fc.subarray(['a', 'b', 'c', 'd', 'e'], { maxLength: 2 }),
  area: fc.nat({ max: 1 }),
  way: fc.constantFrom('none', 'own', 'own', 'group', 'both'),
  draft: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  locked: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})
type Colleague = typeof colleague extends fc.Arbitrary<infer One> ? One : never

const build = async (world: readonly Colleague[]) => {
  const [tenantId, groupId] = [await addTenant(portico, { title: 'Acme' }), randomUUID()]
  await portico.database.execute(`insert into user_group (id, name, area_id) values ($1, $2, $3)`, [
    groupId,
    groupId,
    areas[0],
  ])
  await portico.database.execute(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable) values (gen_random_uuid(), $1, 'Group', $2, false)`,
    [tenantId, groupId],
  )
  const ids: string[] = []
  for (const { jobTitle, manager, teams, area, way, draft, locked } of world) {
    const { id } = await addPerson(portico)
    ids.push(id)
    await portico.database.execute(
      `update portal_user set job_title = $2, manager = $3, teams = $4, area_id = $5, draft = $6, locked_by_administrator = $7 where id = $1`,
      [id, jobTitle, manager, teams, areas[area], draft, locked],
    )
    if (way === 'own' || way === 'both') await addMembership(portico, { identityId: id, tenantId })
    if (way === 'group' || way === 'both')
      await portico.database.execute(
        `insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`,
        [groupId, id],
      )
  }
  return { tenantId, ids }
}

const same = (a: string | null, b: string | null) => Boolean(a) && a?.toLowerCase() === b?.toLowerCase()

const naive = ([person, ...world]: readonly Colleague[]) => {
  if (!person) return undefined
  const there = world.filter(({ way, draft, locked }) => way !== 'none' && !draft && !locked)
  const circle = (
    basis: 'jobTitle' | 'manager' | 'team' | 'area',
    value: string,
    shares: (of: Colleague) => boolean,
  ) => {
    const people = there.filter(shares).length
    return people > 0 ? [{ basis, value, people }] : []
  }
  return nearest([
    ...circle('jobTitle', person.jobTitle ?? '', ({ jobTitle }) => same(jobTitle, person.jobTitle)),
    ...circle('manager', person.manager ?? '', ({ manager }) => same(manager, person.manager)),
    ...circle('team', person.teams.join(', '), ({ teams }) => teams.some((team) => person.teams.includes(team))),
    ...circle('area', person.area === 0 ? 'One' : 'Two', ({ area }) => area === person.area),
  ])
}

test('the closest circle of three, or else the largest one, in random tenants', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(colleague, { minLength: 1, maxLength: 12 }), async (world) => {
      const { tenantId, ids } = await build(world)
      const found = await colleaguesOf(portico.database, { identityId: ids[0] ?? '', tenantId, roles: [] })
      const { basis, value, people } = found ?? {}
      expect(found ? { basis, value, people } : undefined).toEqual(naive(world))
    }),
    { numRuns: 20, seed: 7 },
  ),
)
