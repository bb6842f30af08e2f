// The queue: pg-boss in the same database, so that a job is stored in the transaction that causes it.
import type { Logger } from 'pino'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Tx } from '#server/kernel/context.ts'

export type JobData = { factId: string; subject: string }
export type Worker = { name: string; run(data: JobData): Promise<void> }
export type Cron = { name: string; every: string; run(): Promise<void> }

export type Jobs = {
  enqueue(tx: Tx, name: string, data: JobData): Promise<void>
  start(work: { workers: readonly Worker[]; crons: readonly Cron[] }): Promise<void>
  stop(): Promise<void>
}

/** Six tries over about half an hour; then the job rests in its dead letter queue and shows as failed. */
const retries = { retryLimit: 6, retryDelay: 10, retryBackoff: true, retryDelayMax: 600 } as const
const deadLetter = 'failed-jobs'

/** Each job of a batch is settled for itself: one failed mail does not send the others again (T64). */
const workOptions = { batchSize: 10, burstWhenBatchFull: true, pollingIntervalSeconds: 5, perJobResults: true } as const

const settle = async (id: string, run: () => Promise<void>, log: Logger): Promise<JobResult> => {
  try {
    await run()
    return { id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, job: id }, 'a job failed and will be tried again')
    return { id, status: 'failed', output: { message: error instanceof Error ? error.message : 'failed' } }
  }
}

type Connection = { connectionString?: string; host?: string; port?: number; database?: string; user?: string; password?: string }

export const createJobs = ({ connection, log }: { connection: Connection; log: Logger }): Jobs => {
  const boss = new PgBoss({ ...connection, max: 4, useListenNotify: true, application_name: 'portico jobs' })
  // pg-boss asks the database again by itself; what it met goes to the log only.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  return {
    enqueue: async (tx, name, data) => {
      await boss.send(name, data, { ...retries, deadLetter, db: { executeSql: async (text, values) => ({ rows: await tx.query(text, values ?? []) }) } })
    },
    start: async ({ workers, crons }) => {
      await boss.start()
      await boss.createQueue(deadLetter)
      for (const { name, run } of workers) {
        await boss.createQueue(name, { deadLetter, notify: true })
        await boss.work<JobData, unknown, typeof workOptions>(name, workOptions, (jobs) =>
          Promise.all(jobs.map(async ({ id, data }) => settle(id, () => run(data), log))),
        )
      }
      for (const { name, every, run } of crons) {
        await boss.createQueue(name)
        await boss.schedule(name, every)
        await boss.work(name, { pollingIntervalSeconds: 10 }, run)
      }
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
