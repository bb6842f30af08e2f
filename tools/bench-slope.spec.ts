import { describe, expect, test } from 'vitest'
import { perHour } from '../bench/slope.ts'

describe('the slope of a benchmark over time', () => {
  test('is what a straight line grows by the hour, from wherever it starts', () => {
    const samples = [300, 310, 320, 330].map((seconds) => ({ seconds, value: 200 + seconds * 0.01 }))
    expect(perHour(samples)).toBeCloseTo(36, 9)
  })

  test('is the line nearest to all samples, not that of the first and the last', () => {
    const values = [0, 2, 1, 3, 2, 4]
    expect(perHour(values.map((value, n) => ({ seconds: n * 3600, value })))).toBeCloseTo(0.6286, 4)
  })

  test('is none where nothing grows, and no number for a single moment', () => {
    expect(perHour([0, 5, 9].map((seconds) => ({ seconds, value: 7 })))).toBe(0)
    expect(perHour([{ seconds: 1, value: 7 }])).toBeNaN()
  })
})
