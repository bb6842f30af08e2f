// The administrators' list of users, made for a million of them (docs/goals.md rows 5 and 6).
import { z } from 'zod'
import { UserItem } from '#contract/users.ts'
import type { Reads } from '#server/kernel/context.ts'
import { type Conditions, type ListShape, type ListSql, listSql, unprepared } from '#server/lists/list-sql.ts'
import { nearerEnd } from '#server/lists/nearer-end.ts'
import { askPeople, email, gatherPeople, searchPeople, userName } from '#server/lists/people.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import { failuresThatLock, isLocked, lockedIds, lockState } from '#server/features/accounts/accounts.public.ts'
import { countAll, type UserCount, countFound } from './user-count.store.ts'

type UserListQuery = ListQuery & {
  locked?: boolean | undefined
  draft?: boolean | undefined
  area?: string | undefined
}

export const UserItemRow = UserItem.omit({ modifiedOn: true, missingRole: true }).extend({ modifiedOn: z.date() })
export type UserItemRow = z.output<typeof UserItemRow>

const shape: ListShape = {
  fields: {
    id: { sql: 'u.id', type: 'uuid' },
    userName,
    firstName: { sql: 'u.first_name', type: 'text' },
    lastName: { sql: 'u.last_name', type: 'text' },
    email,
    areaId: { sql: 'u.area_id', type: 'uuid' },
    areaName: { sql: '(select a.name from area a where a.id = u.area_id)', type: 'text' },
    locked: { sql: `(u.id in (${lockedIds}))`, type: 'boolean' },
    lockState: { sql: '', type: 'text', shownOnly: true },
    missingRole: { sql: '', type: 'text', shownOnly: true },
    draft: { sql: 'u.draft', type: 'boolean' },
    validateScopes: { sql: 'u.validate_scopes', type: 'boolean' },
    modifiedOn: { sql: 'u.modified_on', type: 'time' },
    language: { sql: 'u.language', type: 'text' },
    createdOn: { sql: 'u.created_on', type: 'time' },
  },
  order: 'modifiedOn desc',
  key: 'u.id',
  ...searchPeople,
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const own =
  ({ locked, draft, area }: UserListQuery): Conditions =>
  (value) => [
    locked === undefined ? undefined : `u.id ${locked ? 'in' : 'not in'} (${lockedIds})`,
    draft === undefined ? undefined : `u.draft = ${value(draft)}`,
    area &&
      (isId.test(area)
        ? `u.area_id = ${value(area)}`
        : `u.area_id = (select id from area where name = ${value(area)}::citext)`),
  ]

export const itemColumns = `u.id,
       u.user_name as "userName",
       u.first_name as "firstName",
       u.last_name as "lastName",
       u.email,
       a.name as "areaName",
       ${isLocked} as locked,
       ${lockState} as "lockState",
       u.draft,
       u.validate_scopes as "validateScopes",
       u.modified_on as "modifiedOn"`

export const itemTables = `portal_user u
  join area a on a.id = u.area_id
  left join lateral ${failuresThatLock} failures on true`

/** First the ids of the page, from an index alone; then what is shown of them. */
const pageSql = (sql: ListSql, { order, limits, people = 'portal_user' }: Page) =>
  `${unprepared} select ${itemColumns}
  from (select u.id
          from ${people} u
         where ${sql.where}
         order by ${order}
         ${limits}) chosen
  join ${itemTables.replace('portal_user u\n', 'portal_user u on u.id = chosen.id\n')}
 order by ${sql.order}`

/** `people`: of whom the page is chosen, where that is not everybody. */
type Page = { readonly order: string; readonly limits: string; readonly people?: string }

const fewFound = 5_000

type UserPage = { readonly items: UserItemRow[] } & UserCount

export const listUsers = async (db: Reads, query: UserListQuery): Promise<UserPage> => {
  const sql = listSql(shape, query, own(query))
  if (sql.where === 'true') {
    const counted = { count: await countAll(db) }
    return { items: await pageOf(db, sql, { query, counted }), ...counted }
  }
  if (sql.searched === '') {
    const [items, counted] = await Promise.all([pageOf(db, sql, { query }), countFound(db, sql, query)])
    return { items, ...counted }
  }
  // How many there are decides how they are looked for, better than what the statistics say of words.
  const counted = await countFound(db, sql, query)
  const near = counted.count > fewFound ? await nearInOrder(db, { query, counted }) : undefined
  if (near) return { items: near, ...counted }
  const gathered = listSql({ ...shape, ...gatherPeople }, query, own(query))
  return { items: await pageOf(db, gathered, { query, counted }), ...counted }
}

type UserListInput = { readonly query: UserListQuery; readonly counted?: UserCount }

/** The other end is nearer only where it is known. */
const windowOf = (sql: ListSql, { query, counted }: UserListInput) =>
  counted && counted.countIsExact !== false
    ? nearerEnd(sql, { skip: query.skip, take: query.take, count: counted.count })
    : { order: sql.order, values: sql.pageValues }

const pageOf = async (db: Reads, sql: ListSql, asked: UserListInput) => {
  const page = windowOf(sql, asked)
  return page ? db.query(UserItemRow, pageSql(sql, { order: page.order, limits: sql.page }), page.values) : []
}

/** By any other order all people would be sorted to look at the first of them. */
const orderedByIndex = ['u.modified_on', userName.order, email.order, 'u.first_name', 'u.last_name', 'u.id']

/** Looked at in order this many cost less than to gather and to sort those found. */
const leastLookedAt = 10_000

/**
 * The page of those found, from the first people of the order alone; undefined where they are not enough of them: they
 * stand deeper, or whom the search finds stand together in this order (`garcia`, by last name).
 */
const nearInOrder = async (db: Reads, asked: Required<UserListInput>) => {
  const sql = listSql({ ...shape, ...askPeople }, asked.query, own(asked.query))
  const page = windowOf(sql, asked)
  if (!page) return []
  if (!orderedByIndex.some((column) => sql.order.startsWith(`${column} `))) return undefined
  const [take, skip] = page.values.slice(-2).map(Number) as [number, number]
  const { count } = asked.counted
  const everybody = await countAll(db)
  const enough = ((take + skip) * everybody) / count
  if (enough > Math.max(leastLookedAt, count) / 2) return undefined
  const mostLookedAt = Math.ceil(Math.max(leastLookedAt, 3 * enough))
  const people = `(select * from portal_user u order by ${page.order} limit $${page.values.length + 1})`
  const text = pageSql(sql, { order: page.order, limits: sql.page, people })
  const items = await db.query(UserItemRow, text, [...page.values, mostLookedAt])
  return items.length === take || mostLookedAt >= everybody ? items : undefined
}

/** All that the list shows with this query, in its order, a thousand at a time. */
export const readUsers = (db: Reads, query: UserListQuery) => {
  const sql = listSql(shape, query, own(query))
  return db.stream(
    UserItemRow,
    `select ${itemColumns}
       from ${itemTables}
      where ${sql.where}
      order by ${sql.order}`,
    sql.values,
    1_000,
  )
}
