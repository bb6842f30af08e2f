// The months of the logs as partitions: made ahead, and filled with what was there before there were months. The names
// of tables and columns in these statements are of `logs`, never from outside.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'

export type LogTable = { readonly table: 'audit_event' | 'external_api_access'; readonly date: 'at' | 'date' }

/** Waits no longer for whoever reads or writes: they would wait behind it. The next run tries again. */
export const hurry = (tx: Tx) => tx.execute(`set local lock_timeout = '2s'`)

/** One job at a time, on any instance. */
export const takeMonthsLock = async (tx: Tx) =>
  (await tx.query(LockRow, `select pg_try_advisory_xact_lock(7262047) as had`)).at(0)?.had === true
const LockRow = z.object({ had: z.boolean() })

const MonthRow = z.object({ month: z.string() })
const monthOf = (date: string) => `date_trunc('month', ${date} at time zone 'UTC')::date`
const partOf = ({ table }: LogTable, month: string) => `${table}_${month.slice(0, 7).replace('-', '_')}`

/** From this month on, and those of what lies in the partition for all others, as far as they have no table. */
export const missingMonths = async (db: Db, log: LogTable, ahead: number) => {
  const rows = await db.query(
    MonthRow,
    `select distinct month::text as month
       from (select (${monthOf('now()')} + n * interval '1 month')::date as month from generate_series(0, $1::int) n
              union all
             select ${monthOf(`f.${log.date}`)} from ${log.table}_other f) wanted
      where to_regclass($2 || to_char(month, '_YYYY_MM')) is null
        and not exists (select 1 from log_split s where s.log = $2 and month < s.until)
      order by month`,
    [ahead, log.table],
  )
  return rows.map(({ month }) => month)
}

export const addMonth = (tx: Tx, { table, date }: LogTable, month: string) =>
  tx.execute(`select add_log_month($1, $2, $3::date)`, [table, date, month])

const UpToRow = z.object({ upTo: z.number() })

/** Up to which id the entries of before there were months are copied; undefined where there are none, or no more. */
export const copiedUpTo = async (db: Db, { table }: LogTable) =>
  (await db.query(UpToRow, `select up_to as "upTo" from log_split where log = $1`, [table])).at(0)?.upTo

/** More than can be copied while everybody waits. */
export const hasManyAbove = async (db: Db, { table }: LogTable, id: number) =>
  (
    await db.query(
      UpToRow,
      `select f.id as "upTo" from ${table}_earlier f where f.id > $1 order by f.id limit 1 offset 5000`,
      [id],
    )
  ).length > 0

/** Ids up to which nothing appears any more: an hour is longer than any transaction that writes to a log. */
export const settledEarlier = async (db: Db, { table, date }: LogTable) =>
  (
    await db.query(
      UpToRow,
      table === 'audit_event'
        ? `select coalesce(max(s.up_to), 0) as "upTo" from audit_seal s`
        : `select coalesce(max(f.id), 0) as "upTo" from ${table}_earlier f where f.${date} < now() - interval '1 hour'`,
    )
  ).at(0)?.upTo ?? 0

type Ids = { readonly above: number; readonly upTo: number }

/**
 * Its table, in which nobody reads yet: it says what it may hold, so that it is not read through when it is attached.
 */
const makeReady = (tx: Tx, log: LogTable, month: string) => {
  const part = partOf(log, month)
  const next = `(date '${month}' + interval '1 month')`
  return tx.execute(
    `do $$ begin
       if to_regclass('${part}') is null then
         create table ${part} (like ${log.table} including all, primary key (id),
           constraint ${part}_month check (${log.date} >= date '${month}'::timestamp at time zone 'UTC' and ${log.date} < ${next}::timestamp at time zone 'UTC'));
       end if;
     end $$`,
  )
}

export const copyEarlier = async (tx: Tx, log: LogTable, { above, upTo }: Ids) => {
  const earlier = `${log.table}_earlier f where f.id > $1 and f.id <= $2`
  const months = await tx.query(
    MonthRow,
    `select distinct ${monthOf(`f.${log.date}`)}::text as month from ${earlier}`,
    [above, upTo],
  )
  for (const { month } of months) {
    await makeReady(tx, log, month)
    await tx.execute(
      `insert into ${partOf(log, month)} select f.* from ${earlier} and ${monthOf(`f.${log.date}`)} = $3::date`,
      [above, upTo, month],
    )
  }
  await tx.execute(`update log_split set up_to = $2 where log = $1`, [log.table, upTo])
}

const TableRow = z.object({ name: z.string() })

const readyMonths = (db: Db, { table }: LogTable) =>
  db.query(
    TableRow,
    `select c.relname as name
       from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind = 'r'
        and c.relname ~ ('^' || $1 || '_\\d{4}_\\d{2}$')
        and not c.relispartition
      order by 1`,
    [table],
  )

/** Nobody reads or writes the log meanwhile, for as long as it takes to copy what is left. */
export const putMonthsInPlace = async (tx: Tx, log: LogTable, above: number) => {
  const { table } = log
  for (const { name } of await readyMonths(tx, log)) await tx.execute(`analyze ${name}`)
  await tx.execute(`lock table ${table} in access exclusive mode`)
  await copyEarlier(tx, log, { above, upTo: Number.MAX_SAFE_INTEGER })
  await tx.execute(`alter table ${table} detach partition ${table}_earlier`)
  for (const { name } of await readyMonths(tx, log)) {
    const month = `${name.slice(-7).replace('_', '-')}-01`
    const bounds = await tx.query(
      BoundsRow,
      `select ($1::date::timestamp at time zone 'UTC')::text as first, (($1::date + interval '1 month') at time zone 'UTC')::text as next`,
      [month],
    )
    const [{ first, next } = { first: '', next: '' }] = bounds
    await tx.execute(`alter table ${table} attach partition ${name} for values from ('${first}') to ('${next}')`)
    await tx.execute(`alter table ${name} drop constraint ${name}_month`)
  }
  await tx.execute(`drop table ${table}_earlier`)
  await tx.execute(`delete from log_split where log = $1`, [table])
}
const BoundsRow = z.object({ first: z.string(), next: z.string() })
