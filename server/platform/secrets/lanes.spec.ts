import { expect, test } from 'vitest'
import { lanes } from './lanes.ts'

/** Work that ends when the test says so. */
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}
const busy = expect.objectContaining({ code: 'busy', status: 503 })

test('T47 anyone who waits longer than a person does is told to come back, and costs nothing afterwards', async () => {
  const through = lanes({ atOnce: 1, waiting: 10, longest: 20 })
  const first = gate()
  const working = through('now', first.work)
  let ran = false
  await expect(through('now', async () => void (ran = true))).rejects.toEqual(busy)
  first.end()
  await working
  expect(await through('now', async () => 'next')).toBe('next')
  expect(ran).toBe(false)
})

test('T47 of more than may wait the last are refused at once', async () => {
  const through = lanes({ atOnce: 1, waiting: 1, longest: 60_000 })
  const first = gate()
  const working = [through('now', first.work), through('now', async () => undefined)]
  await expect(through('now', async () => undefined)).rejects.toEqual(busy)
  first.end()
  await Promise.all(working)
})

test('T47 what can wait goes behind everybody else, however much of it there is, and has one turn in ten', async () => {
  const through = lanes({ atOnce: 1, waiting: 100, longest: 60_000 })
  const first = gate()
  const order: string[] = []
  const working = [through('now', first.work)]
  for (let n = 0; n < 500; n++) working.push(through('later', async () => void order.push('later')))
  for (let n = 0; n < 20; n++) working.push(through('now', async () => void order.push('now')))
  first.end()
  await Promise.all(working)
  expect(order.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'now'))
  expect(order.slice(0, 22).filter((lane) => lane === 'later')).toHaveLength(2)
  expect(order).toHaveLength(520)
})

test('while others wait, results are handed out together, eight at most, and the last when nobody waits', async () => {
  const through = lanes({ atOnce: 1, waiting: 100, longest: 60_000 })
  const gates = Array.from({ length: 10 }, gate)
  const over: number[] = []
  const working = gates.map(({ work }, n) => through('now', work).then(() => over.push(n)))
  const overAfter = async (n: number) => {
    gates[n]?.end()
    await new Promise(setImmediate)
    return over.length
  }
  const seen: number[] = []
  for (let n = 0; n < gates.length; n++) seen.push(await overAfter(n))
  expect(seen).toEqual([0, 0, 0, 0, 0, 0, 0, 8, 8, 10])
  await Promise.all(working)
})

test('what fails is handed out with the others, each with its own end', async () => {
  const through = lanes({ atOnce: 1, waiting: 100, longest: 60_000 })
  const first = gate()
  const working = [
    through('now', first.work),
    through('now', () => Promise.reject(new Error('no'))),
    through('now', async () => 'third'),
  ]
  first.end()
  expect(await Promise.allSettled(working)).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 'third' },
  ])
})

test('where whoever waited is told to come back, what was held for them is handed out all the same', async () => {
  const through = lanes({ atOnce: 1, waiting: 10, longest: 20 })
  const [first, second] = [gate(), gate()]
  const working = [through('now', first.work), through('now', second.work)]
  const late = through('now', async () => undefined)
  first.end()
  await expect(late).rejects.toEqual(busy)
  second.end()
  await Promise.all(working)
})

test('results are held as well while somebody waits who has a place, but does not run yet', async () => {
  const through = lanes({ atOnce: 4, sideBySide: 2, waiting: 100, longest: 60_000 })
  const gates = Array.from({ length: 4 }, gate)
  let over = 0
  const working = gates.map(({ work }) => through('now', work).then(() => over++))
  const seen: number[] = []
  for (const { end } of gates) {
    end()
    await new Promise(setImmediate)
    seen.push(over)
  }
  expect(seen).toEqual([0, 0, 3, 4])
  await Promise.all(working)
})
