// Runs of places against plain sets of them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coveredBy, firstWithin, type Span, sizeOf, without } from './spans.ts'

const place = fc.nat({ max: 12 })
const span = fc.tuple(place, place).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const someSpans = fc.array(fc.option(span, { nil: undefined }), { maxLength: 6 })

const placesOf = (spans: readonly (Span | undefined)[]) =>
  [
    ...new Set(
      spans.flatMap((one) => (one ? Array.from({ length: one.to - one.from + 1 }, (_, at) => one.from + at) : [])),
    ),
  ].toSorted((a, b) => a - b)

test('what spans reach, and what others leave of it, is what sets of places say', () => {
  fc.assert(
    fc.property(someSpans, someSpans, span, (some, others, outer) => {
      const [covered, other] = [coveredBy(some), coveredBy(others)]
      expect(placesOf(covered)).toEqual(placesOf(some))
      expect(sizeOf(covered)).toBe(placesOf(some).length)
      expect(covered.every(({ from }, at) => at === 0 || from > (covered[at - 1]?.to ?? 0) + 1)).toBe(true)
      const left = placesOf(some).filter((one) => !placesOf(others).includes(one))
      expect(placesOf(without(covered, other))).toEqual(left)
      expect(sizeOf(without(covered, other))).toBe(left.length)
      expect(firstWithin(covered, outer)).toBe(placesOf(some).find((one) => one >= outer.from && one <= outer.to))
      expect(firstWithin(covered, undefined)).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})
