// A year of audit events, or more, of as many people and tenants as a large installation has, and an Administrator's
// token.
import { z } from 'zod'
import type { Database } from '#server/platform/postgres/database.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { addBenchToken } from './million.ts'

const batch = 100_000

/** Always the same for one number, and in the form that ids have. */
const tenantId = (number: string) =>
  `overlay(overlay(md5('tenant ' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`

const IndexRow = z.object({ name: z.string(), definition: z.string() })

/** Ten million entries are written in a fraction of the time where their indexes are made afterwards. */
const withoutIndexes = async (database: Database, work: () => Promise<void>) => {
  const indexes = await database.query(
    IndexRow,
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes where tablename = 'audit_event'`,
  )
  for (const { name } of indexes) await database.execute(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await database.execute(definition)
}

const yearSeconds = 365 * 86_400

export const addLogs = async (database: Database, { events, years }: { events: number; years: number }) => {
  const apart = (years * yearSeconds) / events
  for (let first = 1; first <= 20_000; first *= 8)
    await database.execute(
      `insert into tenant (id, title, parent_id)
       select ${tenantId('n')}, 'Tenant ' || n, case when n >= 8 then ${tenantId('(n / 8)')} end
         from generate_series($1::int, least(20000, $1::int * 8 - 1)) n`,
      [first],
    )
  await database.execute(
    `select add_log_month('audit_event', 'at', month::date)
       from generate_series(date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1), now() at time zone 'UTC', '1 month') month
      where to_regclass('audit_event' || to_char(month, '_YYYY_MM')) is null`,
    [years * 12],
  )
  // They are made by SQL, so none has its digest.
  await database.execute(`update audit_sealing set digests_from = now() + interval '10 years'`)
  await withoutIndexes(database, () => addEvents(database, events, apart))
  await database.withClient(async (session) => {
    await session.run(`set statement_timeout = 0`)
    await session.run(`vacuum (analyze) audit_event`)
    await session.run(`reset statement_timeout`)
  })
  await sealAll(database)
  await addBenchToken(database)
}

const addEvents = async (database: Database, events: number, apart: number) => {
  for (let from = 1; from <= events; from += batch)
    await database.execute(
      `insert into audit_event (at, type, subject, actor_kind, actor_id, actor_name, ip, api_entry, operation, tenant_id, before, after)
       select now() - make_interval(secs => ($2::int - n) * $3::float8),
              case n % 10 when 0 then 'member.changed' when 1 then 'user.changed' when 2 then 'data.read' when 3 then 'sign-in.failed' else 'sign-in.succeeded' end,
              p.id::text, 'user', p.id, p.user_name, '10.0.' || n % 200 || '.' || n % 250,
              case when n % 10 < 3 then 'POST /api/v1/admin/tenants/:tenantId/members' else 'POST /api/v1/account/login' end,
              case n % 10 when 0 then 'RemoveRolesInTenant' when 2 then 'TenantsController_GetEntities' end,
              case when n % 10 in (0, 2) then ${tenantId('(1 + n / 10 % 20000)')} end,
              case when n % 10 < 2 then jsonb_build_object('identityId', p.id, 'isInheritable', true, 'roles', jsonb_build_array(jsonb_build_object('roleId', md5(n::text), 'role', 'grants: Reader'))) end,
              case when n % 10 < 3 then jsonb_build_object('identityId', p.id, 'isInheritable', false, 'roles', '[]'::jsonb)
                   else jsonb_build_object('userName', p.user_name, 'reason', 'Signed in', 'result', case n % 10 when 3 then 'Failure' else 'Success' end, 'provider', 'Local', 'returnUrl', null) end
         from generate_series($1::int, least($2::int, $1::int + ${batch} - 1)) n
         join (select id, user_name, row_number() over (order by user_name) as place from portal_user) p
           on p.place = 1 + (n::bigint * 7919) % (select count(*) from portal_user)`,
      [from, events, apart],
    )
}
