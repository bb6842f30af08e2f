// The queue: pg-boss in the same database, so that a job is stored in the transaction that causes it.
import type { Logger } from 'pino'
import { z } from 'zod'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Tx } from '#server/kernel/context.ts'
import type { JobData, JobRetries } from '#server/kernel/use-case.ts'
import { settle, type Settling, type StoredData, type Worker } from './settling.ts'

export type Cron = { name: string; every: string; run(): Promise<void> }

export type Jobs = {
  enqueue(tx: Tx, name: string, ...data: readonly JobData[]): Promise<void>
  start(work: Work): Promise<void>
  stop(): Promise<void>
}

export type JobTiming = JobRetries & { readonly pollingSeconds: number }

/** A day: 10, 20, 40 … seconds, then every ten minutes. After it the job rests in the dead letter queue (T80). */
const standardTiming: JobTiming = { retryLimit: 150, retryDelay: 10, retryDelayMax: 600, pollingSeconds: 5 }
export const deadLetter = 'failed-jobs'

const workOptions = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const

type Connection = {
  connectionString?: string
  host?: string
  port?: number
  database?: string
  user?: string
  password?: string
}
type Work = {
  readonly workers: readonly Worker[]
  readonly crons: readonly Cron[]
  readonly gaveUp: Settling['gaveUp']
}
type Parts = {
  readonly connection: Connection
  readonly log: Logger
  /** Of jobs, by their names, that are tried otherwise. */
  readonly retries?: Readonly<Record<string, JobRetries>>
  readonly timing?: Partial<JobTiming> | undefined
  /** `false`: it starts no job by the clock, whoever scheduled it. */
  readonly clock?: boolean | undefined
}

/** It fails at once, and its next try is later than usual. What its batch says of it then finds it settled. */
const puttingOff =
  (boss: PgBoss): Settling['putOff'] =>
  async (name, { id, until, output }) => {
    await boss.fail(name, id, output)
    await boss.update(name, undefined, { id, startAfter: until })
  }

/** What the queue writes, it writes in the transaction. */
const connectionOf = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await tx.query(z.unknown(), text, values) }),
})

export const createJobs = ({ connection, log, retries = {}, timing, clock = true }: Parts): Jobs => {
  const { pollingSeconds } = { ...standardTiming, ...timing }
  const triesOf = (name: string) => {
    const { pollingSeconds: _, ...tries } = { ...standardTiming, ...retries[name], ...timing }
    return { ...tries, retryBackoff: true, deadLetter }
  }
  const boss = new PgBoss({
    ...connection,
    max: 4,
    useListenNotify: true,
    schedule: clock,
    application_name: 'portico jobs',
  })
  // pg-boss asks the database again by itself; what it met goes to the log only.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  return {
    enqueue: async (tx, name, ...all) => {
      const tries = triesOf(name)
      const jobs = all.map((data) => ({ data, ...tries, ...(data.group && { group: { id: data.group } }) }))
      await boss.insert(name, jobs, { db: connectionOf(tx) })
    },
    start: async ({ workers, crons, gaveUp }) => {
      await boss.start()
      const stored = await storedIn(boss)
      if (!stored.queues.has(deadLetter)) await boss.createQueue(deadLetter)
      const settling = { log, gaveUp, putOff: puttingOff(boss) }
      for (const [place, worker] of workers.entries()) {
        if (!stored.queues.has(worker.name)) await boss.createQueue(worker.name, { deadLetter, notify: true })
        await follow(boss, worker, { pollingSeconds: apart(pollingSeconds, place), ...settling })
      }
      for (const [place, cron] of crons.entries())
        await followClock(boss, cron, { pollingSeconds: apart(10, place), log, stored })
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

type StoredJobs = { readonly queues: ReadonlySet<string>; readonly crons: ReadonlyMap<string, string> }

/** Queues and schedules that are there since an earlier start: each takes a locking transaction to be made. */
const storedIn = async (boss: PgBoss): Promise<StoredJobs> => ({
  queues: new Set((await boss.getQueues()).map(({ name }) => name)),
  crons: new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron])),
})

/** Those that begin together would ask together ever after, and keep others waiting for the database. */
const apart = (seconds: number, place: number) => seconds * (1 + place / 100)

/** So long after a batch its group is free again. */
const untilFree = 50

/** Of a group one job runs at a time; the others of a batch went back, and are fetched again at once. */
const follow = async (
  boss: PgBoss,
  worker: Worker,
  { pollingSeconds, ...settling }: Settling & { readonly pollingSeconds: number },
) => {
  const { name, batches = 0 } = worker
  const options = {
    ...workOptions,
    ...(batches > 0 && { localGroupConcurrency: 1 }),
    pollingIntervalSeconds: pollingSeconds,
    notifyPollingIntervalSeconds: pollingSeconds,
  }
  const fetchers: string[] = []
  const wake = () => {
    for (const id of fetchers) boss.notifyWorker(id)
  }
  const settled = async (jobs: readonly JobWithMetadata<StoredData>[]) => {
    const results = await Promise.all(jobs.map((job) => settle(job, worker, settling)))
    if (batches > 0) setTimeout(wake, untilFree).unref()
    return results
  }
  while (fetchers.length < Math.max(1, batches))
    fetchers.push(await boss.work<StoredData, unknown, typeof options>(name, options, settled))
}

const followClock = async (
  boss: PgBoss,
  { name, every, run }: Cron,
  {
    pollingSeconds,
    log,
    stored,
  }: { readonly pollingSeconds: number; readonly log: Logger; readonly stored: StoredJobs },
) => {
  if (!stored.queues.has(name)) await boss.createQueue(name)
  if (stored.crons.get(name) !== every) await boss.schedule(name, every)
  await boss.work(name, { pollingIntervalSeconds: pollingSeconds }, () =>
    run().catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'a job of the clock failed')
      throw error
    }),
  )
}
