// What is done by the clock, by one of the instances: keys, what has an end, and tidying up.
import { setTimeout as sleep } from 'node:timers/promises'
import { fillSkeletons } from '#server/features/accounts/accounts.public.ts'
import { dropOldMonths, keepMonths, sealLog } from '#server/features/audit/audit.public.ts'
import { expireImpersonations } from '#server/features/impersonation/impersonation.public.ts'
import { tellHead, verifyByNight } from '#server/features/logs/logs.public.ts'
import { expireAssignments } from '#server/features/members/members.public.ts'
import { purgeLeftovers } from '#server/features/notifications/notifications.public.ts'
import { purgeExpired } from '#server/features/sessions/sessions.public.ts'
import { watchRights } from '#server/features/rights/rights.public.ts'
import { type ContextFor, jobContext } from './background-contexts.ts'
import { purgeDeprovisionings } from './features/deprovisioning/deprovisioning.public.ts'
import { purgeDeliveries, watchWebhooks } from './features/webhooks/webhooks.public.ts'
import { purgeFailures } from './features/sign-in/attempts.store.ts'
import { purgeChallenges, purgeTries } from './features/authenticators/authenticators.public.ts'
import { purgeSpent } from './features/sign-in/sign-in.store.ts'
import type { Logger } from 'pino'
import type { Cron } from './platform/jobs/jobs.ts'
import type { Database } from './platform/postgres/database.ts'
import { foldTallies } from './platform/postgres/row-tally.ts'

type Parts = {
  readonly database: Database
  readonly contextFor: ContextFor
  readonly rotateKeys: () => Promise<void>
  readonly now: () => Date
  readonly log: Logger
}

export const clockJobs = ({ database, contextFor, rotateKeys, now, log }: Parts): readonly Cron[] => {
  const expiry = (name: string, run: typeof expireAssignments): Cron => ({
    name,
    every: '* * * * *',
    run: () => run(jobContext(contextFor, name)),
  })
  return [
    { name: 'rotate-keys', every: '17 * * * *', run: rotateKeys },
    // Stored with the job queue and, as who did it, in the sealed audit log: it stays.
    expiry('end-grants', expireAssignments),
    expiry('end-impersonations', expireImpersonations),
    { name: 'watch-rights', every: '23 * * * *', run: () => watchRights(jobContext(contextFor, 'watch-rights')) },
    { name: 'seal-log', every: '* * * * *', run: async () => void (await sealLog(sealingOf({ database, now }))) },
    {
      name: 'keep-log-months',
      every: '3-59/10 * * * *',
      run: async () => {
        await keepMonths(database.transaction)
        await dropOldMonths(jobContext(contextFor, 'keep-log-months'))
      },
    },
    { name: 'tell-audit-head', every: '7 * * * *', run: () => headOfYesterday({ contextFor, log }) },
    { name: 'verify-log', every: '* * * * *', run: () => verifyLog({ database, contextFor, log }) },
    { name: 'watch-webhooks', every: '41 * * * *', run: () => watchWebhooks(jobContext(contextFor, 'watch-webhooks')) },
    { name: 'purge', every: '*/10 * * * *', run: () => purge(database, now()) },
  ]
}

/** The line is asked for by a setting: it is there whatever the level of the log. */
const headOfYesterday = async ({ contextFor, log }: Pick<Parts, 'contextFor' | 'log'>) => {
  const ctx = jobContext(contextFor, 'tell-audit-head')
  const head = await tellHead(ctx)
  if (head && ctx.services.settings.auditLog.headInLog)
    log.child({}, { level: 'info' }).info({ auditHead: head }, 'the head of the audit log')
}

/** Once a night; what was begun goes on in the next minute. */
const verifyLog = async ({ database, contextFor, log }: Pick<Parts, 'database' | 'contextFor' | 'log'>) => {
  const ctx = jobContext(contextFor, 'verify-log')
  const firstBreak = await verifyByNight({ transaction: database.transaction, ctx })
  if (firstBreak) log.error({ auditBreak: firstBreak }, 'the audit log was changed in the database')
}

const sealingOf = ({ database, now }: Pick<Parts, 'database' | 'now'>) => ({
  transaction: database.transaction,
  now,
  pause: () => sleep(250),
})

const purge = async (database: Database, now: Date) => {
  await purgeExpired(database)
  await purgeSpent(database)
  await purgeTries(database)
  await purgeChallenges(database)
  await purgeFailures(database)
  await fillSkeletons(database)
  await purgeLeftovers(database)
  await purgeDeliveries(database, now)
  await purgeDeprovisionings(database, now)
  await foldTallies(database)
}
