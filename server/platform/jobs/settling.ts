// What becomes of one job: done, tried again at its time, or given up.
import type { Logger } from 'pino'
import type { JobResult, JobWithMetadata } from 'pg-boss'
import { NotBefore } from '#server/kernel/not-before.ts'
import type { JobData } from '#server/kernel/use-case.ts'
import { putOffUntil } from './put-off.ts'

export type Worker = {
  readonly name: string
  readonly batches?: number | undefined
  run(data: JobData): Promise<void>
}

/** What the other side has refused for good is asked half an hour long and no longer. */
const triesWhenRefused = 6

export type Settling = {
  readonly log: Logger
  /** Told of a job that is not tried again. */
  readonly gaveUp: (name: string, data: JobData) => Promise<unknown>
  readonly putOff: (name: string, failed: FailedJob) => Promise<unknown>
}
type FailedJob = { readonly id: string; readonly until: Date; readonly output: object }

/** Each job of a batch is settled for itself: one failed mail does not send the others again (T64). */
export const settle = async (
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
export type StoredData = Omit<JobData, 'eventId'> & { readonly eventId?: string; readonly factId?: string }
const dataOf = ({ eventId, factId, ...data }: StoredData): JobData => ({ ...data, eventId: eventId ?? factId ?? '' })

const nextTryOf = (error: unknown, job: JobWithMetadata<StoredData>) =>
  error instanceof NotBefore ? putOffUntil(error.moment, job, Date.now()) : 'usual'

const isForGood = (error: unknown) => error instanceof Error && 'forGood' in error && error.forGood === true
