// A page of a log, at a cost that does not grow with the log (docs/decisions/0041): newest first or oldest first,
// counted to ten thousand, searched through a hundred thousand entries at a time.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { unprepared } from '#server/lists/list-sql.ts'
import { type LogAsked, unbounded } from './log-conditions.ts'
import { isOldestFirst, type Log, type LogSql, mostCounted, mostFound, sqlOf } from './log-sql.store.ts'

/** As Excel takes, about. */
const mostExported = 1_000_000

type Asking = { readonly asked: LogAsked; readonly sql: LogSql; readonly now: Date }

export const listLog = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asked: LogAsked, now: Date) => {
  const sql = sqlOf(log, asked)
  const {
    count: counted,
    items,
    searchedBackTo = null,
  } = await listingOf(log, asked, sql)(db, log, { asked, sql, now })
  const many = counted > mostCounted
  return {
    items,
    count: many ? Math.max(counted, await estimated(db, log, sql)) : counted,
    countIsExact: !many,
    searchedBackTo,
  }
}

type Listing = <Row extends z.ZodType>(
  db: Db,
  log: Log<Row>,
  asking: Asking,
) => Promise<{
  readonly count: number
  readonly items: z.output<Row>[]
  readonly searchedBackTo?: string | null
}>

const listingOf = <Row extends z.ZodType>({ id }: Log<Row>, { scattered }: LogAsked, { searches }: LogSql): Listing => {
  if (searches) return id ? searched : counting
  return scattered && id ? gathering : counting
}

const days = (count: number) => count * 86_400_000

/** The same list of its newest days alone; undefined where that is no less, or where it does not begin with them. */
const newest = <Row extends z.ZodType>(log: Log<Row>, { asked, now }: Asking, length: number): LogSql | undefined => {
  const { query, conditions } = asked
  const since = new Date((query.endDate ?? now).getTime() - days(length))
  if (isOldestFirst(log.shape, query) || (query.startDate && query.startDate >= since)) return undefined
  return sqlOf(log, { query, conditions: (value) => [...conditions(value), `${log.date} >= ${value(since)}`] })
}

/** A statement of two months is planned in a fraction of the time that one of all months takes. */
const lately = 31

const counting = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking) => {
  const { sql, asked } = asking
  const { query } = asked
  const wanted = query.skip + query.take
  const late = sql.searches ? undefined : newest(log, asking, lately)
  const few = (count: number) => count <= mostCounted && !sql.searches
  const countOfLate = late ? await countUpTo(db, late) : 0
  const count = countOfLate > mostCounted ? countOfLate : await countUpTo(db, sql)
  const isLate = late && !few(count) && wanted <= countOfLate
  const page = isLate ? { sql: late, gathered: few(countOfLate) } : { sql, gathered: few(count) }
  const back = sql.searches ? await searchedBackTo(db, log, sql) : null
  return { count, items: await pageOf(db, log, { ...page, query }), searchedBackTo: back }
}

/** Each four times as long as the one before it. */
const spans = [1, 4, 16, 64, 256]

/** Many are gathered from as few of the newest days as have the page. */
const gathering = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking) => {
  const { sql, asked } = asking
  const { query } = asked
  const count = await countUpTo(db, sql)
  const page = (of: LogSql) => pageOf(db, log, { sql: of, query, gathered: true })
  if (count <= mostCounted) return { count, items: await page(sql) }
  for (const span of spans) {
    const some = newest(log, asking, span)
    if (some && (await countUpTo(db, some)) >= query.skip + query.take) return { count, items: await page(some) }
  }
  return { count, items: await page(sql) }
}

const FoundRow = z.object({ id: z.number() })

/** What a search looks at, it looks at once: for the count and the page. */
const searched = async <Row extends z.ZodType>(db: Db, log: Log<Row>, { sql, asked: { query, search } }: Asking) => {
  const { id, table, columns, joins } = log
  const found = (await search?.()) ?? {
    ids: await idsIn(db, log, { sql, most: mostFound(query) }),
    searchedBackTo: await searchedBackTo(db, log, sql),
  }
  const items = await db.query(
    log.row,
    `${unprepared} select ${columns} from (select f.* from ${table} where f.${id} = any($1)) f ${joins} order by ${sql.order}`,
    [found.ids.slice(query.skip, query.skip + query.take)],
  )
  return { count: Math.min(found.ids.length, mostCounted + 1), items, searchedBackTo: found.searchedBackTo }
}

const idsIn = async <Row extends z.ZodType>(
  db: Db,
  { id }: Log<Row>,
  { sql: { from, fromValues, order }, most }: { sql: LogSql; most: number },
) =>
  (
    await db.query(
      FoundRow,
      `${unprepared} select f.${id} as id from ${from} order by ${order} limit ${most}`,
      fromValues,
    )
  ).map((row) => row.id)

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
  { where, values, order, looks }: LogSql,
) => {
  const [last] = await db.query(
    BackToRow,
    `${unprepared} select ${date} as date from ${table} where ${where} order by ${order} limit 1 offset ${looks - 1}`,
    values,
  )
  return last?.date.toISOString() ?? null
}

/** All that the list shows with this query, in its order, a thousand at a time. */
export const readLog = <Row extends z.ZodType>(db: Reads, log: Log<Row>, asked: LogAsked) => {
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
