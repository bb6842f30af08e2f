import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byPlace, gatheredCalls, unseenIfFew } from './gathered-calls.ts'

// The clock goes as a spec says: a busy machine would take longer than what is usual.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

/** Answers with the gate of each statement, and says what was sent. */
const gated = (count: number) => {
  const sent: string[][] = []
  const gates = Array.from({ length: count }, gate)
  const read = async (keys: readonly string[]) => {
    sent.push([...keys])
    await gates[sent.length - 1]?.opened
    return keys.map((key) => (key === 'nobody' ? undefined : `${key}!`))
  }
  return { sent, gates, read }
}
/** Later than any spec ends. */
const never = 2 ** 30

/** Of the event loop. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const turns = async () => {
  await turn()
  await turn()
}

test('those who ask in two turns go together, and one that asks meanwhile waits', async () => {
  const { sent, gates, read } = gated(2)
  const load = gatheredCalls(read, { late: never })
  const answers = [load('a')]
  await turn()
  answers.push(load('b'))
  expect(sent).toEqual([])
  await turn()
  expect(sent).toEqual([['a', 'b']])
  answers.push(load('nobody'))
  await turns()
  expect(sent).toHaveLength(1)
  gates[0]?.open()
  expect(await answers[0]).toBe('a!')
  expect(sent).toEqual([['a', 'b'], ['nobody']])
  gates[1]?.open()
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', undefined])
})

test('two or more go behind the statement that is under way, and behind two nobody goes', async () => {
  const { sent, gates, read } = gated(3)
  const load = gatheredCalls(read, { late: never })
  const answers = [load('a')]
  await turns()
  answers.push(...['b', 'c', 'b'].map(load))
  await turns()
  // What two ask for is read once.
  expect(sent).toEqual([['a'], ['b', 'c']])
  answers.push(...['d', 'e', 'f', 'g', 'h'].map(load))
  await turns()
  expect(sent).toHaveLength(2)
  gates[0]?.open()
  expect(await answers[0]).toBe('a!')
  expect(sent[2]).toEqual(['d', 'e', 'f', 'g', 'h'])
  for (const { open } of gates) open()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'b', 'd', 'e', 'f', 'g', 'h'].map((key) => `${key}!`))
})

test('a kind whose statements go one by one has none behind another, and two at once where the first is late', async () => {
  const { sent, gates, read } = gated(3)
  const load = gatheredCalls(read, { inLine: 1 })
  const answers = [load('a')]
  await turns()
  answers.push(...['b', 'c'].map(load))
  await turns()
  expect(sent).toEqual([['a']])
  vi.advanceTimersByTime(20)
  expect(sent).toEqual([['a'], ['b', 'c']])
  answers.push(...['d', 'e'].map(load))
  await turns()
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(2)
  for (const { open } of gates) open()
  await Promise.all(answers)
  expect(sent[2]).toEqual(['d', 'e'])
})

test('behind a statement that takes longer than usual nobody goes', async () => {
  const { sent, gates, read } = gated(2)
  const load = gatheredCalls(read, { late: never })
  const answers = [load('a')]
  await turns()
  vi.advanceTimersByTime(5)
  answers.push(...['b', 'c'].map(load))
  await turns()
  expect(sent).toEqual([['a']])
  for (const { open } of gates) open()
  await Promise.all(answers)
  expect(sent).toEqual([['a'], ['b', 'c']])
})

test('a few that ask in one turn wait for no other', async () => {
  const { sent, gates, read } = gated(1)
  const load = gatheredCalls(read, { late: never })
  const answers = ['a', 'b', 'c', 'd'].map(load)
  await turn()
  expect(sent).toEqual([['a', 'b', 'c', 'd']])
  gates[0]?.open()
  await Promise.all(answers)
})

test('behind statements that are late nobody waits, but no more are sent than may be at once', async () => {
  const { sent, gates, read } = gated(4)
  const load = gatheredCalls(read)
  const answers = [load('a')]
  await turns()
  answers.push(...['b', 'c'].map(load))
  await turns()
  expect(sent).toEqual([['a'], ['b', 'c']])
  answers.push(load('d'))
  await turns()
  vi.advanceTimersByTime(19)
  expect(sent).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(sent[2]).toEqual(['d'])
  answers.push(...['e', 'f'].map(load))
  await turns()
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(3)
  gates[1]?.open()
  expect(await Promise.all(answers.slice(1, 3))).toEqual(['b!', 'c!'])
  await Promise.resolve()
  expect(sent[3]).toEqual(['e', 'f'])
  for (const { open } of gates) open()
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
})

test('no statement has more than it may', async () => {
  const sent: number[] = []
  const first = gate()
  const load = gatheredCalls<number, number>(
    async (keys) => {
      sent.push(keys.length)
      if (sent.length === 1) await first.opened
      return keys
    },
    { most: 3 },
  )
  const answers = [load(1)]
  await turns()
  answers.push(...[2, 3, 4, 5, 6, 7, 8].map(load))
  first.open()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(sent).toEqual([1, 3, 3, 1])
})

test('what fails fails for those who asked, and the next ones are read', async () => {
  let calls = 0
  const load = gatheredCalls<string, string>(async (keys) => {
    if (++calls === 1) throw new Error('gone')
    return keys
  })
  const first = expect(load('a')).rejects.toThrow('gone')
  await turns()
  const second = load('b')
  await first
  expect(await second).toBe('b')
})

test('rows come in any order, and some not at all', () => {
  expect(byPlace(3, [{ place: 3 }, { place: 1 }])).toEqual([{ place: 1 }, undefined, { place: 3 }])
})

test('the next statement is on its way before those who were answered go on', async () => {
  const order: string[] = []
  const first = gate()
  const load = gatheredCalls<string, string>(async (keys) => {
    // As the pool lends a connection.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    order.push(`asked ${keys.join()}`)
    if (order.length === 1) await first.opened
    return keys
  })
  const ask = async (key: string) => order.push(`answered ${await load(key)}`)
  const asked = [ask('a')]
  await turns()
  asked.push(ask('b'), ask('c'))
  first.open()
  await Promise.all(asked)
  expect(order).toEqual(['asked a', 'asked b,c', 'answered a', 'answered b', 'answered c'])
})

test('arrays of up to a hundred are hidden from the planner, all of a statement or none', () => {
  const ids = (count: number) => Array.from({ length: count })
  expect(unseenIfFew(ids(1), ids(100))('$1::uuid[]')).toBe('array(select unnest($1::uuid[]))')
  expect(unseenIfFew(ids(1), ids(101))('$1::uuid[]')).toBe('$1::uuid[]')
})
