// What is done after commits and by the clock: the jobs of the features' facts, key rotation, tidying up.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { features } from './features.ts'
import { purgeExpired } from './features/sessions/sessions.public.ts'
import { purgeFailures } from './features/sign-in/attempts.store.ts'
import { signInJobs } from './features/sign-in/sign-in.reactions.ts'
import { purgeSpent } from './features/sign-in/sign-in.store.ts'
import { committer, type Ledger } from './kernel/commit.ts'
import type { Actor, Ctx, Services, Visit } from './kernel/context.ts'
import type { Mailer } from './kernel/mail.ts'
import type { Job } from './kernel/use-case.ts'
import { rotateKeys } from './oidc/keys.ts'
import type { LiveProvider } from './oidc/live-provider.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { type Connection, constraintOf, type Database } from './platform/postgres/database.ts'
import { foldTallies } from './platform/postgres/row-tally.ts'

export type QueueParts = {
  readonly database: Database
  /** The same database, for the queue's own connections. */
  readonly connection: Connection
  readonly services: Services
  readonly provider: LiveProvider
  readonly mailer: Mailer
  readonly log: Logger
  readonly now: () => Date
}

export const rotationChannel = 'portico_keys'

export const startQueue = async ({ database, connection, services, provider, mailer, log, now }: QueueParts) => {
  const jobs = createJobs({ connection, log })
  const ledger: Ledger = {
    transaction: (work) => database.transaction(work),
    constraintOf,
    enqueue: jobs.enqueue,
    reactions: features.flatMap((feature) => feature.reactions),
  }
  const contextFor = jobContext({ database, ledger, services, now })
  const rotate = async (force: boolean) => {
    const added = await database.transaction((tx) => rotateKeys(tx, { force }))
    if (added.length > 0) await database.query(`select pg_notify($1, '')`, [rotationChannel])
    await provider.refresh()
  }
  await jobs.start({
    workers: signInJobs(mailer).map((job) => ({ name: job.name, run: (data) => job.run(contextFor(job), data) })),
    crons: [
      { name: 'rotate-keys', every: '17 * * * *', run: () => rotate(false) },
      { name: 'purge', every: '*/10 * * * *', run: () => purge(database) },
    ],
  })
  return { ledger, rotate, stop: jobs.stop }
}

const purge = async (database: Database) => {
  await purgeExpired(database)
  await purgeSpent(database)
  await purgeFailures(database)
  await foldTallies(database)
}

const jobContext =
  ({ database, ledger, services, now }: Pick<QueueParts, 'database' | 'services' | 'now'> & { ledger: Ledger }) =>
  (job: Job): Ctx => {
    const actor: Actor = { kind: 'job', name: job.name }
    const visit: Visit = { ip: '', userAgent: '', language: 'en', apiEntry: `job ${job.name}`, cookies: {}, setCookie: () => undefined, clearCookie: () => undefined }
    const at = now()
    return { actor, now: at, db: database, visit, services, newId: randomUUID, commit: committer(ledger, { actor, now: at, visit }) }
  }
