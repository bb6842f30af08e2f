// What a transaction sends before it waits for an answer goes to PostgreSQL at once.
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CountRow, IdRow } from '#server/kernel/row.ts'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { connect, type Database } from './database.ts'

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

const work = () =>
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
  await work()
  const [whole, single] = [vi.spyOn(Socket.prototype, '_writev'), vi.spyOn(Socket.prototype, '_write')]
  expect(await work()).toEqual([[{ id: 'one' }, { id: 'two' }, { id: 'three' }], [{ count: 3 }]])
  const [first, ...further] = [...whole.mock.contexts, ...single.mock.contexts]
  expect(further.filter((socket) => socket === first)).toHaveLength(2)
})
