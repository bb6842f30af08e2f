// The administrators' list of users, made for a million of them (docs/goals.md rows 5 and 6).
import { z } from 'zod'
import { UserItem } from '#contract/users.ts'
import type { Reads } from '#server/kernel/context.ts'
import { type Conditions, type ListShape, type ListSql, listSql, unprepared } from '#server/lists/list-sql.ts'
import { nearerEnd } from '#server/lists/nearer-end.ts'
import { email, gatherPeople, searchPeople, userName } from '#server/lists/people.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import { failuresThatLock, isLocked, lockedIds, lockState } from '#server/features/accounts/accounts.public.ts'
import { countAll, type Counted, countFound } from './user-count.store.ts'

export type UserListQuery = ListQuery & {
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
const pageSql = (sql: ListSql, { order, limits }: { order: string; limits: string }) =>
  `${unprepared} select ${itemColumns}
  from (select u.id
          from portal_user u
         where ${sql.where}
         order by ${order}
         ${limits}) chosen
  join ${itemTables.replace('portal_user u\n', 'portal_user u on u.id = chosen.id\n')}
 order by ${sql.order}`

const fewFound = 5_000

type Listed = { readonly items: UserItemRow[] } & Counted

export const listUsers = async (db: Reads, query: UserListQuery): Promise<Listed> => {
  const sql = listSql(shape, query, own(query))
  if (sql.where === 'true') return withCount(db, sql, { query, counted: { count: await countAll(db) } })
  if (sql.searched === '') {
    const [items, counted] = await Promise.all([
      pageOf(db, sql, { query, count: undefined }),
      countFound(db, sql, query),
    ])
    return { items, ...counted }
  }
  // How many there are decides how they are looked for, better than what the statistics say of words.
  const counted = await countFound(db, sql, query)
  const many = counted.count > fewFound
  return withCount(db, many ? sql : listSql({ ...shape, ...gatherPeople }, query, own(query)), { query, counted })
}

type Counting = { readonly query: UserListQuery; readonly counted: Counted }

const withCount = async (db: Reads, sql: ListSql, { query, counted }: Counting) => ({
  // The other end is nearer only where it is known.
  items: await pageOf(db, sql, { query, count: counted.countIsExact === false ? undefined : counted.count }),
  ...counted,
})

const pageOf = (
  db: Reads,
  sql: ListSql,
  { query: { skip, take }, count }: { query: UserListQuery; count: number | undefined },
) => {
  const page =
    count === undefined ? { order: sql.order, values: sql.pageValues } : nearerEnd(sql, { skip, take, count })
  return page ? db.query(UserItemRow, pageSql(sql, { order: page.order, limits: sql.page }), page.values) : []
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
