import { expect, test } from 'vitest'
import { type Batches, keptRows } from './kept-rows.ts'
import type { TableRow } from './table.ts'

const batch = (first: number): TableRow[] => [
  { row: first, values: { name: `Zoë ${first}`, note: '' } },
  { row: first + 2, values: { name: '“ana”\n' } },
]
const bytesOf = (rows: readonly TableRow[]) => Buffer.byteLength(JSON.stringify(rows))
const all = async (batches: Batches | undefined) => {
  const read = []
  if (batches) for await (const rows of batches) read.push(rows)
  return batches && read
}

test('batches are handed out as they were kept, once', async () => {
  const kept = keptRows()
  for (const first of [2, 4]) kept.keep(batch(first))
  expect(await all(kept.take())).toEqual([batch(2), batch(4)])
  expect(kept.take()).toBeUndefined()
})

test('of a sheet without rows nothing is left to be read', async () => {
  expect(await all(keptRows().take())).toEqual([])
})

test('where they are more than is kept none is, whatever comes later', async () => {
  const room = bytesOf(batch(2)) + bytesOf(batch(4))
  const [enough, tooFew] = [keptRows(room), keptRows(room - 1)]
  for (const kept of [enough, tooFew]) for (const first of [2, 4]) kept.keep(batch(first))
  expect(await all(enough.take())).toHaveLength(2)
  tooFew.keep([])
  expect(tooFew.take()).toBeUndefined()
})
