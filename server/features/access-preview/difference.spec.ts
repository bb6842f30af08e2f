// Which tenant and group a change is said to come from, where several give the same.
import { expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import { differences, type World } from './difference.ts'
import { stampOf } from './measure.ts'
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
const changesBetween = async (before: World, after: World) =>
  (await differences(before, after)).flatMap(({ changes }) => changes)
const reasonsOf = async (giving: World['giving']) =>
  [...(await changesBetween(world([]), world(giving))), ...(await changesBetween(world(giving), world([])))].map(
    ({ change, because }) => ({ change, because }),
  )

test('the reason of a change is the same in whichever order rows were read', async () => {
  const because = { tenantId: first, viaGroup: firstGroup }
  const expected = [
    { change: 'Gains', because },
    { change: 'Loses', because },
  ]
  expect(await reasonsOf(rows)).toEqual(expected)
  expect(await reasonsOf(rows.toReversed())).toEqual(expected)
})

test('people are one entry where they act as the same before and after, and only there', async () => {
  const [second, other, fourth] = [id(21), id(22), id(23)] as [string, string, string]
  const before: World = {
    tree,
    giving: rows,
    delegated: new Map([
      [person, [firstGroup, secondGroup]],
      [second, [firstGroup, secondGroup]],
      [other, [secondGroup]],
      [fourth, [firstGroup]],
    ]),
  }
  const left = new Map([person, second, other].map((one) => [one, [secondGroup]]))
  const giving = rows.filter(({ identityId, tenantId }) => identityId === firstGroup || tenantId === third)
  const after = { tree, giving, delegated: new Map([...left, [fourth, [firstGroup]]]) }
  // By the first group everything was had; the second one gives it at one tenant now.
  expect(
    (await differences(before, after)).map(({ people, changes }) => [people, changes.map(({ tenants }) => tenants)]),
  ).toEqual([
    [[person, second], [2]],
    [[other], [2]],
  ])
})

test('a stamp is of people and what each of them loses and gains, in whichever order they were found', () => {
  const change = (roleId: string, tenants: number) =>
    ({ roleId, change: 'Gains', tenants, everywhere: false, because: { tenantId: first, viaGroup: null } }) as const
  const [one, two] = [change(role, 1), change(id(5), 2)]
  const stamp = stampOf([{ people: [person, id(21)], changes: [one, two] }])
  expect(
    stampOf([
      { people: [id(21)], changes: [two, one] },
      { people: [person], changes: [one, two] },
    ]),
  ).toBe(stamp)
  expect(stampOf([{ people: [person], changes: [one, two] }])).not.toBe(stamp)
  expect(stampOf([{ people: [person, id(21)], changes: [one] }])).not.toBe(stamp)
  expect(stampOf([{ people: [person, id(21)], changes: [one, change(id(5), 3)] }])).not.toBe(stamp)
})
