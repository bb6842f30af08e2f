// The one way to write: all of it or nothing, and never a secret in the audit log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintOf } from '#server/platform/postgres/database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { transactionsOf } from '#server/start-queue.ts'
import { createContext, type UnitOfWork } from './commit.ts'
import type { AuditEvent, Tx, RequestInfo } from './context.ts'

let fresh: FreshDatabase
let database: SpecDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  database = connectSpec(fresh.connection, { max: 4 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

const requestInfo: RequestInfo = {
  ip: '203.0.113.7',
  userAgent: '',
  language: 'en',
  apiEntry: 'POST /api/v1/areas',
  cookies: {},
  setCookie: () => undefined,
  clearCookie: () => undefined,
}

const commit = (enqueue: UnitOfWork['enqueue'] = async () => undefined) =>
  createContext({
    unitOfWork: {
      transaction: transactionsOf(database),
      constraintOf,
      enqueue,
      reactions: [{ on: 'area.created', job: 'tell' }],
    },
    db: database,
    services: {} as never,
    requestInfo,
    actor: { kind: 'system' },
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
  }).commit

const created = (subject: string, after: unknown = {}): readonly [AuditEvent] => [
  { type: 'area.created', subject, after },
]
const insertArea = (tx: Tx, name: string) =>
  tx.execute(`insert into area (id, name) values (gen_random_uuid(), $1)`, [name])
const count = async (table: string, column: string, value: string) =>
  (await database.query(`select 1 from ${table} where ${column} = $1`, [value])).length

test('secrets never reach the audit log, however deep a feature hides them, and dates and names stay', async () => {
  const after = {
    name: 'Sales',
    passwordChangedOn: '2026-11-21',
    password: 'p',
    nested: [{ sharedSecret: 's', accessToken: 't', passwordHash: 'h', code: '123456' }],
  }
  await commit()(async () => ({ result: null, events: created('redacted', after) }))
  expect(await database.query(`select after from audit_event where subject = 'redacted'`)).toEqual([
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

test('row, audit event and job stand or fall together', async () => {
  const queued: string[] = []
  const enqueue: UnitOfWork['enqueue'] = async (_tx, job, { subject }) => void queued.push(`${job} ${subject}`)
  await commit(enqueue)(async (tx) => {
    await insertArea(tx, 'kept')
    return { result: null, events: created('kept') }
  })
  expect([await count('area', 'name', 'kept'), await count('audit_event', 'subject', 'kept'), queued]).toEqual([
    1,
    1,
    ['tell kept'],
  ])
  const failing: UnitOfWork['enqueue'] = async () => Promise.reject(new Error('the queue is away'))
  const lost = commit(failing)(async (tx) => {
    await insertArea(tx, 'lost')
    return { result: null, events: created('lost') }
  })
  await expect(lost).rejects.toThrow('the queue is away')
  expect([await count('area', 'name', 'lost'), await count('audit_event', 'subject', 'lost')]).toEqual([0, 0])
})

test('a violated constraint is the refusal of its name', async () => {
  const twice = commit()(async (tx) => {
    for (const name of ['twin', 'TWIN']) await insertArea(tx, name)
    return { result: null, events: created('twin') }
  })
  await expect(twice).rejects.toMatchObject({ code: 'area-name-taken', status: 409 })
  expect(await count('audit_event', 'subject', 'twin')).toBe(0)
})
