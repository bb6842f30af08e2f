// The system log: every audit event that is no attempt to sign in (A-146).
import { z } from 'zod'
import { SystemLogEntry } from '#contract/log-entries.ts'
import type { SystemLogQuery } from '#contract/log-query.ts'
import { isNoAttempt } from '#server/features/audit/audit.public.ts'
import type { Db } from '#server/kernel/context.ts'
import type { Conditions } from '#server/lists/list-sql.ts'
import { momentOf } from '#server/lists/moments.ts'
import type { LogQuery } from './log-conditions.ts'
import type { Log } from './log-sql.store.ts'
import { displayName, inRange, shownOnly, whoFields, whoIs, wordsIn } from './who.store.ts'

export const SystemLogRow = SystemLogEntry.omit({ metaData: true, changes: true }).extend({
  type: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
export type SystemLogRow = z.output<typeof SystemLogRow>

/** `callEvents.dataRead` of the server's HTTP. */
export const looks = 'data.read'

/** One of the specification's, or the type of the event. */
const operation = 'coalesce(f.operation, f.type)'

/** A tenant that is gone is called as it was when it went; a function, so that this is planned where there is one. */
const tenantName = `coalesce(t.title, case when f.tenant_id is not null and t.id is null then title_of_removed_tenant(f.tenant_id) end)`

const columns = `f.id,
    ${momentOf('f.at')} as date,
    coalesce(f.actor_name, f.actor_kind) as "userName",
    f.actor_id as "userId",
    ${displayName},
    nullif(f.ip, '') as ip,
    f.api_entry as "apiEntry",
    ${operation} as operation,
    f.tenant_id as "tenantId",
    ${tenantName} as "tenantName",
    f.type,
    f.subject,
    f.before,
    f.after`

const joins = `${whoIs('f.actor_id')} left join tenant t on t.id = f.tenant_id`

const row = `f.actor_name, f.api_entry, ${operation}, f.ip`
const text = `folded(concat_ws(' ', ${row}))`
const textAndMetaData = `folded(concat_ws(' ', ${row}, f.subject, f.before::text, f.after::text))`

const tenantsBelow = (id: string) =>
  `array(with recursive below as (select ${id}::uuid as id union select c.id from below b join tenant c on c.parent_id = b.id) select id from below)`

const searched = (words: string) => ({
  search: words,
  searchWithin: wordsIn(words, { person: 'f.actor_id', tenant: 'f.tenant_id' }),
})

const tenantIs =
  ({ includeHierarchy }: SystemLogQuery) =>
  (id: string) =>
    includeHierarchy ? `f.tenant_id = any(${tenantsBelow(id)})` : `f.tenant_id = ${id}::uuid`

export const systemLog = (query: SystemLogQuery): Log<typeof SystemLogRow> => ({
  row: SystemLogRow,
  table: 'audit_event f',
  columns,
  joins,
  date: 'f.at',
  key: 'f.id',
  id: 'id',
  shape: {
    fields: {
      ...whoFields('f.actor_name', 'f.actor_id'),
      id: { sql: 'f.id', type: 'number' },
      date: { sql: 'f.at', type: 'time' },
      operation: { sql: operation, type: 'text' },
      tenantId: { sql: 'f.tenant_id', type: 'uuid', eq: tenantIs(query) },
      ip: { sql: 'f.ip', type: 'text' },
      apiEntry: { sql: 'f.api_entry', type: 'text' },
      ...shownOnly('tenantName', 'changes', 'metaData'),
    },
    order: 'date desc',
    key: 'f.id',
    ...searched(query.intoMetadata ? textAndMetaData : text),
  },
})

/** What an entry says of somebody, whoever did it: by the columns that have an index. */
const about = (id: string) =>
  `(f.subject = ${id}::text
    or (f.type like 'member.%' and coalesce(f.after, f.before) ->> 'identityId' = ${id}::text)
    or (f.type in ('group-member.added', 'group-member.changed', 'group-member.removed') and coalesce(f.after, f.before) ->> 'userId' = ${id}::text))`

/** `below`: the tenants of the hierarchy that is asked for, where they are known, as PostgreSQL writes an array. */
export const changesOf = (query: SystemLogQuery, below?: string): LogQuery => {
  const conditions: Conditions = (value) => [
    // No attempt to sign in belongs to a tenant: there the index alone answers.
    query.tenantId ? undefined : isNoAttempt('f'),
    query.operation && `${operation} = ${value(query.operation)}`,
    query.tenantId &&
      (below
        ? // A subquery: the planner would compare thousands of constants with the statistics of each month.
          `f.tenant_id = any(array(select unnest(${value(below)}::uuid[])))`
        : tenantIs(query)(value(query.tenantId))),
    query.userId && `f.actor_id = ${value(query.userId)}`,
    query.metadataUserId && about(value(query.metadataUserId)),
    query.metadataTenantId &&
      `(f.tenant_id = ${value(query.metadataTenantId)} or f.subject = ${value(query.metadataTenantId)}::text)`,
    ...inRange('f.at', query)(value),
  ]
  const lookedFor: Conditions = (value) => [
    query.changesOnly ? `f.type <> ${value(looks)}` : undefined,
    query.ip && `f.ip = ${value(query.ip)}`,
    query.apiEntry && `strpos(folded(f.api_entry), folded(${value(query.apiEntry)})) > 0`,
  ]
  const few = [query.userId, query.metadataUserId, query.metadataTenantId, query.tenantId].some(Boolean)
  return { query, conditions, lookedFor, ...(below?.includes(',') ? { scattered: true } : { few }) }
}

const BelowRow = z.object({ below: z.string() })

/** The same, with the tenants of a hierarchy asked for once for all statements of a list. */
export const changesWithin = async (db: Db, query: SystemLogQuery) => {
  if (!query.tenantId || !query.includeHierarchy) return changesOf(query)
  const [row] = await db.query(BelowRow, `select ${tenantsBelow('$1')}::text as below`, [query.tenantId])
  return changesOf(query, row?.below)
}

/** So that a day of nothing but looks costs no more. */
const mostLooked = 1_000

const ChangeRow = SystemLogRow.extend({ bySystem: z.boolean() })

/** The newest, but for those whose type is like one of these. */
export const newestBut = (db: Db, { types, most }: { types: readonly string[]; most: number }) =>
  db.query(
    ChangeRow,
    `select ${columns},
            f.actor_kind <> 'user' as "bySystem"
       from (select f.*
               from (select f.* from audit_event f where ${isNoAttempt('f')} order by f.at desc, f.id desc limit ${mostLooked}) f
              where f.type not like all($1)
              order by f.at desc, f.id desc
              limit $2) f
       ${joins}
      order by f.at desc, f.id desc`,
    [types, most],
  )

const OperationRow = z.object({ operation: z.string() })

/** One step of the index for each: cheap, however long the log is. */
export const operations = async (db: Db) => {
  const next = (after: string) =>
    `(select ${operation} from audit_event f where ${isNoAttempt('f')} ${after} order by ${operation} limit 1)`
  const rows = await db.query(
    OperationRow,
    `with recursive found as (
       select ${next('')} as operation
       union all
       select ${next(`and ${operation} > found.operation`)} from found where found.operation is not null)
     select operation from found where operation is not null and operation not like 'sign-in.%'`,
  )
  return rows.map((found) => found.operation)
}

const EntryRow = SystemLogRow.extend({ impersonatedBy: z.uuid().nullable() })

export const entryById = async (db: Db, id: number) =>
  (
    await db.query(
      EntryRow,
      `select ${columns}, f.impersonated_by as "impersonatedBy"
         from audit_event f ${joins}
        where f.id = $1::bigint
          and ${isNoAttempt('f')}`,
      [id],
    )
  ).at(0)
