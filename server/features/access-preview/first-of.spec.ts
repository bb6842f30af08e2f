// The beginning of a list in its order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOf } from './first-of.ts'

const item = fc.record({ rank: fc.nat({ max: 5 }), id: fc.nat() })
const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank

test('is what all of it begins with, put in order, however few are wanted', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 120 }), fc.nat({ max: 8 }), (items, count) => {
      expect(firstOf(items, count, byRank)).toEqual(items.toSorted(byRank).slice(0, count))
    }),
    { numRuns: 1_000 },
  )
})
