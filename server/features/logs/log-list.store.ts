// A page of a log, at a cost that does not grow with the log (docs/decisions/0041): newest first or oldest first,
// counted to ten thousand, searched through a hundred thousand entries at a time.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { type Conditions, type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'

export type Log<Row extends z.ZodType> = {
  readonly row: Row
  /** Its rows are called `f`: `audit_event f`. */
  readonly table: string
  readonly columns: string
  /** What the columns need besides. */
  readonly joins: string
  readonly date: string
  /** Settles the order of what happened at the same moment. */
  readonly key: string
  /** The key is a single column of that name: few rows are gathered by it. */
  readonly id?: string
  readonly shape: ListShape
}

export type LogAsked = {
  readonly query: ListQuery
  readonly conditions: Conditions
}

/** As many as are counted, and as far as the pages of a screen go. */
export const mostCounted = 10_000
/** As many as one search looks at. */
const mostSearched = 100_000
/** As Excel takes, about. */
const mostExported = 1_000_000

type LogSql = {
  /** Everything but the search. */
  readonly where: string
  readonly values: readonly unknown[]
  /** `from` and `where` of all that is asked for. */
  readonly from: string
  readonly fromValues: readonly unknown[]
  readonly order: string
  readonly searches: boolean
}

const sqlOf = <Row extends z.ZodType>({ table, shape, date, key }: Log<Row>, asked: LogAsked): LogSql => {
  const { query, conditions } = asked
  const { where, values } = listSql(shape, { ...query, search: undefined }, conditions)
  const { searched, values: all } = listSql(shape, query, conditions)
  // By when it was, whatever else is wished for: another order would read the whole log.
  const direction = query.orderBy && shape.order.startsWith(`${query.orderBy.field} `) && !query.orderBy.descending
  const order = `${date} ${direction ? 'asc' : 'desc'}, ${key} ${direction ? 'asc' : 'desc'}`
  const narrowed = `${table} where ${where}`
  const window = `(select f.* from ${narrowed} order by ${order} limit ${mostSearched}) f where ${searched}`
  const searches = searched !== ''
  return { where, values, from: searches ? window : narrowed, fromValues: searches ? all : values, order, searches }
}

export const listLog = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asked: LogAsked) => {
  const sql = sqlOf(log, asked)
  const { count: counted, items } = await (sql.searches && log.id ? searched : counting)(db, log, { sql, asked })
  const many = counted > mostCounted
  return {
    items,
    count: many ? Math.max(counted, await estimated(db, log, sql)) : counted,
    countIsExact: !many,
    searchedBackTo: sql.searches ? await searchedBackTo(db, log, sql) : null,
  }
}

type Asking = { readonly sql: LogSql; readonly asked: LogAsked }

const counting = async <Row extends z.ZodType>(db: Db, log: Log<Row>, { sql, asked: { query } }: Asking) => {
  const count = await countUpTo(db, sql)
  return { count, items: await pageOf(db, log, { sql, query, gathered: count <= mostCounted && !sql.searches }) }
}

const FoundRow = z.object({ id: z.number() })

/** What a search looks at, it looks at once: for the count and the page. */
const searched = async <Row extends z.ZodType>(db: Db, log: Log<Row>, { sql, asked: { query } }: Asking) => {
  const { from, fromValues, order } = sql
  const { id, table, columns, joins } = log
  const found = await db.query(
    FoundRow,
    `${unprepared} select f.${id} as id from ${from} order by ${order} limit ${mostCounted + 1}`,
    fromValues,
  )
  const ids = found.slice(query.skip, query.skip + query.take).map((row) => row.id)
  const items = await db.query(
    log.row,
    `${unprepared} select ${columns} from (select f.* from ${table} where f.${id} = any($1)) f ${joins} order by ${order}`,
    [ids],
  )
  return { count: found.length, items }
}

const countUpTo = async (db: Db, { from, fromValues }: LogSql) =>
  (
    await db.query(
      CountRow,
      `${unprepared} select count(*) as count from (select 1 from ${from} limit ${mostCounted + 1}) counted`,
      fromValues,
    )
  ).at(0)?.count ?? 0

const PlanRow = z.object({
  'QUERY PLAN': z.array(z.looseObject({ Plan: z.looseObject({ 'Plan Rows': z.number() }) })),
})

/** What the statistics of the database say. */
const estimated = async <Row extends z.ZodType>(db: Db, { table }: Log<Row>, { where, values }: LogSql) => {
  const statement = `explain (format json) select 1 from ${table} where ${where}`
  const [plan] = await db.query(PlanRow, statement, values)
  return Math.round(plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
}

type PageAsked = { readonly sql: LogSql; readonly query: ListQuery; readonly gathered: boolean }

const pageOf = <Row extends z.ZodType>(db: Db, log: Log<Row>, { sql, query, gathered }: PageAsked) => {
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

const BackToRow = z.object({ date: z.date() })

/** Where the search ended, if there is more behind it. */
const searchedBackTo = async <Row extends z.ZodType>(
  db: Db,
  { table, date }: Log<Row>,
  { where, values, order }: LogSql,
) => {
  const [last] = await db.query(
    BackToRow,
    `${unprepared} select ${date} as date from ${table} where ${where} order by ${order} limit 1 offset ${mostSearched - 1}`,
    values,
  )
  return last?.date.toISOString() ?? null
}

/** All that the list shows with this query, in its order, a thousand at a time. */
export const readLog = <Row extends z.ZodType>(db: Reads, log: Log<Row>, asked: LogAsked) => {
  const { from, fromValues, order } = sqlOf(log, asked)
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
