import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'

const rows = Array.from({ length: 600 }, (_, at) => at)

test('pieces are sent without waiting for answers, and answered in the order of the rows', async () => {
  const waiting: (() => void)[] = []
  const all = inPieces(rows, async (piece) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return piece.map((row) => row * 2)
  })
  await expect.poll(() => waiting.length).toBe(3)
  for (const answer of waiting.toReversed()) answer()
  expect(await all).toEqual(rows.map((row) => row * 2))
})

test('the first piece that fails is what is thrown, and none goes unheard', async () => {
  const all = inPieces(rows, (piece) => Promise.reject(new Error(`from ${piece[0]}`)))
  await expect(all).rejects.toThrow('from 0')
})

test('nothing is sent of no rows', async () => {
  const sent: unknown[] = []
  expect(await inPieces([], async (piece) => (sent.push(piece), []))).toEqual([])
  expect(sent).toEqual([])
})
