// How many users a list has. Of a frequent word only ten thousand are counted (docs/decisions/0054).
import type { Reads } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { type ListSql, unprepared } from '#server/lists/list-sql.ts'
import { lockedIds } from '#server/features/accounts/accounts.public.ts'
import type { ListQuery } from '#contract/kernel/page.ts'

type UserCountQuery = Pick<ListQuery, 'filter'> & {
  readonly locked?: boolean | undefined
  readonly draft?: boolean | undefined
  readonly area?: string | undefined
}

/** `countIsExact: false`: there are more than 10,000, and `count` is about right. */
export type UserCount = { readonly count: number; readonly countIsExact?: false }

const countOf = async (db: Reads, text: string, values: readonly unknown[] = []) =>
  (await db.query(CountRow, text, values)).at(0)?.count ?? 0

export const countAll = (db: Reads) =>
  countOf(db, `select coalesce(sum(delta), 0)::bigint as count from row_tally where counted = 'portal_user'`)

const countLocked = (db: Reads) =>
  countOf(db, `select count(*) as count from portal_user u where u.id in (${lockedIds})`)

const asksMore = ({ draft, area, filter }: UserCountQuery) => draft !== undefined || Boolean(area) || Boolean(filter)

export const countFound = async (db: Reads, sql: ListSql, query: UserCountQuery): Promise<UserCount> => {
  const { locked } = query
  // Who is not locked is counted by who is.
  if (locked === false && sql.searched === '' && !asksMore(query))
    return { count: (await countAll(db)) - (await countLocked(db)) }
  // Who is only searched for is counted without a look at the people themselves.
  if (sql.searched !== '' && locked === undefined && !asksMore(query)) return countSearched(db, sql)
  return {
    count: await countOf(
      db,
      `${unprepared} select count(*) as count from portal_user u where ${sql.where}`,
      sql.values,
    ),
  }
}

const mostCounted = 10_000

/** Of every fiftieth page of the table, the same ones each time: pages of one list say one number. */
const sample = { share: 2, sql: 'tablesample system (2) repeatable (1)' }

const countSearched = async (db: Reads, { searched, values }: ListSql): Promise<UserCount> => {
  const upTo = `select 1 from user_search s where ${searched} limit ${mostCounted + 1}`
  const count = await countOf(db, `${unprepared} select count(*) as count from (${upTo}) found`, values)
  if (count <= mostCounted) return { count }
  const sampled = await countOf(
    db,
    `${unprepared} select count(*) as count from user_search s ${sample.sql} where ${searched}`,
    values,
  )
  return { count: Math.max(count, inTwoFigures((sampled * 100) / sample.share)), countIsExact: false }
}

/** 23,450 is 23,000: no figure is said that is not known. */
const inTwoFigures = (count: number) => Number(count.toPrecision(2))
