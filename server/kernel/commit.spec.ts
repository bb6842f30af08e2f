// The one way to write: all of it or nothing, and never a secret in the audit log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { constraintOf } from '#server/platform/postgres/database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { eventWriter } from '#server/features/audit/audit.store.ts'
import { transactionsOf } from '#server/unit-of-work.ts'
import { type AuditEvent, auditEvent, none, secret } from './audit-event.ts'
import { createContext, type UnitOfWork } from './commit.ts'
import { unchanged } from './unchanged.ts'
import type { Tx, RequestInfo } from './context.ts'

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

const Account = z.object({
  name: z.string(),
  password: secret(),
  keys: z.array(z.object({ name: z.string(), value: secret().nullable() })),
})
const accountChanged = auditEvent('account.changed', 'name', { before: none, after: Account })
const areaCreated = auditEvent('area.created', 'name', { before: none, after: none })

type CommitOptions = { readonly checked?: boolean; readonly storing?: () => void }

const commit = (enqueue: UnitOfWork['enqueue'] = async () => undefined, options: CommitOptions = {}) => {
  const { checked = true, storing = () => undefined } = options
  const storeEvents = eventWriter({ checked })
  return createContext({
    unitOfWork: {
      transaction: transactionsOf(database),
      constraintOf,
      storeEvents: (tx, by, events) => {
        storing()
        return storeEvents(tx, by, events)
      },
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
}

const created = (subject: string): readonly [AuditEvent] => [areaCreated({ subject })]
const insertArea = (tx: Tx, name: string) =>
  tx.execute(`insert into area (id, name) values (gen_random_uuid(), $1)`, [name])
const count = async (table: string, column: string, value: string) =>
  (await database.query(`select 1 from ${table} where ${column} = $1`, [value])).length

const account = {
  name: 'Sales',
  password: 'p',
  keys: [
    { name: 'one', value: 's' },
    { name: 'two', value: null },
  ],
}
const withMore = { ...account, passwordHash: 'h' }
const stored = {
  name: 'Sales',
  password: '***',
  keys: [
    { name: 'one', value: '***' },
    { name: 'two', value: null },
  ],
}

const afterOf = async (subject: string) =>
  (await database.query<{ after: unknown }>(`select after from audit_event where subject = $1`, [subject])).at(0)?.after

test('what a schema calls secret never reaches the audit log, and the rest does', async () => {
  await commit()(async () => ({ result: null, events: [accountChanged({ subject: 'redacted', after: account })] }))
  expect(await afterOf('redacted')).toEqual(stored)
})

test('what no schema names is not stored; in specs and the demonstration it is an error', async () => {
  const subject = 'more'
  const changing = (checked: boolean) =>
    commit(undefined, { checked })(async () => ({
      result: null,
      events: [accountChanged({ subject, after: withMore })],
    }))
  await expect(changing(true)).rejects.toThrow('declares no passwordHash')
  expect(await afterOf(subject)).toBeUndefined()
  await changing(false)
  expect(await afterOf(subject)).toEqual(stored)
})

test('a subject is what its type says', async () => {
  const tenantGone = auditEvent('tenant.gone', 'tenant', { before: none, after: none })
  const done = commit()(async () => ({ result: null, events: [tenantGone({ subject: 'no id' })] }))
  await expect(done).rejects.toThrow('Invalid GUID')
})

test('what a change leaves to a job is queued with it, and names its first event', async () => {
  const queued: unknown[] = []
  const enqueue: UnitOfWork['enqueue'] = async (_tx, job, data) => void queued.push({ job, ...data })
  await commit(enqueue)(async () => ({
    result: null,
    events: [accountChanged({ subject: 'left', after: account })],
    followUps: [{ job: 'go-on', subject: 'left', details: { of: 1 } }],
  }))
  const [event] = await database.query<{ id: number }>(`select id from audit_event where subject = 'left'`)
  expect(queued).toEqual([{ job: 'go-on', eventId: String(event?.id), subject: 'left', details: { of: 1 } }])
})

test('what a change does not wait for stands with it, or refuses it, however its events went', async () => {
  const change = (name: string, subject: string) =>
    commit()(async (tx) => ({ result: null, events: created(subject), written: insertArea(tx, name) }))
  await change('ahead', 'ahead')
  expect([await count('area', 'name', 'ahead'), await count('audit_event', 'subject', 'ahead')]).toEqual([1, 1])
  await expect(change('ahead', 'ahead again')).rejects.toMatchObject({ status: 409 })
  expect(await count('audit_event', 'subject', 'ahead again')).toBe(0)
})

test('events are sent while what the change does not wait for is under way, and fall with it', async () => {
  const order: string[] = []
  const storing = () => void order.push('events')
  const change = (subject: string, rows: () => Promise<unknown>) =>
    commit(undefined, { storing })(async () => ({ result: null, events: created(subject), written: rows() }))
  await change('side by side', async () => {
    await database.query(`select 1`)
    order.push('rows')
  })
  expect(order).toEqual(['events', 'rows'])
  const refused = change('refused', async () => {
    await database.query(`select 1`)
    throw new Error('the rows were refused')
  })
  await expect(refused).rejects.toThrow('the rows were refused')
  expect(await count('audit_event', 'subject', 'refused')).toBe(0)
})

test('what reads in a transaction sees what it wrote, short reads too', async () => {
  const AreaRow = z.object({ id: z.uuid() })
  await commit()(async (tx, inside) => {
    await insertArea(tx, 'within')
    const found = [inside.db, inside.db.short].map((db) =>
      db.query(AreaRow, `select id from area where name = 'within'`),
    )
    expect((await Promise.all(found)).map(({ length }) => length)).toEqual([1, 1])
    return { result: null, events: created('within') }
  })
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

test('T77 nothing is recorded where the transaction found nothing left to do', async () => {
  const entries = () => database.query<{ n: string }>(`select count(*) as n from audit_event`)
  const before = await entries()
  expect(await commit()(async () => unchanged('as it was'))).toEqual({ result: 'as it was', committed: true })
  expect(await entries()).toEqual(before)
})

test('a violated constraint is the refusal of its name', async () => {
  const twice = commit()(async (tx) => {
    for (const name of ['twin', 'TWIN']) await insertArea(tx, name)
    return { result: null, events: created('twin') }
  })
  await expect(twice).rejects.toMatchObject({ code: 'area-name-taken', status: 409 })
  expect(await count('audit_event', 'subject', 'twin')).toBe(0)
})
