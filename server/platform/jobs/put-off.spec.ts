// The next try of a job that was asked to wait.
import { expect, test } from 'vitest'
import { putOffUntil } from './put-off.ts'

const created = Date.parse('2026-11-20T08:00:00Z')
const at = (seconds: number) => created + seconds * 1000
/** As webhooks are tried: the last time 125,110 s after the first, if chance makes each wait as long as it may be. */
const tries = (retryCount: number) => ({
  retryCount,
  retryLimit: 14,
  retryDelay: 5,
  retryDelayMax: 43_200,
  createdOn: new Date(created),
})
const lastTry = 125_110

test.each([
  ['is when it was asked for', { asked: 600, after: 1, now: 30 }, 600],
  ['is the usual one, if that is later', { asked: 32, after: 1, now: 30 }, 'usual'],
  ['is at the latest when its last try would be', { asked: 999_999, after: 2, now: 60 }, lastTry],
  ['is not before its usual wait is over', { asked: 999_999, after: 12, now: lastTry - 60 }, lastTry - 60 + 20_480],
  ['is none, once that moment is past', { asked: 999_999, after: 3, now: lastTry }, 'never'],
  ['is the usual one after that moment, for who asks for no more', { asked: lastTry, after: 3, now: lastTry }, 'usual'],
] as const)('the next try %s', (_, { asked, after, now }, expected) => {
  const until = putOffUntil(new Date(at(asked)), tries(after), at(now))
  expect(until instanceof Date ? (until.getTime() - created) / 1000 : until).toBe(expected)
})

test('a job without a longest wait is put off as well', () => {
  const endless = { ...tries(0), retryLimit: 2, retryDelayMax: null }
  expect(putOffUntil(new Date(at(90)), endless, at(0))).toEqual(new Date(at(30)))
})
