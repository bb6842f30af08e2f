// What the first page of the administration counts.
import { z } from 'zod'
import type { Series } from '#contract/dashboard.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'

const SeriesRow = z.object({ key: z.string(), value: z.number() })

const SummaryRow = z.object({
  users: z.number(),
  groups: z.number(),
  applications: z.number(),
  areas: z.number(),
  tenants: z.number(),
})
type SummaryRow = z.output<typeof SummaryRow>

export const countEverything = async (db: Db): Promise<SummaryRow | undefined> =>
  (
    await db.query(
      SummaryRow,
      `select (select count(*)::int from portal_user) as users,
              (select count(*)::int from user_group) as groups,
              (select count(*)::int from application) as applications,
              (select count(*)::int from area) as areas,
              (select count(*)::int from tenant where id <> '${globalTenant}') as tenants`,
    )
  ).at(0)

const HourRow = z.object({ key: z.string(), value: z.number(), dayBefore: z.number() })

/** The last nine hours that have begun, oldest first; the index is of what begins with `sign-in.`. */
export const signInsByHour = (db: Db, now: Date) =>
  db.query(
    HourRow,
    `with counted as (
       select date_trunc('hour', at, 'UTC') as hour, count(*)::int as n
         from audit_event
        where type like 'sign-in.%'
          and type = 'sign-in.succeeded'
          and at > date_trunc('hour', $1::timestamptz, 'UTC') - interval '32 hours'
          and at <= $1
        group by 1
     )
     select to_char(h at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as key,
            coalesce(c.n, 0) as value,
            coalesce(b.n, 0) as "dayBefore"
       from generate_series(date_trunc('hour', $1::timestamptz, 'UTC') - interval '8 hours', date_trunc('hour', $1::timestamptz, 'UTC'), interval '1 hour') h
       left join counted c on c.hour = h
       left join counted b on b.hour = h - interval '24 hours'
      order by h`,
    [now],
  )

/** Who has a role `r` of an application whose name says so; a role that is over counts no more. */
const administratorsAt = `tenant_member m
       join current_role_assignment g on g.member_id = m.id
       join role r on r.id = g.role_id and r.name ilike '%administrator%'`

export const administratorsByApplication = (db: Db): Promise<Series> =>
  db.query(
    SeriesRow,
    `select a.display_name as key, count(distinct m.identity_id)::int as value
       from ${administratorsAt}
       join application a on a.id = r.application_id
      where m.tenant_id = '${globalTenant}'
      group by a.id
      order by value desc, key, a.id`,
  )

type AtTenant = { readonly tenantId: string; readonly applicationId: number | undefined }

export const administratorsByArea = (db: Db, { tenantId, applicationId }: AtTenant): Promise<Series> =>
  db.query(
    SeriesRow,
    `select coalesce(area.name, '') as key, count(distinct m.identity_id)::int as value
       from ${administratorsAt}
       join application a on a.id = r.application_id
       left join portal_user u on u.id = m.identity_id
       left join user_group ug on ug.id = m.identity_id
       left join area on area.id = coalesce(u.area_id, ug.area_id)
      where m.tenant_id = $1
        and case when $2::int is null then a.name = 'identity.global' else a.id = $2 end
      group by area.id
      order by value desc, key, area.id`,
    [tenantId, applicationId ?? null],
  )

/** Uses `u` of application `application_id` by `user_id` since $1: by a session, or by a personal access token. */
export const uses = `(select a.id as application_id, l.user_id
                 from session_log l
                 join application a on a.name = l.application_name
                where l.last_activity_on > $1
                  and l.user_id is not null
                union
               select t.application_id, e.user_id
                 from external_api_access e
                 join access_token t on t.id = e.token_id
                where e.date > $1) u`

export const connectedByApplication = (db: Db, since: Date): Promise<Series> =>
  db.query(
    SeriesRow,
    `select a.display_name as key, count(*)::int as value
       from ${uses}
       join application a on a.id = u.application_id
      group by a.id
      order by value desc, key, a.id`,
    [since],
  )

/** More than a chart shows. */
const mostCallers = 100

export const callsByUser = (db: Db, { from, until }: { from: Date; until: Date }): Promise<Series> =>
  db.query(
    SeriesRow,
    `select user_name as key, count(*)::int as value
       from external_api_access
      where date >= $1
        and date <= $2
      group by user_name
      order by value desc, key
      limit ${mostCallers}`,
    [from, until],
  )
