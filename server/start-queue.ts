// What is done after commits and by the clock: the jobs of the features, processes, and the rotation of keys.
import type { Logger } from 'pino'
import { createRunner } from '#server/features/notifications/notifications.public.ts'
import { backChannelLogout } from '#server/features/sessions/sessions.public.ts'
import { backgroundContexts, type ContextFor, jobContext } from './background-contexts.ts'
import { clockJobs } from './clock-jobs.ts'
import { features } from './features.ts'
import { mailBreak, mailHead } from './features/logs/logs.public.ts'
import { rightsJobs } from './features/rights/rights.reactions.ts'
import { requestJobs } from './features/operation-requests/request-mails.ts'
import { signInJobs } from './features/sign-in/sign-in.reactions.ts'
import { jobEvents } from './job.events.ts'
import { asRefusal, problemOf } from './http/problem.ts'
import type { Services } from './kernel/context.ts'
import type { Mailer } from './kernel/ports/mail.ts'
import type { Job, JobData } from './kernel/use-case.ts'
import type { ProcessKind } from './kernel/process.ts'
import { tellOfRotation } from './oidc/keys.store.ts'
import { rotateKeys } from './oidc/keys.ts'
import type { LiveProvider } from './oidc/live-provider.ts'
import { createJobs, type JobTiming } from './platform/jobs/jobs.ts'
import type { Worker } from './platform/jobs/settling.ts'
import type { Connection, Database } from './platform/postgres/database.ts'
import { endAccount, endAccountJob } from './features/deprovisioning/deprovisioning.public.ts'
import { deliverWebhook, deliveryJob, deliveryRetries } from './features/webhooks/webhooks.public.ts'
import { createUnitOfWork } from './unit-of-work.ts'

type QueueParts = {
  readonly database: Database
  /** The same database, for the queue's own connections. */
  readonly connection: Connection
  readonly services: Services
  readonly provider: LiveProvider
  readonly mailer: Mailer
  readonly log: Logger
  readonly now: () => Date
  readonly checkEvents: boolean
  /** Before those of the features. */
  readonly processes?: readonly ProcessKind[] | undefined
  readonly jobTiming?: Partial<JobTiming> | undefined
  readonly clock?: boolean | undefined
}

/** What is told to others is tried for as long, and less often: they may be away for the night. */
const slowRetries = { [deliveryJob]: deliveryRetries, [endAccountJob]: deliveryRetries }

export const startQueue = async (parts: QueueParts) => {
  const { database, connection, services, log, now, checkEvents, processes = [], jobTiming, clock = true } = parts
  const jobs = createJobs({ connection, log, retries: slowRetries, timing: jobTiming, clock })
  const unitOfWork = createUnitOfWork({ database, enqueue: jobs.enqueue, checkEvents })
  const contextFor = backgroundContexts({ database, unitOfWork, services, now })
  const kinds = [...processes, ...features.flatMap((feature) => feature.processes ?? [])]
  const runner = createRunner({ db: database, kinds, contextFor, failureOf, log })
  const rotate = rotation(parts)
  const work = workOf(parts, runner.job)
  await jobs.start({
    ...workersOf(work, contextFor),
    crons: clock ? clockJobs({ database, contextFor, now, log, rotateKeys: () => rotate(false) }) : [],
  })
  return {
    unitOfWork,
    contextFor,
    rotate,
    stop: async () => {
      await runner.stop()
      await jobs.stop()
    },
  }
}

const workOf = ({ database, mailer }: QueueParts, processes: Job): readonly Job[] => [
  ...signInJobs(mailer),
  ...rightsJobs(mailer),
  ...requestJobs(mailer),
  mailHead(mailer),
  mailBreak(mailer),
  backChannelLogout,
  endAccount((inTransaction) => database.transaction(inTransaction)),
  deliverWebhook((inTransaction) => database.transaction(inTransaction)),
  processes,
]

const workersOf = (work: readonly Job[], contextFor: ContextFor) => ({
  workers: work.map(
    (job): Worker => ({
      name: job.name,
      batches: job.batches,
      run: (data) => job.run(jobContext(contextFor, job.name), data),
    }),
  ),
  gaveUp: async (name: string, data: JobData) => {
    const ctx = jobContext(contextFor, name)
    await work.find((job) => job.name === name)?.gaveUp?.(ctx, data)
    const { subject, eventId } = data
    await ctx.commit(async () => ({
      result: undefined,
      events: [jobEvents.failed({ subject, after: { job: name, eventId } })],
    }))
  },
})

const rotation =
  ({ database, provider }: QueueParts) =>
  async (force: boolean) => {
    const added = await database.transaction((tx) => rotateKeys(tx, { force }))
    if (added.length > 0) await tellOfRotation(database)
    await provider.refresh()
  }

/** What the caller would have been answered; nothing of what is nobody's business. */
const failureOf = (error: unknown) => {
  const refusal = asRefusal(error)
  if (!refusal) return undefined
  const { message, code, data } = problemOf(refusal)
  return { message, code, ...(data && { data }) }
}
