// Who is in the groups of a directory, and who waits to be: the directory sees its own people in them, and nobody else.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { inDirectory } from './people.store.ts'

const GroupOfPersonRow = z.object({
  userId: z.uuid(),
  groupId: z.uuid(),
  displayName: z.string(),
  waiting: z.boolean(),
})

/** The groups of the directory of some of its people. */
export const groupsOf = (db: Db, { tenantId, userIds }: { tenantId: string; userIds: readonly string[] }) =>
  db.query(
    GroupOfPersonRow,
    `select x.user_id as "userId", d.group_id as "groupId", d.display_name as "displayName", x.waiting
       from (select m.user_id, m.group_id, false as waiting
               from group_member m
              where m.user_id = any($2::uuid[])
              union all
             select p.user_id, w.group_id, true
               from directory_person p
              cross join unnest(p.waiting_groups) as w (group_id)
              where p.tenant_id = $1
                and p.ended_on is null
                and p.user_id = any($2::uuid[])) x
       join user_group g on g.id = x.group_id and g.directory_tenant_id = $1
       join directory_group d on d.group_id = g.id
      order by lower(d.display_name), d.group_id`,
    [tenantId, userIds],
  )

const PersonOfGroupRow = z.object({ groupId: z.uuid(), userId: z.uuid(), waiting: z.boolean() })

export const peopleOf = (db: Db, { tenantId, groupIds }: { tenantId: string; groupIds: readonly string[] }) =>
  db.query(
    PersonOfGroupRow,
    `select x.group_id as "groupId", x.user_id as "userId", x.waiting
       from (select m.group_id, m.user_id, false as waiting
               from group_member m
              where m.group_id = any($2::uuid[])
              union all
             select w.group_id, p.user_id, true
               from directory_person p
              cross join unnest(p.waiting_groups) as w (group_id)
              where p.tenant_id = $1
                and p.ended_on is null
                and p.waiting_groups && $2::uuid[]
                and w.group_id = any($2::uuid[])) x
       join ${inDirectory} who on who.id = x.user_id
      order by x.group_id, x.user_id`,
    [tenantId, groupIds],
  )
