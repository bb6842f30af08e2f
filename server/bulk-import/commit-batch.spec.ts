import { expect, test } from 'vitest'
import type { Change, Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { commitBatch } from './commit-batch.ts'
import type { WriteBatch } from './definition.ts'

const tx = {} as Tx
const ctx = {
  commit: async (work: (tx: Tx, inside: Ctx) => Promise<Change<unknown>>) => {
    const change = await work(tx, ctx)
    await change.written
    return { result: change.result, committed: true }
  },
} as unknown as Ctx

const written = (rows: number, answers?: Promise<unknown>) =>
  ({ rows: Array.from({ length: rows }), events: [{}], written: answers }) as unknown as Awaited<ReturnType<WriteBatch>>
const commit = (write: WriteBatch) =>
  commitBatch(ctx, write, (_, { rows, events, written: answers }) => ({
    result: rows.length,
    events,
    ...(answers && { written: answers }),
  }))

const taken = new Refusal('user-name-taken', 409, { constraint: 'user_name_taken' })

test('a batch is written once where no constraint refuses it', async () => {
  const tries: boolean[] = []
  const write: WriteBatch = async (_, __, { again }) => (tries.push(again), written(3))
  expect(await commit(write)).toEqual({ result: 3, committed: true })
  expect(tries).toEqual([false])
})

test.each([
  ['at once', () => Promise.reject(taken)],
  ['with the answers that only the commit waits for', async () => written(3, Promise.reject(taken))],
])('what a constraint refuses %s is written again, with care', async (_, first) => {
  const write: WriteBatch = async (__, ___, { again }) => (again ? written(2) : first())
  expect(await commit(write)).toEqual({ result: 2, committed: true })
})

test('what a constraint refuses a second time, and any other refusal, is refused', async () => {
  await expect(commit(() => Promise.reject(taken))).rejects.toBe(taken)
  const tries: boolean[] = []
  const missing = new Refusal('permission-missing', 403)
  await expect(commit(async (_, __, { again }) => (tries.push(again), Promise.reject(missing)))).rejects.toBe(missing)
  expect(tries).toEqual([false])
})
