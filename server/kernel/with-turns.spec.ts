import { afterEach, expect, test, vi } from 'vitest'
import { withTurns } from './with-turns.ts'

afterEach(() => vi.restoreAllMocks())

/** Milliseconds that each look at the clock is later than the one before, however busy the machine is. */
const clockGoing = (step: number) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += step))
}

const withAnother = async (items: readonly number[]) => {
  const done: (number | 'other')[] = []
  setImmediate(() => done.push('other'))
  await withTurns(items, (item) => done.push(item))
  return done
}

test('others have their turn between portions of long computing; nothing is left out, and the order stays', async () => {
  clockGoing(12)
  expect(await withAnother([1, 2, 3])).toEqual([1, 'other', 2, 3])
})

test('what is short is done at once', async () => {
  clockGoing(1)
  expect(await withAnother([1, 2])).toEqual([1, 2])
})

test('a portion is as long as several items take', async () => {
  clockGoing(4)
  expect(await withAnother([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 'other', 4, 5])
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
