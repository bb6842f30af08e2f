// The queue on a real database: what a job is given.
import { pino } from 'pino'
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
    .poll(() => received.toSorted((a, b) => a.eventId.localeCompare(b.eventId)), { timeout: 10_000 })
    .toEqual([
      { eventId: '7', subject: 'the old one' },
      { eventId: '8', subject: 'the new one' },
    ])
})
