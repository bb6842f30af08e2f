import { expect, test } from 'vitest'
import { retryAfter } from './retry-after.rules.ts'

const now = new Date('2026-11-20T08:00:00Z')
const answer = (status: number, said?: string) => ({
  status,
  text: '',
  milliseconds: 3,
  ...(said === undefined ? {} : { retryAfter: said }),
})

test.each([
  [429, '120', '2026-11-20T08:02:00.000Z'],
  [503, ' 0 ', '2026-11-20T08:00:00.000Z'],
  [503, 'Fri, 20 Nov 2026 09:30:00 GMT', '2026-11-20T09:30:00.000Z'],
] as const)('%i with Retry-After "%s" is obeyed', (status, said, expected) => {
  expect(retryAfter(answer(status, said), now)?.toISOString()).toBe(expected)
})

test.each([
  [500, '120'],
  [200, '120'],
  [503, undefined],
  [503, ''],
  [503, '-5'],
  [503, '1.5'],
  [503, '99999999999'],
  [503, 'tomorrow'],
  [503, '2026-11-20T09:30:00Z'],
  [503, 'Fri, 99 Foo 2026 09:30:00 GMT'],
] as const)('%i with Retry-After "%s" is tried as usual', (status, said) => {
  expect(retryAfter(answer(status, said), now)).toBeUndefined()
})

test('no answer asks for nothing', () =>
  expect(retryAfter({ failure: 'timeout', milliseconds: 3 }, now)).toBeUndefined())
