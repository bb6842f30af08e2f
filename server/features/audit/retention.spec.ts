// Months whose time is over are dropped, the chain goes on after them, and what rests on them says so.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#server/kernel/context.ts'
import { jobEvents } from '#server/job.events.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { insertEvents } from './audit.store.ts'
import { keepMonths } from './months.ts'
import { dropOldMonths } from './retention.ts'
import { verifyLog } from './verify.ts'

let portico: TestPortico
const start = async () => {
  portico = await startTestPortico({ PORTICO_AUDIT_RETENTION_MONTHS: '3' })
}

const actor = { kind: 'job', id: undefined, name: 'spec' } as const
const write = (...days: string[]) =>
  portico.write((tx) =>
    insertEvents(
      tx,
      days.map((day) => ({
        event: jobEvents.failed({ subject: `of ${day}`, after: { job: 'x', eventId: '1' } }),
        at: new Date(`${day}T12:00:00Z`),
        actor,
      })),
      { checked: true },
    ),
  )
const drop = (ctx = jobContext(portico, 'keep-log-months')) => dropOldMonths(ctx)
const verify = () => portico.database.transaction((tx) => verifyLog(tx), { isolation: 'repeatable read' })
const byHand = (statement: string, ...values: unknown[]) => portico.database.query(statement, values)
const subjects = async () =>
  (await portico.database.query<{ subject: string }>(`select subject from audit_event order by id`)).map(
    ({ subject }) => subject,
  )
const today = () => new Date().toISOString().slice(0, 10)
const prepared = async (...days: string[]) => {
  const ids = await write(...days)
  await sealAll(portico.database)
  await keepMonths(portico.database.transaction)
  return ids
}

describe('the months', () => {
  beforeEach(start)
  afterEach(() => portico.close())

  test('that are over go whole, the oldest first, the log says so, and the chain knows it', async () => {
    await prepared('2024-01-31', '2024-02-01', '2024-01-05')
    await prepared('2024-01-07', '2024-01-08')
    await prepared('2024-02-29', today())
    expect(await drop()).toEqual(['audit_event_2024_01', 'audit_event_2024_02'])
    const left = await subjects()
    expect(left.filter((subject) => subject.startsWith('of '))).toEqual([`of ${today()}`])
    expect(left.slice(-2)).toEqual(['2024-01', '2024-02'])
    expect(await verify()).toMatchObject({ firstBreak: undefined })
    const condensed = `select number from audit_seal where ids is null order by number`
    expect(await byHand(condensed)).toHaveLength(2)
    expect(await drop()).toEqual([])
    await sealAll(portico.database)
    expect(await verify()).toMatchObject({ unsealed: 0, firstBreak: undefined })
  })

  test('that are not over stay, and so does what is not sealed', async () => {
    const now = new Date()
    const monthsAgo = (months: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
    await prepared(monthsAgo(3), monthsAgo(1))
    await write(monthsAgo(4))
    await keepMonths(portico.database.transaction)
    expect(await drop()).toEqual([])
    await sealAll(portico.database)
    expect(await drop()).toEqual([`audit_event_${monthsAgo(4).slice(0, 7).replace('-', '_')}`])
    expect(await subjects()).toContain(`of ${monthsAgo(3)}`)
  })

  test('stay where the chain does not hold: what was done to it would be hidden', async () => {
    const [, second = 0] = await prepared('2024-01-01', '2024-01-02', '2024-02-02')
    await byHand(`delete from audit_event where id = $1`, second)
    await expect(drop()).rejects.toThrow('was changed')
    expect(await subjects()).toContain('of 2024-01-01')
    expect((await verify()).firstBreak).toEqual({ what: 'deleted', entry: second })
  })

  test('stay where an entry or a seal is changed after they were verified, before they would be cut', async () => {
    const [first = 0, second = 0] = await prepared('2024-01-01', '2024-01-02', '2024-02-02')
    const meanwhile = async (statement: string, ...values: unknown[]) => {
      const ctx = jobContext(portico, 'keep-log-months')
      const changed: Ctx = {
        ...ctx,
        commit: async (work) => {
          await byHand(statement, ...values)
          return ctx.commit(work)
        },
      }
      return drop(changed)
    }
    expect(await meanwhile(`update audit_event set subject = 'another' where id = $1`, first)).toEqual([])
    await expect(drop()).rejects.toThrow('was changed')
    await byHand(`update audit_event set subject = 'of 2024-01-01' where id = $1`, first)
    expect(await meanwhile(`update audit_seal set sealed_on = sealed_on where number = 1`)).toEqual([])
    expect(await meanwhile(`delete from audit_event where id = $1`, second)).toEqual([])
    await expect(drop()).rejects.toThrow('was changed')
    expect(await subjects()).toContain('of 2024-01-01')
  })

  test('are no excuse for what else is missing, or is put in their place', async () => {
    const [, kept = 0, gone = 0] = await prepared('2024-01-01', today(), '2024-01-03')
    await prepared(today())
    await drop()
    const breakAfter = async (statement: string, ...values: unknown[]) => {
      const found: Awaited<ReturnType<typeof verify>>[] = []
      const work = portico.database.transaction(async (tx) => {
        await tx.query(statement, values)
        found.push(await verifyLog(tx))
        throw new Error('put right')
      })
      await work.catch(() => undefined)
      return found[0]?.firstBreak
    }
    expect(await breakAfter(`delete from audit_event where id = $1`, kept)).toEqual({ what: 'deleted', entry: kept })
    const forged = `insert into audit_event (id, at, type, subject, actor_kind) values ($1, now(), 'a.b', 'x', 'job')`
    expect(await breakAfter(forged, gone)).toEqual({ what: 'edited', entry: gone })
    expect(await breakAfter(`update audit_seal set ids = null, hashes = null where number = 2`)).toEqual({
      what: 'seal-edited',
      seal: 2,
    })
    const twice = `insert into audit_event select id, at - interval '1 month', type, subject from audit_event where id = $1`
    expect(await breakAfter(twice.replace('subject from', 'subject, actor_kind from'), kept)).toBeDefined()
  })
})

describe('what needs the log of before', () => {
  let god: Bearer
  let ids: readonly number[]
  beforeAll(async () => {
    await start()
    god = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
    ids = await prepared('2024-01-31', '2024-02-01')
    await drop()
  })
  afterAll(() => portico.close())
  const { call } = apiCaller(
    () => portico,
    '/admin',
    () => god,
  )
  const gone = { status: 410, body: { errors: [{ code: 'log-dropped' }] } }

  test('as of: refuses a day before, with the day from which on it can tell', async () => {
    const tenant = await addTenant(portico, { title: 'Acme' })
    for (const path of [`/tenants/${tenant}/members?`, `/users/check/permissions/somebody?`])
      expect([path, (await call('GET', `${path}asOf=2024-02-29`)).status]).toEqual([path, 410])
    expect((await call('GET', `/tenants/${tenant}/members?asOf=2024-02-29`)).body).toMatchObject({
      message: expect.stringContaining('2024-03-01'),
    })
    expect((await call('GET', `/tenants/${tenant}/members?asOf=2024-03-02`)).status).toBe(200)
  })

  test('undo and the entry itself: it was there, and is dropped; what never was is not found', async () => {
    expect(await call('POST', `/access/undo/${ids[0]}`)).toMatchObject({ status: gone.status })
    expect(await call('GET', `/systemlog/${ids[1]}`)).toMatchObject({ status: gone.status })
    expect(await call('POST', `/access/undo/removal/${randomUUID()}`)).toMatchObject({ status: gone.status })
    expect((await call('GET', `/systemlog/987654321`)).status).toBe(404)
  })

  test('history: says from when on it has everything', async () => {
    expect((await call('GET', `/access/changes?identityId=${randomUUID()}`)).body).toMatchObject({
      items: [],
      keptSince: '2024-03-01',
    })
    expect((await call('GET', `/access/moves?tenantId=${randomUUID()}`)).body).toMatchObject({
      keptSince: '2024-03-01',
    })
  })
})
