// The groups of a user.
import { Membership } from '#contract/group-members.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { CountRow } from '#server/kernel/row.ts'

const membershipShape: ListShape = {
  fields: {
    groupId: { sql: 'g.id', type: 'uuid' },
    groupName: { sql: 'g.name', type: 'text' },
    permission: { sql: 'm.permission', type: 'text' },
    automated: { sql: '(g.rule is not null)', type: 'boolean' },
  },
  order: 'groupName',
  key: 'g.id',
  search: 'folded(g.name::text)',
}

export const listMemberships = async (db: Db, userId: string, query: ListQuery) => {
  const tables = `group_membership m join user_group g on g.id = m.group_id`
  const sql = listSql(membershipShape, query, (value) => [`m.user_id = ${value(userId)}`])
  const items = await db.query(
    Membership,
    `${unprepared} select g.id as "groupId", g.name as "groupName", m.permission, g.rule is not null as automated
         from ${tables}
        where ${sql.where}
        order by ${sql.order}
        ${sql.page}`,
    sql.pageValues,
  )
  const [total] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from ${tables} where ${sql.where}`,
    sql.values,
  )
  return { items, count: total?.count ?? 0 }
}
