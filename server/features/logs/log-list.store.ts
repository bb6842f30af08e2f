// A page of a log, at a cost that does not grow with the log (docs/decisions/0041): newest first or oldest first,
// counted to ten thousand, searched through a hundred thousand entries at a time.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { unprepared } from '#server/lists/list-sql.ts'
import type { LogQuery } from './log-conditions.ts'
import { foundIn, type Match, pageOf, rowsAt } from './log-page.store.ts'
import { isOldestFirst, type Log, type LogSql, mostCounted, mostFound, sqlOf } from './log-sql.store.ts'

type Asking = { readonly asked: LogQuery; readonly sql: LogSql; readonly now: Date }

export const listLog = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asked: LogQuery, now: Date) => {
  const sql = sqlOf(log, asked)
  const {
    count: counted,
    items,
    searchedBackTo = null,
    countIsRough = false,
  } = await listingOf(log, asked, sql)(db, log, { asked, sql, now })
  const many = counted > mostCounted
  return {
    items,
    count: many && !countIsRough ? Math.max(counted, await estimated(db, log, sql)) : counted,
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
  /** The database cannot estimate it either. */
  readonly countIsRough?: boolean
}>

const listingOf = <Row extends z.ZodType>({ id }: Log<Row>, asked: LogQuery, { searches }: LogSql): Listing => {
  if (searches) return id ? searched : counting
  if (asked.scattered && id) return gathering
  return asked.few && id ? finding : counting
}

const days = (count: number) => count * 86_400_000

/** The same list of its newest days alone; undefined where that is no less, or where it does not begin with them. */
const newest = <Row extends z.ZodType>(log: Log<Row>, { asked, now }: Asking, length: number): LogSql | undefined => {
  const { query, conditions } = asked
  const since = new Date((query.endDate ?? now).getTime() - days(length))
  if (isOldestFirst(log.shape, query) || (query.startDate && query.startDate >= since)) return undefined
  return sqlOf(log, { ...asked, conditions: (value) => [...conditions(value), `${log.date} >= ${value(since)}`] })
}

/** A statement of two months is planned in a fraction of the time that one of all months takes. */
const lately = 31

/** As many as are counted, in the newest month alone where that has more. */
const countedFirstLate = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking) => {
  const { sql, asked } = asking
  const late = sql.searches ? undefined : newest(log, asking, lately)
  // The newest ones of all are in memory; those that begin a month are read from the disk each time.
  const ordered = late && !asked.scattered ? { ...late, from: `${late.from} order by ${late.order}` } : late
  const countOfLate = ordered ? await countUpTo(db, ordered) : 0
  const count = countOfLate > mostCounted ? countOfLate : await countUpTo(db, sql)
  return { late, countOfLate, count }
}

const counting = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking) => {
  const { sql, asked } = asking
  const { query } = asked
  const wanted = query.skip + query.take
  const { late, countOfLate, count } = await countedFirstLate(db, log, asking)
  const few = (some: number) => some <= mostCounted && !sql.searches
  const isLate = late && !few(count) && wanted <= countOfLate
  const page = isLate ? { sql: late, gathered: few(countOfLate) } : { sql, gathered: few(count) }
  const back = sql.searches ? await searchedBackTo(db, log, sql) : null
  return { count, items: await pageOf(db, log, { ...page, query }), searchedBackTo: back }
}

/** What an index has few of is counted and put in order at once: one statement is planned for all months. */
const finding = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking) => {
  const { sql, asked } = asking
  const { count, page } = await foundIn(db, log, { sql, query: asked.query })
  return count > mostCounted ? counting(db, log, asking) : { count, items: await rowsAt(db, log, { sql, page }) }
}

/** Of the newest days: first the middle one, then shorter ones where that has too many, or longer ones. */
const span = 4
const shorter = [1, 0.25, 0.05]
const longer = [16, 64, 256]

type Look = { readonly some: LogSql | undefined; readonly isMany: boolean; readonly page: readonly Match[] | undefined }

const lookAt = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking, length: number): Promise<Look> => {
  const { query } = asking.asked
  const some = newest(log, asking, length)
  const { count, page } = some ? await foundIn(db, log, { sql: some, query }) : { count: 0, page: [] }
  const isMany = count > mostCounted
  return { some, isMany, page: !isMany && count >= query.skip + query.take ? page : undefined }
}

/** The look that has the page; else the shortest one that has more than are counted. */
const furtherLook = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking, first: Look) => {
  if (first.page) return first
  let last = first
  for (const length of first.isMany ? shorter : longer) {
    const next = await lookAt(db, log, asking, length)
    if (next.page || (next.isMany && !first.isMany)) return next
    if (next.isMany) last = next
  }
  return last
}

/**
 * Many, in thousands of places of their index: the page is gathered from as few of the newest days as have it. Each
 * look reads most of the index of a month, whatever it finds.
 */
const gathering = async <Row extends z.ZodType>(db: Db, log: Log<Row>, asking: Asking) => {
  const { asked, sql } = asking
  const { query } = asked
  const first = await lookAt(db, log, asking, span)
  const { count } = first.isMany ? { count: mostCounted + 1 } : await countedFirstLate(db, log, asking)
  if (count <= mostCounted) return finding(db, log, asking)
  const { page, isMany, some } = await furtherLook(db, log, asking, first)
  const all = isMany && query.skip + query.take <= mostCounted ? some : undefined
  const items = page ? rowsAt(db, log, { sql, page }) : pageOf(db, log, { sql: all ?? sql, query, gathered: true })
  return { count, countIsRough: true, items: await items }
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
