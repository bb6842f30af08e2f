// The one way to write: all of it or nothing, and never a secret in the trail.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, constraintOf, type Database } from '#server/platform/postgres/database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { transactionsOf } from '#server/start-queue.ts'
import { createContext, type Ledger } from './commit.ts'
import type { Fact, Tx, Visit } from './context.ts'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = connect(fresh.connection, { max: 4 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

const visit: Visit = {
  ip: '203.0.113.7',
  userAgent: '',
  language: 'en',
  apiEntry: 'POST /api/v1/areas',
  cookies: {},
  setCookie: () => undefined,
  clearCookie: () => undefined,
}

const commit = (enqueue: Ledger['enqueue'] = async () => undefined) =>
  createContext({
    ledger: {
      transaction: transactionsOf(database),
      constraintOf,
      enqueue,
      reactions: [{ on: 'area.created', job: 'tell' }],
    },
    db: database,
    services: {} as never,
    visit,
    actor: { kind: 'system' },
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
  }).commit

const created = (subject: string, after: unknown = {}): readonly [Fact] => [{ type: 'area.created', subject, after }]
const insertArea = (tx: Tx, name: string) =>
  tx.query(`insert into area (id, name) values (gen_random_uuid(), $1)`, [name])
const count = async (table: string, column: string, value: string) =>
  (await database.query(`select 1 from ${table} where ${column} = $1`, [value])).length

test('secrets never reach the trail, however deep a feature hides them, and dates and names stay', async () => {
  const after = {
    name: 'Sales',
    passwordChangedOn: '2026-11-21',
    password: 'p',
    nested: [{ sharedSecret: 's', accessToken: 't', passwordHash: 'h', code: '123456' }],
  }
  await commit()(async () => ({ result: null, facts: created('redacted', after) }))
  expect(await database.query(`select after from fact where subject = 'redacted'`)).toEqual([
    {
      after: {
        name: 'Sales',
        passwordChangedOn: '2026-11-21',
        password: '***',
        nested: [{ sharedSecret: '***', accessToken: '***', passwordHash: '***', code: '***' }],
      },
    },
  ])
})

test('row, fact and job stand or fall together', async () => {
  const queued: string[] = []
  const enqueue: Ledger['enqueue'] = async (_tx, job, { subject }) => void queued.push(`${job} ${subject}`)
  await commit(enqueue)(async (tx) => {
    await insertArea(tx, 'kept')
    return { result: null, facts: created('kept') }
  })
  expect([await count('area', 'name', 'kept'), await count('fact', 'subject', 'kept'), queued]).toEqual([
    1,
    1,
    ['tell kept'],
  ])
  const failing: Ledger['enqueue'] = async () => Promise.reject(new Error('the queue is away'))
  const lost = commit(failing)(async (tx) => {
    await insertArea(tx, 'lost')
    return { result: null, facts: created('lost') }
  })
  await expect(lost).rejects.toThrow('the queue is away')
  expect([await count('area', 'name', 'lost'), await count('fact', 'subject', 'lost')]).toEqual([0, 0])
})

test('a violated constraint is the refusal of its name', async () => {
  const twice = commit()(async (tx) => {
    for (const name of ['twin', 'TWIN']) await insertArea(tx, name)
    return { result: null, facts: created('twin') }
  })
  await expect(twice).rejects.toMatchObject({ code: 'area-name-taken', status: 409 })
  expect(await count('fact', 'subject', 'twin')).toBe(0)
})
