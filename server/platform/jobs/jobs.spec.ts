// The queue on a real database: what a job is given.
import { pino } from 'pino'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobData } from '#server/kernel/use-case.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { connect, type Database } from '../postgres/database.ts'
import { createJobs, type Jobs } from './jobs.ts'

let fresh: FreshDatabase
let database: Database
let jobs: Jobs
beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  database = connect(fresh.connection, { max: 2 })
  jobs = createJobs({ connection: fresh.connection, log: pino({ level: 'silent' }), timing: { pollingSeconds: 0.5 } })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
  await fresh.drop()
})

test('a job that the release before stored finds its event under the former name', async () => {
  const received: JobData[] = []
  const run = async (data: JobData) => void received.push(data)
  await jobs.start({ workers: [{ name: 'greet', run }], crons: [], gaveUp: async () => undefined })
  const stored = { factId: '7', subject: 'the old one' } as unknown as JobData
  await database.transaction((tx) => jobs.enqueue(tx, 'greet', stored))
  await database.transaction((tx) => jobs.enqueue(tx, 'greet', { eventId: '8', subject: 'the new one' }))
  await expect
    .poll(() => received.toSorted((a, b) => a.eventId.localeCompare(b.eventId)))
    .toEqual([
      { eventId: '7', subject: 'the old one' },
      { eventId: '8', subject: 'the new one' },
    ])
})

test('of a group one job runs at a time, one after the other at once, and a group that is slow keeps no other waiting', async () => {
  const patient = createJobs({
    connection: fresh.connection,
    log: pino({ level: 'silent' }),
    timing: { pollingSeconds: 60 },
  })
  const [began, done]: [string[], string[]] = [[], []]
  const slow = Promise.withResolvers<void>()
  const run = async ({ subject, group }: JobData) => {
    expect(group === 'quick' && began.length > done.length + (began.includes('slow') ? 1 : 0)).toBe(false)
    began.push(subject)
    if (group === 'slow') await slow.promise
    done.push(subject)
  }
  await patient.start({ workers: [{ name: 'tell', batches: 2, run }], crons: [], gaveUp: async () => undefined })
  const jobOf = (subject: string, group: string) => ({ eventId: '1', subject, group })
  await database.transaction((tx) => patient.enqueue(tx, 'tell', jobOf('slow', 'slow')))
  await expect.poll(() => began).toEqual(['slow'])
  const quick = ['a', 'b', 'c', 'd'].map((subject) => jobOf(subject, 'quick'))
  await database.transaction((tx) => patient.enqueue(tx, 'tell', ...quick))
  await expect.poll(() => done.toSorted()).toEqual(['a', 'b', 'c', 'd'])
  slow.resolve()
  await patient.stop()
})

test('an instance that starts finds its queues and schedules, and stores what its release has changed', async () => {
  const startWith = async (crons: Record<string, string>) => {
    const started = createJobs({ connection: fresh.connection, log: pino({ level: 'silent' }) })
    const list = Object.entries(crons).map(([name, every]) => ({ name, every, run: async () => undefined }))
    const work = { workers: [{ name: 'greet', run: async () => undefined }], crons: list }
    await started.start({ ...work, gaveUp: async () => undefined })
    await started.stop()
    const schedules = await database.query(
      z.object({ name: z.string(), cron: z.string(), written: z.string() }),
      `select name, cron, xmin::text as written from pgboss.schedule order by name`,
    )
    return schedules.map(({ name, cron, written }) => ({ [name]: cron, written }))
  }
  const [kept] = await startWith({ 'at-night': '0 3 * * *' })
  expect(kept).toMatchObject({ 'at-night': '0 3 * * *' })
  const [first, second] = await startWith({ 'at-night': '0 3 * * *', 'in-the-morning': '0 6 * * *' })
  expect(first).toEqual(kept)
  expect(second).toMatchObject({ 'in-the-morning': '0 6 * * *' })
  expect((await startWith({ 'in-the-morning': '30 6 * * *' }))[1]).toMatchObject({ 'in-the-morning': '30 6 * * *' })
})
