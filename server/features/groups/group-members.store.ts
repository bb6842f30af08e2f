// The only writer of group_member; and how the members of a group are read.
import { z } from 'zod'
import { GroupMember, Permission } from '#contract/group-members.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { unseenIfFew } from '#server/kernel/gathered-calls.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { displayNameOf, email, searchPeople, userName } from '#server/lists/people.ts'
import { IdRow } from '#server/kernel/row.ts'

type OfGroup = { id: string; rule: 'everyone' | 'area' | null }

/**
 * Who is in a group by hand, and who is in one that fills itself. `$group` is its id. A count needs no area: a left
 * join goes away.
 */
const memberTables = ({ rule }: OfGroup) => `portal_user u
       join user_group g on g.id = $group
       left join area a on a.id = u.area_id${rule === null ? '\n       join group_member m on m.group_id = g.id and m.user_id = u.id' : ''}`

const byRule: Record<'everyone' | 'area', string> = {
  everyone: 'not u.draft',
  area: 'not u.draft and u.area_id = g.area_id',
}

const permissionOf = ({ rule }: OfGroup) => (rule === null ? 'm.permission' : `'Reader'::text`)

/** As `groupName` elsewhere: first and last name, or else the user name (domain-model section 7). */
const displayName = displayNameOf('u')

const memberShape = (group: OfGroup): ListShape => ({
  fields: {
    userId: { sql: 'u.id', type: 'uuid' },
    userName,
    groupId: { sql: 'g.id', type: 'uuid', shownOnly: true },
    groupName: { sql: 'g.name', type: 'text', shownOnly: true },
    permission: { sql: permissionOf(group), type: 'text' },
    displayName: { sql: displayName, type: 'text' },
    email,
    areaName: { sql: 'a.name', type: 'text' },
    locked: { sql: 'u.locked_by_administrator', type: 'boolean' },
    draft: { sql: 'u.draft', type: 'boolean' },
  },
  order: 'userName',
  key: 'u.id',
  ...searchPeople,
})

const memberColumns = (group: OfGroup) => `u.id as "userId",
              u.user_name as "userName",
              g.id as "groupId",
              g.name as "groupName",
              ${permissionOf(group)} as permission,
              ${displayName} as "displayName",
              u.email,
              a.name as "areaName",
              u.locked_by_administrator as locked,
              u.draft`

export const listMembers = async (db: Db, group: OfGroup, query: ListQuery) => {
  let place = ''
  const sql = listSql(memberShape(group), query, (value) => {
    place = value(group.id)
    return [group.rule ? byRule[group.rule] : undefined]
  })
  const from = memberTables(group).replace('$group', place)
  return pageAndCount(db, { row: GroupMember, columns: memberColumns(group), tables: from }, sql)
}

/** One who is in it by hand, held until the transaction ends. */
export const memberOf = async (tx: Tx, { groupId, userId }: { groupId: string; userId: string }) =>
  (
    await tx.query(
      GroupMember,
      `select ${memberColumns({ id: groupId, rule: null })}
         from ${memberTables({ id: groupId, rule: null }).replace('$group', '$1')}
        where u.id = $2
          for update of m`,
      [groupId, userId],
    )
  ).at(0)

/** Those who were in it already get the permission; anyone who does not exist is left out. */
export const putMembers = (
  tx: Tx,
  put: {
    groupId: string
    userIds: readonly string[]
    permissions: readonly Permission[]
    by: string | undefined
    now: Date
  },
) => {
  const array = unseenIfFew(put.userIds)
  return tx.execute(
    `insert into group_member (group_id, user_id, permission, granted_by, granted_on)
     select $1, u.id, chosen.permission, $4, $5
       from unnest(${array('$2::uuid[]')}, ${array('$3::text[]')}) as chosen (user_id, permission)
       join portal_user u on u.id = chosen.user_id
         on conflict (group_id, user_id) do update
        set permission = excluded.permission`,
    [put.groupId, put.userIds, put.permissions, put.by ?? null, put.now],
  )
}

const RemovedMember = z.object({ userId: z.uuid(), userName: z.string(), permission: Permission })

export const removeMembers = (tx: Tx, { groupId, userIds }: { groupId: string; userIds: readonly string[] }) =>
  tx.query(
    RemovedMember,
    `delete from group_member m
      using portal_user u
      where m.group_id = $1
        and m.user_id = any($2::uuid[])
        and u.id = m.user_id
     returning u.id as "userId", u.user_name as "userName", m.permission`,
    [groupId, userIds],
  )

/** Of a larger group the audit log keeps so many: its deletion cannot be undone. */
const maxRecorded = 10_000

/** What the audit log keeps of a group that goes. */
export const membersForAudit = (tx: Tx, groupId: string) =>
  tx.query(
    RemovedMember,
    `select u.id as "userId", u.user_name as "userName", m.permission
       from group_member m
       join portal_user u on u.id = m.user_id
      where m.group_id = $1
      order by u.user_name::text
      limit ${maxRecorded}`,
    [groupId],
  )

export const NamedUser = z.object({
  id: z.uuid(),
  userName: z.string(),
  email: z.string(),
  permission: Permission.nullable(),
})

export type NamedUser = z.output<typeof NamedUser>

/** Those of these names and addresses, and what they are in the group already. */
export const usersByNames = (
  db: Db,
  { groupId, userNames, emails }: { groupId: string; userNames: readonly string[]; emails: readonly string[] },
) =>
  db.query(
    NamedUser,
    `select u.id, lower(u.user_name::text) as "userName", lower(u.email::text) as email, m.permission
       from portal_user u
       left join group_member m on m.group_id = $1 and m.user_id = u.id
      where name_key(u.user_name::text) = any(name_keys($2))
         or name_key(u.email::text) = any(name_keys($3))`,
    [groupId, userNames, emails],
  )

const NameRow = z.object({ id: z.uuid(), userName: z.string() })

export const namesOf = (db: Db, ids: readonly string[]) =>
  db.query(NameRow, `select u.id, u.user_name as "userName" from portal_user u where u.id = any($1::uuid[])`, [ids])

export const userExists = async (db: Db, id: string) =>
  (await db.execute(`select u.id from portal_user u where u.id = $1`, [id])) > 0

/** Those of these ids that are nobody's any more. */
export const usersGone = async (db: Db, ids: readonly string[]) =>
  new Set(
    (
      await db.query(
        IdRow,
        `select i.id from unnest($1::uuid[]) i (id) where not exists (select 1 from portal_user u where u.id = i.id)`,
        [ids],
      )
    ).map(({ id }) => id),
  )
