// Short reads on a real PostgreSQL (docs/decisions/0072).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { DatabaseUnavailable } from './database.ts'

const PidRow = z.object({ pid: z.int() })
const NumberRow = z.object({ n: z.number() })

let fresh: FreshDatabase
let db: SpecDatabase

beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  db = connectSpec(fresh.connection, { max: 2 })
  await db.query(`create table note (n integer)`)
})
afterAll(async () => {
  await db.close()
  await fresh.drop()
})

const pidOf = async () => (await db.short.query(PidRow, `select pg_backend_pid() as pid`))[0]?.pid
const number = async (n: number) => (await db.short.query(NumberRow, `select $1::int as n`, [n]))[0]?.n

const waitingForLocks = async () =>
  (await db.query(NumberRow, `select count(*)::int as n from pg_locks where not granted and database is not null`))[0]
    ?.n

test('those of one moment go over one connection, and each has its own answer', async () => {
  const [pids, numbers] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, pidOf)),
    Promise.all([1, 2, 3].map(number)),
  ])
  expect(new Set(pids).size).toBe(1)
  expect(numbers).toEqual([1, 2, 3])
  expect(db.short).toBe(db.readOnly.short)
})

test('one that fails leaves those beside it alone', async () => {
  const all = await Promise.allSettled([
    number(1),
    db.short.query(NumberRow, `select 1 / $1::int as n`, [0]),
    db.short.query(NumberRow, `select 'no number'::int as n`),
    number(2),
  ])
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([1, '22012', '22P02', 2])
})

test('PostgreSQL itself refuses what would write', async () => {
  await expect(db.short.execute(`insert into note values (1)`)).rejects.toMatchObject({ code: '25006' })
  expect(await db.query(`select n from note`)).toEqual([])
})

test('one that the database keeps waiting keeps nobody else waiting', async () => {
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = db.transaction(async (tx) => {
    await tx.query(`lock table note in access exclusive mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const slow = db.short.query(NumberRow, `select count(*)::int as n from note`)
  // Behind it until it is late, beside it from then on.
  await expect.poll(waitingForLocks).toBe(1)
  const sent = performance.now()
  await expect.poll(() => performance.now() - sent).toBeGreaterThan(5)
  expect(await Promise.all([1, 2].map(number))).toEqual([1, 2])
  held.resolve()
  await lock
  expect(await slow).toEqual([{ n: 0 }])
})

test('of a connection that is lost all hear that the database is unavailable, and the next has another', async () => {
  const pid = await pidOf()
  const ended = await Promise.allSettled([
    db.short.query(NumberRow, `select 1 as n from pg_sleep(60)`),
    number(1),
    db.query(`select pg_terminate_backend($1)`, [pid]),
  ])
  expect(ended.slice(0, 2).map((one) => one.status === 'rejected' && one.reason)).toEqual([
    expect.any(DatabaseUnavailable),
    expect.any(DatabaseUnavailable),
  ])
  expect(await number(3)).toBe(3)
  expect(await pidOf()).not.toBe(pid)
})
