// T64, T80: the mail server is away. The backoff is the real one; the test moves the next try to now instead of waiting
// for it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '#server/kernel/ports/mail.ts'
import { MailNotSent } from '#server/platform/mail/smtp-mailer.ts'
import { sendAgain } from '#server/platform/jobs/send-again.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

const day = 86_400
const refused = { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }

let portico: TestPortico
let away: object | undefined
let tries: string[] = []
const mailer = async ({ to }: Mail) => {
  tries.push(to.address)
  if (away) throw new MailNotSent(away)
}
beforeAll(async () => void (portico = await startTestPortico({}, { mailer, jobTiming: { pollingSeconds: 0.5 } })))
beforeEach(() => {
  away = { code: 'ECONNREFUSED' }
  tries = []
})
afterAll(() => portico.close())

const ask = async (userName: string) => {
  const answer = await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username: userName })
  expect(answer.status).toBe(200)
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => addPerson(portico)))
const mailsTo = ({ email }: { email: string }) => portico.mails.filter(({ to }) => to.address === email).length

type Row = { id: string; state: string; tries: number; most: number; wait: number }
const jobs = () =>
  portico.database.query<Row>(
    `select id, state::text, retry_count as tries, retry_limit as most, extract(epoch from start_after - now())::float8 as wait
       from pgboss.job
      where name = 'mail-reset-link' and state <> 'completed'`,
  )
const waiting = async (atLeast: number) => {
  const rows = await jobs()
  return rows.length > 0 && rows.every(({ state, tries: done }) => state === 'retry' && done >= atLeast) && rows
}
const comeDue = () =>
  portico.write((tx) =>
    tx.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`),
  )
const noneLeft = async () => (await jobs()).every(({ state }) => state === 'failed')

test('T64 T80 mails are tried for a day, at most ten minutes apart, and each arrives once when the server is back', async () => {
  const them = await people(12)
  await Promise.all(them.map(({ userName }) => ask(userName)))
  let least = 0
  for (let round = 0; round < 9; round++) {
    const rows = (await until(() => waiting(round))) as Row[]
    expect(rows).toHaveLength(12)
    if (round > 0) least += Math.min(...rows.map(({ wait }) => wait))
    for (const { wait } of rows) expect(wait).toBeLessThanOrEqual(600)
    await comeDue()
  }
  const [{ most } = { most: 0 }] = await jobs()
  expect(least + (most - 8) * 600).toBeGreaterThan(day)
  expect(await portico.database.query(`select 1 from audit_event where type = 'user.reset-link-mailed'`)).toEqual([])
  // A person may ask again meanwhile, and the answer does not wait for the mail server.
  const began = performance.now()
  await ask(them[0]?.userName ?? '')
  expect(performance.now() - began).toBeLessThan(2000)

  await until(() => waiting(0))
  away = undefined
  await comeDue()
  await until(async () => (await comeDue(), noneLeft()))
  expect(them.map(mailsTo)).toEqual([2, ...Array.from({ length: 11 }, () => 1)])
  expect(await portico.database.query(`select 1 from audit_event where type = 'user.reset-link-mailed'`)).toHaveLength(
    13,
  )
})

test('T80 what was given up after a day is sent again by one command, once', async () => {
  const [person] = (await people(1)) as [Awaited<ReturnType<typeof addPerson>>]
  await ask(person.userName)
  await until(() => waiting(0))
  await portico.write((tx) =>
    tx.query(`update pgboss.job set retry_limit = retry_count, start_after = now() where state = 'retry'`),
  )
  await until(async () => (await jobs()).some(({ state }) => state === 'failed'))
  expect(
    await portico.database.query(
      `select after ->> 'job' as job from audit_event where type = 'job.failed' and subject = $1`,
      [person.id],
    ),
  ).toEqual([{ job: 'mail-reset-link' }])
  away = undefined
  expect(await sendAgain(portico.connection)).toBe(1)
  await until(() => mailsTo(person) > 0)
  expect(await sendAgain(portico.connection)).toBe(0)
  expect(mailsTo(person)).toBe(1)
})

test('T80 a recipient whom the mail server refuses is not asked for a day', async () => {
  away = refused
  const [person] = (await people(1)) as [Awaited<ReturnType<typeof addPerson>>]
  await ask(person.userName)
  const failed = async () => (
    await comeDue(), (await portico.database.query(`select 1 from pgboss.job where name = 'failed-jobs'`)).length > 0
  )
  await until(failed)
  expect(tries.filter((address) => address === person.email)).toHaveLength(7)
  expect(
    await portico.database.query(
      `select output ->> 'message' as said from pgboss.job where name = 'mail-reset-link' and state = 'failed' order by completed_on desc limit 1`,
    ),
  ).toEqual([{ said: 'Mail not sent: EENVELOPE 550 at RCPT TO' }])
})
