// What waits and what looks wrong, in numbers.
import { z } from 'zod'
import { lockedIds } from '#server/features/accounts/accounts.public.ts'
import { isNoAttempt } from '#server/features/audit/audit.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { uses } from './dashboard.store.ts'

const FactsRow = z.object({
  waitingRequests: z.number(),
  activeTokens: z.number(),
  tenantsWithSecondFactor: z.number(),
  eventsToday: z.number(),
  lockedUsers: z.number(),
  openRightsRequests: z.number(),
  connectedUsers: z.number(),
  connectedApplications: z.number(),
  policies: z.number(),
  disabledWebhooks: z.number(),
  failedJobs: z.number(),
  failedSignIns: z.number(),
  usualFailedSignIns: z.number(),
})

type Asking = { readonly now: Date; readonly connectedSince: Date; readonly timeZone: string }

const today = `date_trunc('day', $2::timestamptz, $3)`

/** By the index of results: of all attempts only those that failed are read. */
const failed = `from audit_event f
                where f.type like 'sign-in.%'
                  and f.after ->> 'result' = 'Failure'
                  and f.type = 'sign-in.failed'`

/** What was given up, and was not sent again (`server/platform/jobs/`). */
const givenUp = `from pgboss.job j where j.name = 'failed-jobs' and j.state < 'active' and not j.blocked`

export const countFacts = async (db: Db, { now, connectedSince, timeZone }: Asking) => {
  const [found] = await db.query(
    FactsRow,
    `select (select count(*)::int from operation_request where status = 'WaitingForApprover') as "waitingRequests",
              (select count(*)::int from access_token where expires_on > $2) as "activeTokens",
              (select count(*)::int from tenant where requires_two_factor) as "tenantsWithSecondFactor",
              (select count(*)::int from audit_event f where f.at >= ${today} and f.type like 'sign-in.%')
              + (select count(*)::int from audit_event f
                  where f.at >= ${today}
                    and ${isNoAttempt('f')}
                    and f.type <> 'sign-in.code-mailed') as "eventsToday",
              (select count(*)::int from (${lockedIds}) locked) as "lockedUsers",
              (select count(*)::int from rights_request where state <> 'Answered') as "openRightsRequests",
              (select count(*)::int from security_document where kind = 'policy') as policies,
              (select count(*)::int from webhook where disabled_because is not null) as "disabledWebhooks",
              (select count(*)::int ${givenUp}) as "failedJobs",
              (select count(*)::int ${failed}
                  and f.at > $2::timestamptz - interval '1 hour') as "failedSignIns",
              (select round(count(*) / 24.0)::int ${failed}
                  and f.at > $2::timestamptz - interval '25 hours'
                  and f.at <= $2::timestamptz - interval '1 hour') as "usualFailedSignIns",
              connected.users as "connectedUsers",
              connected.applications as "connectedApplications"
         from (select count(distinct u.user_id)::int as users, count(distinct u.application_id)::int as applications
                 from ${uses}) connected`,
    [connectedSince, now, timeZone],
  )
  if (!found) throw new TypeError('Counts are one row')
  return found
}

/** Of the caller, who has few. */
export const countExpiringTokens = async (db: Db, { callerId, now }: { callerId: string; now: Date }) =>
  (
    await db.query(
      CountRow,
      `select count(*)::int as count
         from access_token
        where created_by = $1
          and expires_on > $2
          and expires_on <= $2::timestamptz + interval '7 days'`,
      [callerId, now],
    )
  )[0]?.count ?? 0
