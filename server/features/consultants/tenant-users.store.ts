// The people of a tenant as those see them who act there.
import { z } from 'zod'
import { failuresThatLock } from '#server/features/accounts/accounts.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import {
  type Asked,
  columns,
  CountedRow,
  ofPerson,
  ofRequest,
  peopleOf,
  sqlOf,
  tables,
  type TenantUserRow,
} from './tenant-user-rows.store.ts'

/** The page and the count of one look; a page behind the end says nothing of the count, which is asked for again. */
export const listTenantUsers = async (db: Db, asked: Asked): Promise<{ items: TenantUserRow[]; count: number }> => {
  const walked = (await isWalked(db, asked)) ? await pageByOrder(db, asked) : []
  if (walked.length === asked.query.take) return counted(walked)
  const { head, sql } = sqlOf(asked, [ofRequest, ofPerson])
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

const counted = (rows: readonly z.output<typeof CountedRow>[]) => {
  const found = rows.map(({ count, ...user }) => ({ user, count }))
  return { items: found.map(({ user }) => user), count: found[0]?.count ?? 0 }
}

/** Orders that an index of people has. */
const walkedOrders: readonly string[] = ['modifiedOn', 'userName', 'email']
const manyMembers = 5_000
/** So many people come by until the page is full, where the members are spread evenly among them. */
const mostExpected = 20_000
/** Where they are not, they stand apart: then all of them are read. */
const mostWalked = 100_000

const SizesRow = z.object({ members: z.number(), people: z.number() })

const isNarrowed = ({ search, filter, userType, locked, draft }: Asked['query']) =>
  Boolean(search?.trim() || filter || userType) || locked !== undefined || draft !== undefined

/** Where many are members the next one comes by soon enough in an order that stands: few others need be read. */
const isWalked = async (db: Db, { tenantId, query }: Asked) => {
  const { orderBy, skip, take } = query
  if (isNarrowed(query) || (orderBy && !walkedOrders.includes(orderBy.field))) return false
  const [sizes] = await db.query(
    SizesRow,
    `select (select count(*) from (select 1 from tenant_member where tenant_id = $1 limit ${manyMembers}) m) as members,
            (select coalesce(sum(delta), 0)::bigint from row_tally where counted = 'portal_user') as people`,
    [tenantId],
  )
  return sizes?.members === manyMembers && (skip + take) * (sizes.people / manyMembers) < mostExpected
}

const pageByOrder = (db: Db, asked: Asked) => {
  const { head, sql } = sqlOf(asked, [ofRequest])
  // `is true` keeps it a look into a table of ids, person by person; as a join it would read all people first.
  return db.query(
    CountedRow,
    `${head},
     chosen as materialized (select l.* from listed l where ${sql.where})
     select ${columns('$2')}, (select count(*) from chosen) as count
       from (select u.id
               from (select u.id, u.modified_on, u.user_name::text as user_name, u.email::text as email
                       from portal_user u
                      order by ${sql.order}
                      limit ${mostWalked}) u
              where (u.id in (select user_id from chosen)) is true
              order by ${sql.order}
              ${sql.page}) page
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
