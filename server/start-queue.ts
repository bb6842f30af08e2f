// What is done after commits and by the clock: the jobs of the features' audit events, key rotation, tidying up.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { features } from './features.ts'
import { expireImpersonations } from '#server/features/impersonation/impersonation.public.ts'
import { expireAssignments } from '#server/features/members/members.public.ts'
import { createRunner, purgeLeftovers } from '#server/features/notifications/notifications.public.ts'
import { purgeExpired } from '#server/features/sessions/sessions.public.ts'
import { purgeFailures } from './features/sign-in/attempts.store.ts'
import { signInJobs } from './features/sign-in/sign-in.reactions.ts'
import { purgeSpent } from './features/sign-in/sign-in.store.ts'
import { fillSkeletons } from '#server/features/accounts/accounts.public.ts'
import { asRefusal, problemOf } from './http/problem.ts'
import { createContext, type UnitOfWork, type TransactionKind } from './kernel/commit.ts'
import type { Actor, Ctx, Services, Tx, RequestInfo } from './kernel/context.ts'
import type { Mailer } from './kernel/ports/mail.ts'
import type { ProcessKind } from './kernel/process.ts'
import { rotateKeys } from './oidc/keys.ts'
import type { LiveProvider } from './oidc/live-provider.ts'
import { createJobs, type JobTiming } from './platform/jobs/jobs.ts'
import { type Connection, constraintOf, type Database } from './platform/postgres/database.ts'
import { foldTallies } from './platform/postgres/row-tally.ts'
import { inTurn, withRowLocks } from './platform/postgres/serial.ts'

export type QueueParts = {
  readonly database: Database
  /** The same database, for the queue's own connections. */
  readonly connection: Connection
  readonly services: Services
  readonly provider: LiveProvider
  readonly mailer: Mailer
  readonly log: Logger
  readonly now: () => Date
  /** Before those of the features. */
  readonly processes?: readonly ProcessKind[] | undefined
  readonly jobTiming?: Partial<JobTiming> | undefined
}

export const rotationChannel = 'portico_keys'

export const startQueue = async (parts: QueueParts) => {
  const { database, connection, services, provider, mailer, log, now, processes = [], jobTiming } = parts
  const jobs = createJobs({ connection, log, timing: jobTiming })
  const unitOfWork: UnitOfWork = {
    transaction: transactionsOf(database),
    constraintOf,
    enqueue: jobs.enqueue,
    reactions: features.flatMap((feature) => feature.reactions),
  }
  const contextFor = contexts({ database, unitOfWork, services, now })
  const kinds = [...processes, ...features.flatMap((feature) => feature.processes ?? [])]
  const runner = createRunner({ db: database, kinds, contextFor, failureOf, log })
  const rotate = async (force: boolean) => {
    const added = await database.transaction((tx) => rotateKeys(tx, { force }))
    if (added.length > 0) await database.execute(`select pg_notify($1, '')`, [rotationChannel])
    await provider.refresh()
  }
  await jobs.start({
    workers: [...signInJobs(mailer), runner.job].map((job) => ({
      name: job.name,
      run: (data) =>
        job.run(
          contextFor({ kind: 'job', name: job.name }, { ip: '', apiEntry: `job ${job.name}`, language: 'en' }),
          data,
        ),
    })),
    crons: [
      { name: 'rotate-keys', every: '17 * * * *', run: () => rotate(false) },
      {
        name: 'end-grants',
        every: '* * * * *',
        run: () =>
          expireAssignments(
            contextFor({ kind: 'job', name: 'end-grants' }, { ip: '', apiEntry: 'job end-grants', language: 'en' }),
          ),
      },
      {
        name: 'end-impersonations',
        every: '* * * * *',
        run: () =>
          expireImpersonations(
            contextFor(
              { kind: 'job', name: 'end-impersonations' },
              { ip: '', apiEntry: 'job end-impersonations', language: 'en' },
            ),
          ),
      },
      { name: 'purge', every: '*/10 * * * *', run: () => purge(database) },
    ],
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

export const transactionsOf =
  (database: Database): UnitOfWork['transaction'] =>
  <T>(work: (tx: Tx) => Promise<T>, kind: TransactionKind) => {
    if (kind === 'serial') return inTurn(database, work)
    if (kind === 'row-locks') return withRowLocks(database, work)
    return database.transaction(work, { retry: true, isolation: 'repeatable read' })
  }

const purge = async (database: Database) => {
  await purgeExpired(database)
  await purgeSpent(database)
  await purgeFailures(database)
  await fillSkeletons(database)
  await purgeLeftovers(database)
  await foldTallies(database)
}

/** What the caller would have been answered; nothing of what is nobody's business. */
const failureOf = (error: unknown) => {
  const refusal = asRefusal(error)
  if (!refusal) return undefined
  const { message, code, data } = problemOf(refusal)
  return { message, code, ...(data && { data }) }
}

/** What is done without a request: by a job, or in the name of whoever asked for it. */
const contexts =
  ({
    database,
    unitOfWork,
    services,
    now,
  }: Pick<QueueParts, 'database' | 'services' | 'now'> & { unitOfWork: UnitOfWork }) =>
  (
    actor: Actor,
    from: Pick<RequestInfo, 'ip' | 'apiEntry' | 'language'>,
    authorize?: (tx: Tx) => Promise<Actor>,
  ): Ctx => {
    const requestInfo: RequestInfo = {
      ...from,
      userAgent: '',
      cookies: {},
      setCookie: () => undefined,
      clearCookie: () => undefined,
    }
    return createContext({
      unitOfWork,
      db: database,
      services,
      requestInfo,
      actor,
      clock: now,
      newId: randomUUID,
      authorize,
    })
  }
