// How many requests are in each state for those who see all of them, without counting all of them (migration 0045).
import { z } from 'zod'
import { RequestStatus } from '#contract/operation-requests.ts'
import type { Db } from '#server/kernel/context.ts'

export const StatusCount = z.object({ status: RequestStatus, count: z.number(), decidable: z.number() })
export type StatusCount = z.output<typeof StatusCount>

/** What stands in an index of few: the caller's own that wait, and those of tenants that are gone. */
const statement = (hidden: string) => `
  with tally as (
    select substr(t.counted, length('operation_request ') + 1) as status, sum(t.delta)::bigint as count
      from row_tally t
     where t.counted like 'operation\\_request %'
     group by 1),
  hidden as materialized (
    select o.status, count(*) as count
      from operation_request o
     where ${hidden}
     group by 1),
  mine as (
    select count(*) as count
      from operation_request o
     where o.status = 'WaitingForApprover'
       and o.created_by = $1::uuid)
  select t.status,
         t.count - coalesce(h.count, 0) as count,
         case when t.status = 'WaitingForApprover' then t.count - coalesce(h.count, 0) - m.count else 0 end as decidable
    from tally t
   cross join mine m
    left join hidden h on h.status = t.status
   where t.count > coalesce(h.count, 0)`

const statements = {
  administrator: statement('false'),
  all: statement('o.tenant_title is not null and o.created_by is distinct from $1::uuid'),
} as const

/** Decidable is what waits where the caller sees it, but for the caller's own. */
export const countsOfAll = (db: Db, userId: string, reach: keyof typeof statements) =>
  db.query(StatusCount, statements[reach], [userId])
