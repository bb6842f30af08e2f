// The people of a tenant as those see them who act there.
import { z } from 'zod'
import { failuresThatLock } from '#server/features/accounts/accounts.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { displayNameOf } from '#server/lists/people.ts'
import {
  type TenantUserListing,
  columns,
  CountedRow,
  ofPerson,
  ofRow,
  peopleOf,
  sqlOf,
  tables,
  type TenantUserRow,
} from './tenant-user-rows.store.ts'

/** The page and the count of one look; a page behind the end says nothing of the count, which is asked for again. */
export const listTenantUsers = async (
  db: Db,
  asked: TenantUserListing,
): Promise<{ items: TenantUserRow[]; count: number }> => {
  const walk = await walkOf(db, asked)
  const walked = walk ? await pageByOrder(db, asked, walk) : []
  if (isWhole(walked, asked)) return counted(walked)
  const { head, sql } = sqlOf(asked, [ofRow, ofPerson])
  const found = await db.query(
    CountedRow,
    `${head}
     select ${columns('$2')}, l.count
       from (select l.*, count(*) over () as count from ${tables} where ${sql.where} order by ${sql.order} ${sql.page}) l
       join portal_user u on u.id = l.user_id
       left join lateral ${failuresThatLock} failures on true
      order by ${sql.order}`,
    sql.pageValues,
  )
  if (found.length > 0) return counted(found)
  const [all] = await db.query(
    CountRow,
    `${head} select count(*) as count from ${tables} where ${sql.where}`,
    sql.values,
  )
  return { items: [], count: all?.count ?? 0 }
}

type Counted = z.output<typeof CountedRow>

const counted = (rows: readonly Counted[]) => {
  const found = rows.map(({ count, ...user }) => ({ user, count }))
  return { items: found.map(({ user }) => user), count: found[0]?.count ?? 0 }
}

/** Whether the walk came by all of the page. */
const isWhole = ([first, ...others]: readonly Counted[], { query: { skip, take } }: TenantUserListing) =>
  first !== undefined && others.length + 1 === Math.min(take, first.count - skip)

/** Orders that an index of people has, and of how many who come by a page is looked for in it. */
const walkedOrders: ReadonlyMap<string, { readonly place: string; readonly most: number }> = new Map([
  // The index alone is read.
  ['modifiedOn', { place: 'u.modified_on', most: 60_000 }],
  ['userName', { place: '(u.user_name::text)', most: 20_000 }],
  ['email', { place: '(u.email::text)', most: 20_000 }],
  ['displayName', { place: displayNameOf('u'), most: 20_000 }],
])

const manyMembers = 5_000
const mostCounted = 20_000
/** Where the members are not spread evenly among the people, they stand apart: then all of them are read. */
const mostWalked = 100_000

const SizesRow = z.object({ members: z.number(), people: z.number() })

const isNarrowed = ({ search, filter, locked, draft }: TenantUserListing['query']) =>
  Boolean(search?.trim() || filter) || locked !== undefined || draft !== undefined

type Walk = { readonly place: string; readonly fromEnd: boolean; readonly rarest: number }

/** Where many are members the next one comes by soon enough in an order that stands: few others need be read. */
const walkOf = async (db: Db, { tenantId, query }: TenantUserListing): Promise<Walk | undefined> => {
  const { orderBy, skip, take } = query
  const order = walkedOrders.get(orderBy?.field ?? 'modifiedOn')
  if (!order || isNarrowed(query)) return undefined
  const [sizes] = await db.query(
    SizesRow,
    `select (select count(*) from (select 1 from tenant_member where tenant_id = $1 limit ${mostCounted}) m) as members,
            (select coalesce(sum(delta), 0)::bigint from row_tally where counted = 'portal_user') as people`,
    [tenantId],
  )
  if (!sizes || sizes.members < manyMembers) return undefined
  const { members, people } = sizes
  const fromEnd = members < mostCounted && skip > members / 2
  const listed = fromEnd ? Math.max(0, members - skip) : skip + take
  if (listed * (people / members) >= order.most) return undefined
  return { place: order.place, fromEnd, rarest: Math.ceil((listed * people) / order.most) }
}

const pageByOrder = (db: Db, asked: TenantUserListing, { place, fromEnd, rarest }: Walk) => {
  const { head, sql } = sqlOf(asked, [ofRow])
  const direction = sql.descending === fromEnd ? 'asc' : 'desc'
  const [take, skip] = [`$${sql.values.length + 1}::bigint`, `$${sql.values.length + 2}::bigint`]
  const limit = fromEnd
    ? `greatest(0, least(${take}, count - ${skip}))`
    : `case when count < ${rarest} then 0 else ${take} end`
  const offset = fromEnd ? `(select greatest(0, count - ${skip} - ${take}) from counted)` : skip
  // Where fewer are chosen than are worth the walk, it ends before it begins, and all of them are read. The last
  // `limit` is known before the count is. `is true` keeps it a look into a table of ids, person by person; as a join it
  // would read all people first.
  return db.query(
    CountedRow,
    `${head},
     chosen as materialized (select l.* from listed l where ${sql.where}),
     counted as materialized (select count(*) as count from chosen)
     select ${columns('$2')}, (select count from counted) as count
       from (select p.id
               from (select u.id
                       from (select u.id, ${place} as place
                               from portal_user u
                              order by ${place} ${direction}, u.id ${direction}
                              limit ${mostWalked}) u
                      where (u.id in (select user_id from chosen)) is true
                      order by u.place ${direction}, u.id ${direction}
                      limit (select ${limit} from counted) offset ${offset}) p
              limit ${take}) page
       join chosen l on l.user_id = page.id
       join portal_user u on u.id = l.user_id
       left join lateral ${failuresThatLock} failures on true
      order by ${sql.order}`,
    sql.pageValues,
  )
}

/** Whether somebody is one of the people that the list has, those from above included. */
export const isUserOf = async (db: Db, { tenantId, userId }: { tenantId: string; userId: string }) =>
  (await db.execute(
    `with ${peopleOf('$1::uuid', { inherited: true })}
     select 1 as found from listed where user_id = $2`,
    [tenantId, userId],
  )) > 0
