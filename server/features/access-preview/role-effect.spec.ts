// Of a tree that did not change the same is found by its places as by looking at every tenant, which is what happens
// where two trees are compared.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import { compared } from './role-effect.ts'
import { above, subtree, treeOf } from './tree.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Each tenant below an earlier one, or at the top; some rows twice. */
const drawnTree = fc
  .tuple(fc.array(fc.option(fc.nat()), { minLength: 1, maxLength: 9 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([parents, again]) => {
    const rows = parents.map((parent, at) => ({
      id: id(at),
      parent: parent === null || at === 0 ? '' : id(parent % at),
    }))
    const all = [...rows, ...again.map((at) => rows[at % rows.length] ?? { id: globalTenant, parent: '' })]
    return { rows, columns: { ids: all.map((row) => row.id).join(), parents: all.map((row) => row.parent).join() } }
  })

/** The last ones stand in no tree. */
const source = fc.record({ at: fc.nat({ max: 11 }), passes: fc.boolean(), global: fc.nat({ max: 9 }) })
const sources = fc.array(source, { maxLength: 5 }).map((some) =>
  some.map(({ at, passes, global }) => ({
    identityId: id(50),
    roleId: id(60),
    tenantId: global === 0 ? globalTenant : id(at),
    passes,
  })),
)

test('a tree has all that is above and below each tenant, whichever rows were read twice', () => {
  fc.assert(
    fc.property(drawnTree, ({ rows, columns }) => {
      const tree = treeOf(columns)
      const parents = new Map(rows.map((row) => [row.id, row.parent || globalTenant]))
      const lineOf = (tenant: string): string[] =>
        tenant === globalTenant ? [] : [parents.get(tenant) ?? '', ...lineOf(parents.get(tenant) ?? '')]
      expect(tree.order.toSorted()).toEqual([globalTenant, ...parents.keys()].toSorted())
      for (const tenant of tree.order) {
        expect(above(tree, tenant)).toEqual(lineOf(tenant))
        const below = tree.order.filter((other) => lineOf(other).includes(tenant))
        expect(subtree(tree, tenant).toSorted()).toEqual([tenant, ...below].toSorted())
      }
      expect([above(tree, id(99)), subtree(tree, id(99))]).toEqual([[], []])
    }),
    { numRuns: 500 },
  )
})

test('what is lost and gained on one tree, at how many tenants and because of which, is what each tenant says', () => {
  fc.assert(
    fc.property(drawnTree, sources, sources, ({ columns }, old, now) => {
      const [tree, same] = [treeOf(columns), treeOf(columns)]
      expect(compared({ tree, sources: old }, { tree, sources: now }, new Set())).toEqual(
        compared({ tree, sources: old }, { tree: same, sources: now }, new Set()),
      )
    }),
    { numRuns: 2_000 },
  )
})
