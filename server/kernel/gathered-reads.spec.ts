import { expect, test } from 'vitest'
import { byPlace, gatheredReads } from './gathered-reads.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('one is read at once, and those who ask meanwhile go together', async () => {
  const sent: string[][] = []
  const gates = [gate(), gate(), gate()]
  const load = gatheredReads<string, string>(
    async (keys) => {
      sent.push([...keys])
      await gates[sent.length - 1]?.opened
      return keys.map((key) => (key === 'nobody' ? undefined : `${key}!`))
    },
    { atOnce: 2 },
  )
  const answers = ['a', 'b', 'c', 'nobody', 'c'].map(load)
  expect(sent).toEqual([['a'], ['b']])
  gates[1]?.open()
  expect(await answers[1]).toBe('b!')
  expect(sent).toEqual([['a'], ['b'], ['c', 'nobody', 'c']])
  gates[0]?.open()
  gates[2]?.open()
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', undefined, 'c!'])
})

test('no statement has more than it may', async () => {
  const sent: number[] = []
  const first = gate()
  const load = gatheredReads<number, number>(
    async (keys) => {
      sent.push(keys.length)
      if (sent.length === 1) await first.opened
      return keys
    },
    { most: 3, atOnce: 1 },
  )
  const answers = [1, 2, 3, 4, 5, 6, 7, 8].map(load)
  first.open()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(sent).toEqual([1, 3, 3, 1])
})

test('what fails fails for those who asked, and the next ones are read', async () => {
  let calls = 0
  const load = gatheredReads<string, string>(
    async (keys) => {
      if (++calls === 1) throw new Error('gone')
      return keys
    },
    { atOnce: 1 },
  )
  const [first, second] = [load('a'), load('b')]
  await expect(first).rejects.toThrow('gone')
  expect(await second).toBe('b')
})

test('rows come in any order, and some not at all', () => {
  expect(byPlace(3, [{ place: 3 }, { place: 1 }])).toEqual([{ place: 1 }, undefined, { place: 3 }])
})
