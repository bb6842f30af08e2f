import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db, Tx } from '#server/kernel/context.ts'
import { createReport } from './report.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each statement is a renewal, answered as one that goes on. */
const counting = () => {
  const query = vi.fn(async () => [{ stopAsked: false }])
  return { db: { query, execute: async () => 1 } as unknown as Db & Tx, query }
}
const report = (db: Db) =>
  createReport(db, { id: 'p', version: 1 }, { signal: new AbortController().signal, authorize: async () => undefined })

test('T59 a lease is renewed every three seconds, but not while steps renew it: a step in between would run again', async () => {
  const [outside, inside] = [counting(), counting()]
  const running = report(outside.db)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(outside.query).toHaveBeenCalledTimes(1)
  for (let done = 1; done <= 10; done += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    await running.step(inside.db, { done, total: 20 })
  }
  expect([outside.query.mock.calls.length, inside.query.mock.calls.length]).toEqual([1, 10])
  // A step that takes longer than the lease keeps hold of it.
  await vi.advanceTimersByTimeAsync(9_000)
  expect(outside.query.mock.calls.length).toBeGreaterThanOrEqual(3)
  running.close()
})
