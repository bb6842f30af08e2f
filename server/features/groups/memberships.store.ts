// The groups of a user.
import { Membership } from '#contract/group-members.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'

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

export const listMemberships = (db: Db, userId: string, query: ListQuery) =>
  pageAndCount(
    db,
    {
      row: Membership,
      columns: 'g.id as "groupId", g.name as "groupName", m.permission, g.rule is not null as automated',
      tables: 'group_membership m join user_group g on g.id = m.group_id',
    },
    listSql(membershipShape, query, (value) => [`m.user_id = ${value(userId)}`]),
  )
