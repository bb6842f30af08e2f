import { expect, test } from 'vitest'
import { batched } from './batch.ts'

type Note = { key: string; value: number }

const noted = (from: number, to: number): Note[] =>
  Array.from({ length: to - from }, (_, n) => ({ key: `k${from + n}`, value: from + n }))

test('many are written two hundred at a time, one batch after the other, and all of them before the end', async () => {
  const written: number[] = []
  let inFlight = 0
  const batch = batched<Note>(
    async (items) => {
      expect(++inFlight).toBe(1)
      await new Promise(setImmediate)
      inFlight--
      written.push(items.length)
    },
    { failed: (error) => expect(error).toBeUndefined() },
  )
  for (const note of noted(0, 450)) batch.add(note)
  expect(written).toEqual([])
  await batch.stop()
  expect(written).toEqual([200, 200, 50])
})

test('of two with one key the later is written; what fails is said, and what follows is written all the same', async () => {
  const [written, said]: [Note[][], unknown[]] = [[], []]
  const batch = batched<Note>(
    async (items) => {
      if (items.length === 200) throw new Error('not now')
      written.push([...items])
    },
    { keyOf: ({ key }) => key, failed: (error) => void said.push(error) },
  )
  for (const note of noted(0, 200)) batch.add(note)
  for (const value of [1, 2, 3]) batch.add({ key: 'same', value })
  await batch.stop()
  expect([said.map(String), written]).toEqual([['Error: not now'], [[{ key: 'same', value: 3 }]]])
})
