// The audit log shows what was done to it in the database: what is sealed is named, once it is edited, deleted or
// inserted.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobEvents } from '#server/job.events.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { insertEvents } from './audit.store.ts'
import { beginning } from './chain.ts'
import { sealed, sealLog } from './sealing.ts'
import * as store from './seals.store.ts'
import { verifyLog } from './verify.ts'

let fresh: FreshDatabase
let database: SpecDatabase
const open = async () => {
  fresh = await freshDatabase()
  database = connectSpec(fresh.connection, { max: 12 })
}
const close = async () => {
  await database.close()
  await fresh.drop()
}

const actor = { kind: 'job', id: undefined, name: 'spec' } as const
const eventOf = (subject: string) => jobEvents.failed({ subject, after: { job: 'mail', eventId: '7' } })
const write = (...subjects: string[]) =>
  database.transaction((tx) =>
    insertEvents(
      tx,
      subjects.map((subject) => ({ event: eventOf(subject), at: new Date(), actor, ip: '10.0.0.1' })),
      { checked: true },
    ),
  )
const many = (count: number) => Array.from({ length: count }, (_, place) => `subject ${place}`)

const seal = (transaction = database.transaction) => sealAll(database, { transaction })
/** As the clock does: what has not settled is left for the next minute. */
const sealOnce = () =>
  sealLog({ transaction: database.transaction, now: () => new Date(), pause: async () => undefined })
const verify = (heads: readonly string[] = []) =>
  database.transaction((tx) => verifyLog(tx, { heads }), { isolation: 'repeatable read' })
const byHand = (statement: string, values: unknown[] = []) => database.query<{ id: number }>(statement, values)

describe('a sealed log', () => {
  let ids: readonly number[]
  beforeAll(async () => {
    await open()
    ids = await write(...many(2_500))
    // A transaction that was taken back leaves ids that nobody has.
    await database
      .transaction(async (tx) => {
        await tx.query(`insert into audit_event (at, type, subject, actor_kind) values (now(), 'a.b', 'x', 'job')`)
        throw new Error('taken back')
      })
      .catch(() => undefined)
    await write('after the gap')
    await seal()
  })
  afterAll(close)
  const middle = () => ids[1_234] ?? 0
  const gap = () => (ids.at(-1) ?? 0) + 1

  /** What is done to it is put right again afterwards. */
  const found = (statement: string, values: unknown[] = []) => {
    const done: { found?: Awaited<ReturnType<typeof verify>> } = {}
    return database
      .transaction(
        async (tx) => {
          await tx.query(statement, values)
          done.found = await verifyLog(tx)
          throw new Error('put right')
        },
        { isolation: 'repeatable read' },
      )
      .catch(() => done.found?.firstBreak)
  }

  test('is whole, in batches', async () => {
    expect(await verify()).toMatchObject({
      seals: 3,
      entries: 2_501,
      unsealed: 0,
      undigested: 0,
      firstBreak: undefined,
    })
  })

  test.each([
    `at = at + interval '1 microsecond'`,
    `type = 'area.removed'`,
    `subject = 'somebody else'`,
    `actor_kind = 'user'`,
    `actor_id = gen_random_uuid()`,
    `actor_name = 'nobody'`,
    `impersonated_by = gen_random_uuid()`,
    `ip = null`,
    `api_entry = ''`,
    `operation = 'LockUser'`,
    `tenant_id = gen_random_uuid()`,
    `before = '{}'`,
    `after = after || '{"job": "none"}'`,
    `digest = null`,
  ])('names the entry that was edited: %s', async (change) => {
    const entry = middle()
    expect(await found(`update audit_event set ${change} where id = $1`, [entry])).toEqual({ what: 'edited', entry })
  })

  test('names the entry that was deleted, first, last and between', async () => {
    for (const entry of [ids[0], middle(), gap() + 1])
      expect(await found(`delete from audit_event where id = $1`, [entry])).toEqual({ what: 'deleted', entry })
  })

  test('names the entry that was inserted where there was none', async () => {
    const copied = `insert into audit_event (id, at, type, subject, actor_kind, digest) overriding system value
                    select $2, at, type, subject, actor_kind, digest from audit_event where id = $1`
    for (const entry of [0, gap()])
      expect(await found(copied, [middle(), entry]), String(entry)).toEqual({ what: 'inserted', entry })
  })

  test('names the seal that was edited or deleted', async () => {
    for (const change of [`sealed_on = now()`, `hash = sha256('')`, `digests = false`, `entries = 3`])
      expect(await found(`update audit_seal set ${change} where number = 2`), change).toEqual({
        what: 'seal-edited',
        seal: 2,
      })
    expect(await found(`delete from audit_seal where number = 2`)).toEqual({ what: 'seal-deleted', seal: 2 })
  })

  test('names the entry that was edited before it is sealed', async () => {
    const [entry] = await database.transaction((tx) =>
      insertEvents(tx, [{ event: eventOf('not sealed yet'), at: new Date(), actor }], { checked: true }),
    )
    for (const change of [
      `subject = 'somebody else'`,
      `after = after || '{"job": "none"}'`,
      `digest = decode(repeat('0', 32), 'hex')`,
    ])
      expect(await found(`update audit_event set ${change} where id = $1`, [entry]), change).toEqual({
        what: 'edited',
        entry,
      })
    await byHand(`delete from audit_event where id = $1`, [entry])
  })

  test('names what was appended by hand, before it is sealed and after', async () => {
    const insert = `insert into audit_event (at, type, subject, actor_kind, after)
                    values (now(), 'job.failed', 'x', 'job', '{"job": "mail", "eventId": "7"}') returning id`
    const [row] = await byHand(insert)
    const broken = { what: 'inserted', entry: row?.id }
    expect((await verify()).firstBreak).toEqual(broken)
    await seal()
    expect(await verify()).toMatchObject({ seals: 3, firstBreak: broken })
  })
})

describe('a chain that was computed anew', () => {
  beforeAll(open)
  afterAll(close)

  test('is found by a head that was kept elsewhere, and by nothing else', async () => {
    const ids = await write('one', 'two', 'three')
    await seal()
    const { head = '' } = await verify()
    await write('four')
    await seal()
    expect(await verify([head])).toMatchObject({ firstBreak: undefined, missingHeads: [] })
    await byHand(`delete from audit_event where id = $1`, [ids[1]])
    await database.transaction(async (tx) => {
      await tx.query(`delete from audit_seal`)
      const entries = await store.entriesBetween(tx, { above: 0, upTo: 1_000_000, most: 1_000 })
      await store.insertSeal(tx, sealed(entries, beginning, { number: 1, digests: true, sealedOn: new Date() }))
    })
    expect(await verify()).toMatchObject({ entries: 3, firstBreak: undefined, missingHeads: [] })
    expect(await verify([head])).toMatchObject({ missingHeads: [head] })
  })
})

describe('writers that are at it meanwhile', () => {
  beforeEach(open)
  afterEach(close)

  test('an entry that took its id first and is committed last is sealed, in its place', async () => {
    let commit = () => undefined as void
    const waits = new Promise<void>((resolve) => (commit = resolve))
    let taken = () => undefined as void
    const wrote = new Promise<void>((resolve) => (taken = resolve))
    const late = database.transaction(async (tx) => {
      await insertEvents(tx, [{ event: eventOf('late'), at: new Date(), actor }], { checked: true })
      taken()
      await waits
    })
    await wrote
    await write('early')
    expect(await sealOnce()).toBe(0)
    expect(await verify()).toMatchObject({ seals: 0, unsealed: 1 })
    commit()
    await late
    await seal()
    expect(await verify()).toMatchObject({ entries: 2, unsealed: 0, firstBreak: undefined })
  })

  test('each of many is sealed once, whoever seals at the same time', async () => {
    const writer = async (name: string) => {
      for (let turn = 0; turn < 15; turn++) await write(`${name} ${turn}`, `${name} ${turn} again`)
    }
    const sealer = async () => {
      for (let turn = 0; turn < 15; turn++) await sealOnce()
    }
    await Promise.all([...many(6).map(writer), sealer(), sealer()])
    await seal()
    expect(await verify()).toMatchObject({ entries: 180, unsealed: 0, firstBreak: undefined })
  })

  test('a sealing that is cut off goes on where it was', async () => {
    await write(...many(3_000))
    const dying: typeof database.transaction = (work, options) =>
      database.transaction(async (tx) => {
        const result = await work(tx)
        const { number } = await store.lastSeal(tx)
        if (number === 2) throw new Error('killed')
        return result
      }, options)
    await expect(seal(dying)).rejects.toThrow('killed')
    expect(await verify()).toMatchObject({ entries: 1_000, unsealed: 2_000 })
    await seal()
    expect(await verify()).toMatchObject({ seals: 3, entries: 3_000, firstBreak: undefined })
  })

  test('what was waited for in another cluster, before a restore, is waited for no more', async () => {
    await write('before')
    await byHand(`update audit_sealing set up_to = 1, before_xid = '4611686018427387904'::xid8`)
    expect(await sealOnce()).toBe(1)
  })
})
