// The log is verified by the clock, and whoever has to know hears of a break (docs/decisions/0043).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LogBreak, LogChain } from '#contract/log-entries.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Mail } from '#server/kernel/ports/mail.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { mailBreak, verifyByNight } from './logs.public.ts'

const auditor = 'auditor@elsewhere.example'

let portico: TestPortico
let god: Bearer
let gods: Bearer[]
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_AUDIT_HEAD_MAIL: auditor })
  const bearerOf = async (role: string) => (await signIn(portico, await addPerson(portico, { roles: [role] }))).bearer
  god = await bearerOf('God')
  gods = [god, await bearerOf('God')]
  administrator = await bearerOf('Administrator')
})
afterAll(() => portico.close())

const sql = <Row>(text: string, values: readonly unknown[] = []) => portico.database.query<Row>(text, values)
const nightFalls = () => sql(`update audit_verification set begun_on = now() - interval '1 day', total = null`)
beforeEach(async () => {
  await sealAll(portico.database)
  await nightFalls()
})

/** Jobs that were left, by name and what they were told. */
const queued: [string, unknown][] = []

const run = (bounds: { sealsAtOnce?: number; mostSteps?: number } = {}) =>
  verifyByNight({
    transaction: portico.database.transaction,
    ctx: jobContext(portico, 'verify-log', async (_tx, name, ...data) => {
      queued.push(...data.map(({ details }): [string, unknown] => [name, details]))
    }),
    ...bounds,
  })
/** Of a whole night. */
const night = async () => {
  await nightFalls()
  return run()
}

const { call } = apiCaller(
  () => portico,
  '/admin',
  () => god,
)
const chain = async () => (await call<LogChain>('GET', '/systemlog/chain')).body
const verifications = async () =>
  (await sql<{ id: number }>(`select id from audit_event where type = 'audit-log.verified'`)).length
const toldTo = async (as: Bearer) => {
  const { items } = (await call<{ items: Notification[] }>('GET', '/notifications/active', { as })).body
  return items.filter(({ type }) => type === 'AuditLogBroken').map(({ description }) => description)
}
const forget = async () => {
  for (const as of gods) await call('DELETE', '/notifications', { as })
}

test('a night verifies all seals in steps; whoever comes later goes on where another stopped', async () => {
  for (let seals = 0; seals < 3; seals++) {
    await signIn(portico, await addPerson(portico))
    await sealAll(portico.database)
  }
  const total = (await chain()).sealed?.seal ?? 0
  expect(total).toBeGreaterThan(2)
  const before = await verifications()
  const state = async () =>
    (await sql<{ total: number | null; verified: number }>(`select total, verified from audit_verification`))[0]
  await run({ sealsAtOnce: 1, mostSteps: 2 })
  expect(await state()).toEqual({ total, verified: 1 })
  expect(await verifications()).toBe(before)
  await run({ sealsAtOnce: 1, mostSteps: total + 1 })
  expect(await state()).toMatchObject({ total: null })
  expect((await chain()).verified).toMatchObject({ seals: total, firstBreak: null })
  // Until the next night.
  await run()
  expect(await verifications()).toBe(before + 1)
})

test('instances do not verify at the same time, and say once what they found', async () => {
  const before = await verifications()
  await portico.database.transaction(async (tx) => {
    await tx.execute(`select 1 from audit_verification for update`)
    expect(await run()).toBeUndefined()
  })
  expect(await verifications()).toBe(before)
  await Promise.all([run({ sealsAtOnce: 1 }), run({ sealsAtOnce: 1 }), run({ sealsAtOnce: 1 })])
  await run()
  expect(await verifications()).toBe(before + 1)
})

/** What somebody does in the database, and takes back. */
type Tampering = { readonly id: number; readonly undo: () => Promise<unknown> }
const first = async () => (await sql<{ id: number }>(`select min(id) + 2 as id from audit_event`))[0]?.id ?? 0

const edit = async (): Promise<Tampering> => {
  const id = await first()
  await sql(`create table kept as select * from audit_event where id = $1`, [id])
  await sql(`update audit_event set actor_name = 'Nobody' where id = $1`, [id])
  const undo = async () => {
    await sql(`update audit_event f set actor_name = k.actor_name from kept k where f.id = k.id`)
    await sql(`drop table kept`)
  }
  return { id, undo }
}
const remove = async (): Promise<Tampering> => {
  const id = await first()
  await sql(`create table kept as select * from audit_event where id = $1`, [id])
  await sql(`delete from audit_event where id = $1`, [id])
  const undo = async () => {
    await sql(`insert into audit_event overriding system value select * from kept`)
    await sql(`drop table kept`)
  }
  return { id, undo }
}
const insert = async (): Promise<Tampering> => {
  const id = 0
  await sql(
    `insert into audit_event (id, at, type, subject, actor_kind) overriding system value values ($1, now(), 'area.removed', '-', 'anonymous')`,
    [id],
  )
  return { id, undo: () => sql(`delete from audit_event where id = $1`, [id]) }
}

const cases: readonly [LogBreak['what'], () => Promise<Tampering>, string][] = [
  ['entry-edited', edit, 'edited'],
  ['entry-deleted', remove, 'deleted'],
  ['entry-inserted', insert, 'inserted'],
]

test.each(cases)('an %s in the database is told to each God, and mailed, once', async (what, tamper, word) => {
  await forget()
  queued.length = 0
  const { id, undo } = await tamper()
  const firstBreak = { what, number: id }
  expect(await night()).toEqual(firstBreak)
  const said = `The audit log was changed in the database: entry ${id} was ${word}`
  for (const one of gods) expect(await toldTo(one)).toEqual([said])
  expect(await toldTo(administrator)).toEqual([])
  expect((await chain()).verified?.firstBreak).toEqual(firstBreak)

  expect(queued).toEqual([['mail-audit-break', firstBreak]])
  expect(await night()).toBeUndefined()
  for (const one of gods) expect(await toldTo(one)).toEqual([said])
  expect((await chain()).verified?.firstBreak).toEqual(firstBreak)
  expect(queued).toHaveLength(1)

  await undo()
  expect(await night()).toBeUndefined()
  expect((await chain()).verified?.firstBreak).toBeNull()
})

test('a break that comes again after a whole night is told again; the mail says what broke', async () => {
  for (const turn of [1, 2]) {
    await forget()
    const { id, undo } = await edit()
    const firstBreak = await night()
    expect([turn, await toldTo(god)]).toEqual([turn, [expect.stringContaining(`entry ${id} was edited`)]])
    const mails: Mail[] = []
    const job = mailBreak({ send: async (mail) => void mails.push(mail) })
    await job.run(jobContext(portico, job.name), { eventId: '0', subject: 'audit-log', details: firstBreak })
    expect(mails).toMatchObject([{ to: { address: auditor }, text: expect.stringContaining(`entry ${id} was edited`) }])
    await undo()
    await night()
  }
})
