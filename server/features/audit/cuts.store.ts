// Months that are over for good: which there are, what the chain loses with them, and what was said of that.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { isNoAttempt } from './audit.store.ts'
import type { LogTable } from './months.store.ts'

const MonthRow = z.object({ name: z.string(), month: z.string(), next: z.string() })
/** `month`: `2024-01`; `next`: the day after it. */
export type OldMonth = z.output<typeof MonthRow>

/** Whole months that ended so many months before this one began, the oldest first. */
export const monthsBefore = (db: Db, { table }: LogTable, { now, months }: { now: Date; months: number }) =>
  db.query(
    MonthRow,
    `select name, to_char(first, 'YYYY-MM') as month, to_char(first + interval '1 month', 'YYYY-MM-DD') as next
       from (select c.relname as name, to_date(right(c.relname, 7), 'YYYY_MM') as first
               from pg_inherits i
               join pg_class c on c.oid = i.inhrelid
              where i.inhparent = $1::regclass
                and c.relname ~ '_\\d{4}_\\d{2}$') parts
      where first < date_trunc('month', $2::timestamptz at time zone 'UTC') - make_interval(months => $3)
      order by first`,
    [table, now, months],
  )

const SpanRow = z.object({ entries: z.number(), first: z.number().nullable(), last: z.number().nullable() })
export type Span = z.output<typeof SpanRow>

export const spanOf = async (db: Db, { name }: OldMonth) =>
  (await db.query(SpanRow, `select count(*) as entries, min(f.id) as first, max(f.id) as last from ${name} f`)).at(
    0,
  ) ?? {
    entries: 0,
    first: null,
    last: null,
  }

const SealsRow = z.object({ first: z.number(), last: z.number() })

const FingerprintRow = z.object({ fingerprint: z.string() })

/** Another one after anything was done to an entry of the month or to one of these seals. */
export const fingerprintOf = async (db: Db, { name }: OldMonth, { first, last }: { first: number; last: number }) => {
  const of = (row: string) => `coalesce(sum(hashtextextended(${row}.ctid::text || ' ' || ${row}.xmin::text, 0)), 0)`
  const [found] = await db.query(
    FingerprintRow,
    `select (select ${of('f')} from ${name} f) || ' '
         || (select ${of('s')} from audit_seal s where s.number between $1 and $2) as fingerprint`,
    [first, last],
  )
  return found?.fingerprint
}

/** Until the end of the transaction nobody else changes an entry of the month or one of these seals. */
export const hold = async (tx: Tx, { name }: OldMonth, { first, last }: { first: number; last: number }) => {
  await tx.execute(`lock table ${name} in share mode`)
  await tx.execute(`select 1 from audit_seal where number between $1 and $2 order by number for update`, [first, last])
}

/** The seals that have some of these ids. */
export const sealsOver = async (db: Db, first: number, last: number) =>
  (
    await db.query(
      SealsRow,
      `select min(s.number) as first, max(s.number) as last from audit_seal s where s.up_to >= $1 and s.ids[1] <= $2 having count(*) > 0`,
      [first, last],
    )
  ).at(0)

export const detachMonth = (tx: Tx, { table }: LogTable, { name }: OldMonth) =>
  tx.execute(`alter table ${table} detach partition ${name}`)

export const dropDetached = (tx: Tx, { name }: OldMonth) => tx.execute(`drop table ${name}`)

const CutRow = z.object({ seals: z.string(), ids: z.string(), keptSince: z.string() })
export type Cut = z.output<typeof CutRow>

/** As the newest cut of a log says; undefined where nothing was ever cut. */
export const newestCut = async (db: Db, { table }: Pick<LogTable, 'table'>): Promise<Cut | undefined> =>
  (
    await db.query(
      CutRow,
      `select f.after ->> 'seals' as seals, f.after ->> 'ids' as ids, f.after ->> 'keptSince' as "keptSince"
         from audit_event f
        where coalesce(f.operation, f.type) = 'audit-log.cut'
          and ${isNoAttempt('f')}
          and f.after ->> 'log' = $1
        order by f.at desc, f.id desc
        limit 1`,
      [table],
    )
  ).at(0)

const NumbersRow = z.object({ seals: z.string(), ids: z.string() })

/** Takes the ids and hashes out of seals that have lost all; of the others it says what they lost with this month. */
export const cutSeals = async (tx: Tx, { name }: OldMonth, { first, last }: { first: number; last: number }) => {
  const [found] = await tx.query(
    NumbersRow,
    `with touched as (
       select s.number, s.up_to, s.ids,
              coalesce((select p.up_to from audit_seal p where p.number = s.number - 1), 0) as above
         from audit_seal s
        where s.number between $1 and $2
          and s.ids is not null),
     judged as (
       select t.number, t.ids, exists (select 1 from audit_event f where f.id > t.above and f.id <= t.up_to) as some_left
         from touched t),
     emptied as (
       update audit_seal s set ids = null, hashes = null from judged j where j.number = s.number and not j.some_left
       returning s.number)
     select coalesce((select range_agg(int8range(e.number, e.number, '[]')) from emptied e), '{}')::text as seals,
            coalesce((select range_agg(int8range(g.id, g.id, '[]'))
                        from judged j
                       cross join unnest(j.ids) as u (id)
                        join ${name} g on g.id = u.id
                       where j.some_left), '{}')::text as ids`,
    [first, last],
  )
  return found ?? { seals: '{}', ids: '{}' }
}

const TogetherRow = z.object({ together: z.string() })

export const together = async (db: Db, one = '{}', other = '{}') =>
  (await db.query(TogetherRow, `select ($1::int8multirange + $2::int8multirange)::text as together`, [one, other])).at(
    0,
  )?.together ?? '{}'
