// What is lost and gained by runs of places is what a look at every tenant says, in worlds at random: tenants that
// move, come and go, and memberships that do.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import type { RoleAssignment } from './assignments.store.ts'
import { differences, type RoleChange, type World } from './difference.ts'
import { above, subtree, treeOf } from './tree.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [person, other, ...groups] = [id(31), id(30), id(40), id(41)] as [string, string, string, string]
const roles = [id(60), id(61)]

type Parents = ReadonlyMap<string, string>

/** Each tenant below an earlier one, or at the top. */
const drawnParents = fc
  .array(fc.option(fc.nat()), { minLength: 1, maxLength: 9 })
  .map(
    (parents): Parents =>
      new Map(parents.map((parent, at) => [id(at), parent === null || at === 0 ? '' : id(parent % at)])),
  )

/** As rows come from the database, some of them twice. */
const columnsOf = (parents: Parents, again: readonly number[] = []) => {
  const rows = [...parents]
  const all = [...rows, ...again.flatMap((at) => rows.slice(at % rows.length, (at % rows.length) + 1))]
  if (all.length === 0) return { ids: null, parents: null }
  return { ids: all.map(([tenant]) => tenant).join(), parents: all.map(([, parent]) => parent).join() }
}

const lineOf = (parents: Parents, tenant: string): string[] =>
  tenant === globalTenant || !parents.has(tenant)
    ? []
    : [parents.get(tenant) || globalTenant, ...lineOf(parents, parents.get(tenant) || globalTenant)]

test('a tree has all that is above and below each tenant, whichever rows were read twice', () => {
  fc.assert(
    fc.property(drawnParents, fc.array(fc.nat(), { maxLength: 3 }), (parents, again) => {
      const tree = treeOf(columnsOf(parents, again))
      expect(tree.order.toSorted()).toEqual([globalTenant, ...parents.keys()].toSorted())
      for (const tenant of tree.order) {
        expect(above(tree, tenant)).toEqual(lineOf(parents, tenant))
        const below = tree.order.filter((one) => lineOf(parents, one).includes(tenant))
        expect(subtree(tree, tenant).toSorted()).toEqual([tenant, ...below].toSorted())
      }
      expect([above(tree, id(99)), subtree(tree, id(99))]).toEqual([[], []])
    }),
    { numRuns: 500 },
  )
})

type Reshaping = { readonly kind: 'none' | 'move' | 'remove' | 'add'; readonly at: number; readonly to: number }

/** A tenant goes below one that is not below it, goes with all below it, or is new. */
const reshaped = (parents: Parents, { kind, at, to }: Reshaping): Parents => {
  const tenants = [...parents.keys()]
  const [tenant, target] = [tenants[at % tenants.length] ?? '', [...tenants, ''][to % (tenants.length + 1)] ?? '']
  if (kind === 'add') return new Map([...parents, [id(20), target]])
  const isBelow = (one: string) => one === tenant || lineOf(parents, one).includes(tenant)
  if (kind === 'remove') return new Map([...parents].filter(([one]) => !isBelow(one)))
  if (kind === 'none' || isBelow(target)) return parents
  // Last, so that it stands elsewhere among its siblings too.
  return new Map([...[...parents].filter(([one]) => one !== tenant), [tenant, target]])
}

const reshaping = fc.record({
  kind: fc.constantFrom<Reshaping['kind'][]>('none', 'move', 'move', 'move', 'remove', 'add'),
  at: fc.nat(),
  to: fc.nat(),
})

/** The last places stand in no tree, or in that of new tenants. */
const place = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 11 }).map(id) }, fc.constantFrom(globalTenant, id(20)))
const assignment: fc.Arbitrary<RoleAssignment> = fc.record({
  identityId: fc.constantFrom(person, other, ...groups),
  roleId: fc.constantFrom(...roles),
  tenantId: place,
  passes: fc.boolean(),
})
const assignments = fc.array(assignment, { maxLength: 8 })
const delegating = fc.tuple(fc.subarray(groups), fc.subarray(groups))
const delegatedBy = ([ofPerson, ofOther]: readonly [readonly string[], readonly string[]]) =>
  new Map([
    [person, [person, ...ofPerson]],
    [other, [other, ...ofOther]],
  ])

type State = World & { readonly parents: Parents }

/** The assignments of a role to somebody that are effective at a tenant: there, or passing from above (4.1, 4.2). */
const givingThere = ({ parents, giving, delegated }: State, who: string, roleId: string, tenant: string) =>
  tenant !== globalTenant && !parents.has(tenant)
    ? []
    : giving.filter(
        (row) =>
          row.roleId === roleId &&
          (delegated.get(who) ?? []).includes(row.identityId) &&
          (row.tenantId === tenant || (row.passes && lineOf(parents, tenant).includes(row.tenantId))),
      )

/** What one state has and the other one has not; of a tenant that is gone nothing is missed that is had everywhere. */
const missingIn = (has: State, lacks: State, who: string, roleId: string) =>
  [globalTenant, ...has.parents.keys()].filter((tenant) => {
    const there = tenant === globalTenant || lacks.parents.has(tenant) ? tenant : globalTenant
    const still =
      there === tenant
        ? givingThere(lacks, who, roleId, tenant)
        : lacks.giving.filter(
            (row) =>
              row.roleId === roleId &&
              row.tenantId === globalTenant &&
              (lacks.delegated.get(who) ?? []).includes(row.identityId),
          )
    return givingThere(has, who, roleId, tenant).length > 0 && still.length === 0
  })

const isMoved = (was: State, is: State, tenant: string) =>
  was.parents.has(tenant) !== is.parents.has(tenant) ||
  lineOf(was.parents, tenant).join() !== lineOf(is.parents, tenant).join()

/** That the reason is one: of a tenant that is missing, which moves if any of them does, those who give it closest. */
const isReason = ({ because: { tenantId, viaGroup } }: RoleChange, has: State, lacks: State, missing: string[][]) =>
  missing.some(([who = '', roleId = '', tenant = '']) => {
    const moving = missing.some(([, , one = '']) => isMoved(has, lacks, one))
    if (moving && !isMoved(has, lacks, tenant)) return false
    const giving = givingThere(has, who, roleId, tenant)
    const closest = [tenant, ...lineOf(has.parents, tenant)].find((one) => giving.some((row) => row.tenantId === one))
    const identities = giving.filter((row) => row.tenantId === closest).map(({ identityId }) => identityId)
    const group = identities.includes(who) ? null : identities.toSorted()[0]
    return tenantId === closest && viaGroup === group
  })

test('what is lost and gained, at how many tenants and because of whom, is what each tenant says', async () => {
  const worlds = fc.record({
    parents: drawnParents,
    reshaping,
    rows: assignments,
    lost: fc.array(fc.nat(), { maxLength: 2 }),
    won: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, assignments),
    delegates: delegating,
    regrouped: fc.option(delegating),
  })
  await fc.assert(
    fc.asyncProperty(worlds, async ({ parents, reshaping: change, rows, lost, won, delegates, regrouped }) => {
      const now = reshaped(parents, change)
      const gone = new Set(lost.map((at) => rows[at % Math.max(rows.length, 1)]))
      const giving = lost.length + won.length === 0 ? rows : [...won, ...rows.filter((row) => !gone.has(row))]
      const delegated = delegatedBy(delegates)
      const before: State = { parents, tree: treeOf(columnsOf(parents)), giving: rows, delegated }
      const after: State = {
        parents: now,
        tree: now === parents ? before.tree : treeOf(columnsOf(now)),
        giving,
        delegated: regrouped ? delegatedBy(regrouped) : delegated,
      }
      const found = (await differences(before, after)).flatMap(({ people, changes }) =>
        people.flatMap((who) => changes.map((one) => ({ who, ...one }))),
      )
      for (const who of [person, other])
        for (const roleId of roles)
          for (const [kind, has, lacks] of [['Loses', before, after] as const, ['Gains', after, before] as const]) {
            const missing = missingIn(has, lacks, who, roleId)
            const of = found.filter((one) => one.who === who && one.roleId === roleId && one.change === kind)
            expect(of.map(({ tenants, everywhere }) => [tenants, everywhere])).toEqual(
              missing.length > 0 ? [[missing.length, missing.includes(globalTenant)]] : [],
            )
            const places = missing.map((tenant) => [who, roleId, tenant])
            expect(of.every((one) => isReason(one, has, lacks, places))).toBe(true)
          }
    }),
    { numRuns: 3_000 },
  )
})
