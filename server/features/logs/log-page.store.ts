// The rows of a page of a log: as the order comes by, or those that were found before.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { unprepared } from '#server/lists/list-sql.ts'
import { type LogQuery, unbounded } from './log-conditions.ts'
import { type Log, type LogSql, mostCounted, sqlOf } from './log-sql.store.ts'

/** As Excel takes, about. */
const mostExported = 1_000_000

type PageInput = { readonly sql: LogSql; readonly query: ListQuery; readonly gathered: boolean }

export const pageOf = <Row extends z.ZodType>(db: Db, log: Log<Row>, { sql, query, gathered }: PageInput) => {
  const { columns, joins, id, table } = log
  const limits = `limit $${sql.fromValues.length + 1} offset $${sql.fromValues.length + 2}`
  // Few are gathered by their own index first: walking the order until enough of them came by may read all of the log.
  const chosen =
    gathered && id
      ? `with found as materialized (select f.${id}, ${log.date} from ${sql.from})
         select f.* from ${table} where f.${id} = any(array(select f.${id} from found f order by ${sql.order} ${limits}))`
      : `select f.* from ${sql.from} order by ${sql.order} ${limits}`
  return db.query(log.row, `${unprepared} select ${columns} from (${chosen}) f ${joins} order by ${sql.order}`, [
    ...sql.fromValues,
    query.take,
    query.skip,
  ])
}

export type Match = { readonly id: number; readonly at: Date }

const FoundRow = z.object({ count: z.number(), id: z.number().nullable(), at: z.date().nullable() })

type LogSearch = { readonly sql: LogSql; readonly query: ListQuery }

/** How many there are, as far as they are counted, and which of them the page has. */
export const foundIn = async <Row extends z.ZodType>(
  db: Db,
  { id, date }: Log<Row>,
  { sql: { from, fromValues, order }, query }: LogSearch,
): Promise<{ readonly count: number; readonly page: readonly Match[] }> => {
  const place = (nth: number) => `$${fromValues.length + nth}`
  const rows = await db.query(
    FoundRow,
    `${unprepared} with found as materialized (select f.${id} as id, ${date} as at from ${from} limit ${place(1)})
     select c.count, p.id, p.at
       from (select count(*) as count from found) c
       left join (select f.* from found f order by ${order} limit ${place(2)} offset ${place(3)}) p on true`,
    [...fromValues, mostCounted + 1, query.take, query.skip],
  )
  return {
    count: rows[0]?.count ?? 0,
    page: rows.flatMap((row) => (row.id === null || row.at === null ? [] : [{ id: row.id, at: row.at }])),
  }
}

/** Only the months in which they are have to be planned. */
export const rowsAt = async <Row extends z.ZodType>(
  db: Db,
  { row, table, id, date, columns, joins }: Log<Row>,
  { sql: { order }, page }: { readonly sql: LogSql; readonly page: readonly Match[] },
): Promise<z.output<Row>[]> => {
  const times = page.map(({ at }) => at.getTime())
  if (times.length === 0) return []
  return db.query(
    row,
    `${unprepared} select ${columns}
       from (select f.* from ${table} where f.${id} = any($1) and ${date} >= $2 and ${date} < $3) f
       ${joins}
      order by ${order}`,
    // The database counts microseconds.
    [page.map((one) => one.id), new Date(Math.min(...times)), new Date(Math.max(...times) + 1)],
  )
}

/** All that the list shows with this query, in its order, a thousand at a time. */
export const readLog = <Row extends z.ZodType>(db: Reads, log: Log<Row>, asked: LogQuery) => {
  const { from, fromValues, order } = sqlOf(log, unbounded(asked))
  const { row, columns, joins } = log
  return db.stream(
    row,
    `${unprepared} select ${columns}
       from (select f.* from ${from} order by ${order} limit ${mostExported}) f
       ${joins}
      order by ${order}`,
    fromValues,
    1_000,
  )
}
