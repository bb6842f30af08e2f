// The beginning of a transaction: what is sent with it as one write, and, where it fails, that what was sent behind it
// does not become a transaction of its own.
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/kernel/context.ts'
import { CountRow, IdRow } from '#server/kernel/row.ts'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { connect, type Database, type TransactionOptions } from './database.ts'

let fresh: FreshDatabase
let db: Database
beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  db = connect(fresh.connection, { max: 1 })
  await db.execute(`create table shelf (id text)`)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await db.close()
  await fresh.drop()
})

const read = (tx: Tx) => tx.query(IdRow, `select id from shelf`)
const insert = (tx: Tx) => tx.execute(`insert into shelf values ('one')`)
const works: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'that writes first': insert,
  'that reads and writes': async (tx) => {
    await read(tx).catch(() => undefined)
    await insert(tx)
  },
  'that does both at once': (tx) => Promise.all([read(tx), insert(tx)]),
}
const faults: readonly (readonly [string, TransactionOptions])[] = [
  ['42P01', { first: 'lock table nowhere in share mode' }],
  // Here PostgreSQL is in no transaction at all.
  ['42601', { isolation: 'nonsense' as 'serializable' }],
]

for (const [kind, work] of Object.entries(works))
  test(`a transaction ${kind} says why it could not begin, writes nothing, and leaves its connection as it was`, async () => {
    for (const [code, options] of faults) await expect(db.transaction(work, options)).rejects.toMatchObject({ code })
    expect(await db.query(IdRow, `select id from shelf`)).toEqual([])
    await db.transaction(work)
    expect(await db.execute(`delete from shelf`)).toBe(1)
  })

const readAndFill = () =>
  db.transaction(async (tx) => {
    const before = await Promise.all([
      tx.query(IdRow, `select id from shelf`),
      tx.query(CountRow, `select count(*) as count from shelf`),
    ])
    await Promise.all([
      tx.execute(`insert into shelf values ($1)`, ['one']),
      tx.execute(`insert into shelf values ($1), ($2)`, ['two', 'three']),
    ])
    return before
  })

test('the beginning and what is read first are one write, what is asked for together is one, and so is the end', async () => {
  await readAndFill()
  const [whole, single] = [vi.spyOn(Socket.prototype, '_writev'), vi.spyOn(Socket.prototype, '_write')]
  expect(await readAndFill()).toEqual([[{ id: 'one' }, { id: 'two' }, { id: 'three' }], [{ count: 3 }]])
  const [first, ...further] = [...whole.mock.contexts, ...single.mock.contexts]
  expect(further.filter((socket) => socket === first)).toHaveLength(2)
})
