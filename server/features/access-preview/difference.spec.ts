// Which tenant and group a change is said to come from, where several give the same.
import { expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import { differences, type World } from './difference.ts'
import { treeOf } from './tree.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [person, firstGroup, secondGroup, role] = [id(1), id(2), id(3), id(4)] as [string, string, string, string]
const [first, second, third] = [id(11), id(12), id(13)] as [string, string, string]

const tree = treeOf({
  ids: [globalTenant, first, second, third].join(),
  parents: ['', globalTenant, globalTenant, globalTenant].join(),
})
const rows = [firstGroup, secondGroup].flatMap((identityId) =>
  [first, second, third].map((tenantId) => ({ identityId, roleId: role, tenantId, passes: false })),
)
const world = (giving: World['giving']): World => ({
  tree,
  giving,
  delegated: new Map([[person, [person, secondGroup, firstGroup]]]),
})
const changesBetween = (before: World, after: World) => differences(before, after).flatMap(({ changes }) => changes)
const reasonsOf = (giving: World['giving']) => [
  ...changesBetween(world([]), world(giving)).map(({ change, because }) => ({ change, because })),
  ...changesBetween(world(giving), world([])).map(({ change, because }) => ({ change, because })),
]

test('the reason of a change is the same in whichever order rows were read', () => {
  const because = { tenantId: first, viaGroup: firstGroup }
  const expected = [
    { change: 'Gains', because },
    { change: 'Loses', because },
  ]
  expect(reasonsOf(rows)).toEqual(expected)
  expect(reasonsOf(rows.toReversed())).toEqual(expected)
})
