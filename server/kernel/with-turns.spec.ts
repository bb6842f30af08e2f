import { expect, test } from 'vitest'
import { withTurns } from './with-turns.ts'

const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('others have their turn between portions of long computing; nothing is left out, and the order stays', async () => {
  const done: (number | 'other')[] = []
  setImmediate(() => done.push('other'))
  await withTurns([1, 2, 3], (item) => {
    done.push(item)
    busy(12)
  })
  expect(done).toEqual([1, 'other', 2, 3])
})

test('what is short is done at once', async () => {
  const done: (number | 'other')[] = []
  setImmediate(() => done.push('other'))
  await withTurns([1, 2], (item) => done.push(item))
  expect(done).toEqual([1, 2])
})

test('what fails is heard, and the rest is not done', async () => {
  const done: number[] = []
  const failing = withTurns([1, 2, 3], (item) => {
    if (item === 2) throw new Error('two')
    done.push(item)
  })
  await expect(failing).rejects.toThrow('two')
  expect(done).toEqual([1])
})
