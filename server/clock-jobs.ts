// What is done by the clock, by one of the instances: keys, what has an end, and tidying up.
import { fillSkeletons } from '#server/features/accounts/accounts.public.ts'
import { expireImpersonations } from '#server/features/impersonation/impersonation.public.ts'
import { expireAssignments } from '#server/features/members/members.public.ts'
import { purgeLeftovers } from '#server/features/notifications/notifications.public.ts'
import { purgeExpired } from '#server/features/sessions/sessions.public.ts'
import { watchRights } from '#server/features/rights/rights.public.ts'
import { type ContextFor, jobContext } from './background-contexts.ts'
import { purgeFailures } from './features/sign-in/attempts.store.ts'
import { purgeChallenges, purgeTries } from './features/authenticators/authenticators.public.ts'
import { purgeSpent } from './features/sign-in/sign-in.store.ts'
import type { Cron } from './platform/jobs/jobs.ts'
import type { Database } from './platform/postgres/database.ts'
import { foldTallies } from './platform/postgres/row-tally.ts'

type Parts = {
  readonly database: Database
  readonly contextFor: ContextFor
  readonly rotateKeys: () => Promise<void>
}

export const clockJobs = ({ database, contextFor, rotateKeys }: Parts): readonly Cron[] => {
  const expiry = (name: string, run: typeof expireAssignments): Cron => ({
    name,
    every: '* * * * *',
    run: () => run(jobContext(contextFor, name)),
  })
  return [
    { name: 'rotate-keys', every: '17 * * * *', run: rotateKeys },
    expiry('end-grants', expireAssignments),
    expiry('end-impersonations', expireImpersonations),
    { name: 'watch-rights', every: '23 * * * *', run: () => watchRights(jobContext(contextFor, 'watch-rights')) },
    { name: 'purge', every: '*/10 * * * *', run: () => purge(database) },
  ]
}

const purge = async (database: Database) => {
  await purgeExpired(database)
  await purgeSpent(database)
  await purgeTries(database)
  await purgeChallenges(database)
  await purgeFailures(database)
  await fillSkeletons(database)
  await purgeLeftovers(database)
  await foldTallies(database)
}
