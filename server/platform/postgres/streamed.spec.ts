import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { leftBehind } from '#server/spec/testing/left-behind.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'

const NumberRow = z.object({ n: z.number() })
const TextRow = z.object({ text: z.string() })

let fresh: FreshDatabase
let db: SpecDatabase
let single: SpecDatabase

beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  db = connectSpec(fresh.connection, { max: 1 })
  single = connectSpec(fresh.connection, { max: 1, parseRows: false })
})
afterAll(async () => {
  await Promise.all([db.close(), single.close()])
  await fresh.drop()
})

test.each([0, 9, 10, 20, 25])('brings every one of %i rows once, in its order', async (count) => {
  const pieces: number[][] = []
  for await (const rows of single.stream(
    NumberRow,
    'select n from generate_series(1, $1) as n order by n',
    [count],
    10,
  ))
    pieces.push(rows.map(({ n }) => n))
  expect(pieces.flat()).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(pieces.map(({ length }) => length)).toEqual([
    ...Array<number>(Math.floor(count / 10)).fill(10),
    ...(count % 10 > 0 ? [count % 10] : []),
  ])
})

test('T49 gives its connection back when nobody reads on, and when it cannot be read', async () => {
  for await (const rows of single.stream(NumberRow, 'select n from generate_series(1, 1000000) as n', [], 10)) {
    expect(rows).toHaveLength(10)
    break
  }
  await expect(
    (async () => {
      for await (const _ of single.stream(NumberRow, 'select nothing')) continue
    })(),
  ).rejects.toThrow('nothing')
  expect(await single.query('select 1 as one')).toEqual([{ one: 1 }])
})

// Each row that PostgreSQL makes takes a lock of its own.
const locking = `select n from generate_series(1, 1000) as n where pg_try_advisory_xact_lock_shared(49, n)`
const locked = async () => {
  const [row] = await db.query(
    NumberRow,
    `select count(*) as n from pg_locks where locktype = 'advisory' and classid = 49`,
  )
  return row?.n
}

test('T49 reads the next rows while the ones before are used, and none beyond', async () => {
  const reading = single.stream(NumberRow, locking, [], 10)[Symbol.asyncIterator]()
  await reading.next()
  await expect.poll(locked).toBe(20)
  await reading.next()
  await expect.poll(locked).toBe(30)
  await reading.return?.()
  await expect.poll(locked).toBe(0)
})

test('rows that cannot be read are told when it is their turn', async () => {
  const failing = () => single.stream(NumberRow, `select 10 / (15 - n) as n from generate_series(1, 20) as n`, [], 10)
  const reading = failing()[Symbol.asyncIterator]()
  expect((await reading.next()).value).toHaveLength(10)
  await expect(reading.next()).rejects.toThrow('division by zero')
  // Nor does it matter to anyone who left before.
  for await (const _ of failing()) break
  expect(await single.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('rows that were used leave next to nothing among old objects', async () => {
  const reading = single
    .stream(TextRow, `select repeat('x', 80) || n as text from generate_series(1, 10000000) as n`, [], 100)
    [Symbol.asyncIterator]()
  expect(await leftBehind(() => reading.next())).toBeLessThan(2_000)
  await reading.return?.()
})
