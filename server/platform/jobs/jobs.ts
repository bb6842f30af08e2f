// The queue: pg-boss in the same database, so that a job is stored in the transaction that causes it.
import type { Logger } from 'pino'
import { z } from 'zod'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Tx } from '#server/kernel/context.ts'
import { NotBefore } from '#server/kernel/not-before.ts'
import type { JobData, JobRetries } from '#server/kernel/use-case.ts'
import { putOffUntil } from './put-off.ts'

export type Worker = {
  readonly name: string
  readonly batches?: number | undefined
  run(data: JobData): Promise<void>
}
export type Cron = { name: string; every: string; run(): Promise<void> }

export type Jobs = {
  enqueue(tx: Tx, name: string, ...data: readonly JobData[]): Promise<void>
  start(work: Work): Promise<void>
  stop(): Promise<void>
}

export type JobTiming = JobRetries & { readonly pollingSeconds: number }

/** A day: 10, 20, 40 … seconds, then every ten minutes. After it the job rests in the dead letter queue (T80). */
const standardTiming: JobTiming = { retryLimit: 150, retryDelay: 10, retryDelayMax: 600, pollingSeconds: 5 }
/** What the other side has refused for good is asked half an hour long and no longer. */
const triesWhenRefused = 6
export const deadLetter = 'failed-jobs'

/** Each job of a batch is settled for itself: one failed mail does not send the others again (T64). */
const workOptions = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const

const settle = async (
  job: JobWithMetadata<StoredData>,
  { name, run }: Worker,
  { log, gaveUp, putOff }: Settling,
): Promise<JobResult> => {
  const { id, retryCount, retryLimit } = job
  const data = dataOf(job.data)
  try {
    await run(data)
    return { id, status: 'completed' }
  } catch (error) {
    const until = nextTryOf(error, job)
    const over = (isForGood(error) && retryCount >= triesWhenRefused) || until === 'never'
    const last = over || retryCount >= retryLimit
    log.warn({ err: error, job: id }, last ? 'a job failed for good' : 'a job failed and will be tried again')
    if (last) await gaveUp(name, data).catch((failure: unknown) => log.warn({ err: failure, job: id }, 'not recorded'))
    const output = { message: messageOf(error) }
    if (!last && until instanceof Date) {
      await putOff(name, { id, until, output })
      return { id, status: 'completed' }
    }
    return { id, status: over ? 'deadletter' : 'failed', output }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'failed')

/** A job that the release before stored has its event under the former name. */
type StoredData = Omit<JobData, 'eventId'> & { readonly eventId?: string; readonly factId?: string }
const dataOf = ({ eventId, factId, ...data }: StoredData): JobData => ({ ...data, eventId: eventId ?? factId ?? '' })

const nextTryOf = (error: unknown, job: JobWithMetadata<StoredData>) =>
  error instanceof NotBefore ? putOffUntil(error.moment, job, Date.now()) : 'usual'

const isForGood = (error: unknown) => error instanceof Error && 'forGood' in error && error.forGood === true

type Connection = {
  connectionString?: string
  host?: string
  port?: number
  database?: string
  user?: string
  password?: string
}
type Settling = {
  readonly log: Logger
  /** Told of a job that is not tried again. */
  readonly gaveUp: (name: string, data: JobData) => Promise<unknown>
  readonly putOff: (name: string, failed: FailedJob) => Promise<unknown>
}
type FailedJob = { readonly id: string; readonly until: Date; readonly output: object }
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
      for (const worker of workers) {
        if (!stored.queues.has(worker.name)) await boss.createQueue(worker.name, { deadLetter, notify: true })
        await follow(boss, worker, { pollingSeconds, log, gaveUp, putOff: puttingOff(boss) })
      }
      for (const cron of crons) await followClock(boss, cron, { log, stored })
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
  { log, stored }: { readonly log: Logger; readonly stored: StoredJobs },
) => {
  if (!stored.queues.has(name)) await boss.createQueue(name)
  if (stored.crons.get(name) !== every) await boss.schedule(name, every)
  await boss.work(name, { pollingIntervalSeconds: 10 }, () =>
    run().catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'a job of the clock failed')
      throw error
    }),
  )
}
