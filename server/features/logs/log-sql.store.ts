// What is asked of a log, as the parts of its statements.
import type { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import type { LogQuery } from './log-conditions.ts'

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

/** As many as are counted, and as far as the pages of a screen go. */
export const mostCounted = 10_000
/** As many as one search looks at. */
export const mostSearched = 100_000

export type LogSql = {
  /** Everything but the search. */
  readonly where: string
  readonly values: readonly unknown[]
  /** `from` and `where` of all that is asked for. */
  readonly from: string
  readonly fromValues: readonly unknown[]
  readonly order: string
  readonly searches: boolean
  readonly looks: number
}

/** By when it was, whatever else is wished for: another order would read the whole log. */
export const isOldestFirst = (shape: ListShape, { orderBy }: ListQuery) =>
  orderBy !== undefined && shape.order.startsWith(`${orderBy.field} `) && !orderBy.descending

export const sqlOf = <Row extends z.ZodType>({ table, shape, date, key }: Log<Row>, asked: LogQuery): LogSql => {
  const { query, conditions, lookedFor, window: looks = mostSearched } = asked
  const { where, values } = listSql(shape, { ...query, search: undefined }, conditions)
  let looked: readonly (string | undefined)[] = []
  const { searched, values: all } = listSql(shape, query, (value) => {
    const first = conditions(value)
    looked = lookedFor?.(value) ?? []
    return first
  })
  const direction = isOldestFirst(shape, query) ? 'asc' : 'desc'
  const order = `${date} ${direction}, ${key} ${direction}`
  const narrowed = `${table} where ${where}`
  const within = [...looked, searched].filter(Boolean).join('\n   and ')
  const window = `(select f.* from ${narrowed} order by ${order} limit ${looks}) f where ${within}`
  const searches = within !== ''
  const from = searches ? window : narrowed
  return { where, values, from, fromValues: searches ? all : values, order, searches, looks }
}

/** What the page needs, and what is counted. */
export const mostFound = ({ skip, take }: ListQuery) => Math.max(mostCounted + 1, skip + take)
