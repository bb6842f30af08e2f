// The state of the log's chain, and its verification in the background.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogChain } from '#contract/log-entries.ts'
import type { Notification } from '#contract/notifications.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { logEvents } from './logs.events.ts'
import { verifySeals } from './seal-steps.ts'

let portico: TestPortico
let god: Bearer
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'] }))).bearer
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => god,
)
const chain = async () => (await call<LogChain>('GET', '/admin/systemlog/chain')).body

/** Until it said how it ended. */
const verified = async () => {
  const before = (await chain()).verified?.on
  const { body } = await call<{ process: { id: string } }>('POST', '/admin/systemlog/verify')
  expect(body.process).toMatchObject({ type: 'VerifyAuditLog' })
  await expect.poll(async () => (await chain()).verified?.on).not.toBe(before)
  const notices = () => call<{ items: Notification[] }>('GET', '/admin/notifications/active')
  await expect.poll(async () => (await notices()).body.items.at(0)?.type).toBe('VerifyAuditLog')
  return { ...(await chain()).verified, notification: (await notices()).body.items.at(0) }
}

test('a God sees how far the log is sealed, has it verified, and is told that nothing was changed', async () => {
  expect(await chain()).toMatchObject({ verified: null })
  await sealAll(portico.database)
  const { sealed } = await chain()
  expect(sealed).toMatchObject({ seal: expect.any(Number), sealedOn: expect.any(String) })
  const { notification, ...found } = await verified()
  expect(found).toMatchObject({ seals: sealed?.seal, firstBreak: null })
  expect(found.entries).toBeGreaterThan(0)
  expect(notification?.data.Errors).toBeUndefined()
  for (const [method, path] of [
    ['GET', '/chain'],
    ['POST', '/verify'],
  ] as const)
    expect((await call(method, `/admin/systemlog${path}`, { as: administrator })).status).toBe(403)
})

test('an entry that was edited in the database is named, in the state and in the notification', async () => {
  const [entry] = await portico.database.query<{ id: number }>(`select min(id) as id from audit_event`)
  const rename = (name: string) =>
    portico.database.query(`update audit_event set actor_name = $2 where id = $1`, [entry?.id, name])
  const [before] = await portico.database.query<{ name: string }>(
    `select actor_name as name from audit_event where id = $1`,
    [entry?.id],
  )
  await rename('Nobody')
  const { notification, firstBreak } = await verified()
  expect(firstBreak).toEqual({ what: 'entry-edited', number: entry?.id })
  expect(notification?.data.Errors).toMatchObject([
    { row: entry?.id, reason: `Entry ${entry?.id} was edited`, issues: [{ code: 'log-entry-edited' }] },
  ])
  await rename(before?.name ?? '')
  expect((await verified()).firstBreak).toBeNull()
})

test('what is not sealed yet is counted and judged, and heads that were sent outside are compared', async () => {
  await sealAll(portico.database)
  const { sealed } = await chain()
  const hashOf = async (seal: number) =>
    (
      await portico.database.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from audit_seal where number = $1`,
        [seal],
      )
    )[0]?.hash ?? ''
  const head = { day: '2026-11-21', seal: sealed?.seal ?? 0, hash: await hashOf(sealed?.seal ?? 0) }
  await call('PUT', '/profile/language', { body: { language: 'it' } })
  const { day, seal, hash } = head
  const after = { seal, lastEntry: sealed?.lastEntry ?? 0, hash }
  const ctx = jobContext(portico, 'tell-head')
  await ctx.commit(async () => ({ result: undefined, events: [logEvents.headSent({ subject: day, after })] }))
  const { unsealed = 0, heads, firstBreak } = await verified()
  expect([unsealed > 1, heads, firstBreak]).toEqual([true, 1, null])

  const [last] = await portico.database.query<{ id: number }>(
    `update audit_event set ip = '192.0.2.9' where id = (select max(id) from audit_event where id > $1) returning id`,
    [after.lastEntry],
  )
  expect((await verified()).firstBreak).toEqual({ what: 'entry-edited', number: last?.id })
  // Whoever computes the whole chain anew has another hash there.
  const forged = logEvents.headSent({ subject: '2026-11-20', after: { ...after, hash: hash.replace(/^./, 'x') } })
  await ctx.commit(async () => ({ result: undefined, events: [forged] }))
  expect((await verified()).firstBreak).toEqual({ what: 'seal-edited', number: seal })
  await portico.database.query(`delete from audit_event where id > $1`, [after.lastEntry])
})

test('a seal that is gone is missed, where the steps of a verification meet as well', async () => {
  for (const language of ['es', 'fr', 'it']) {
    await call('PUT', '/profile/language', { body: { language } })
    await sealAll(portico.database)
  }
  const total = (await chain()).sealed?.seal ?? 0
  await portico.database.query(`delete from audit_seal where number = $1`, [total - 1])
  for (const sealsAtOnce of [total - 1, total])
    expect((await verifySeals(portico.database, { total, sealsAtOnce })).firstBreak).toEqual({
      what: 'seal-deleted',
      number: total - 1,
    })
})
