// The groups of a person, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const groupsData = personalData({
  title: 'groups',
  row: z.object({ group: z.string(), permission: z.string(), grantedOn: z.date().nullable() }),
  statement: `select g.name as "group",
          m.permission,
          own.granted_on as "grantedOn"
     from group_membership m
     join user_group g on g.id = m.group_id
     left join group_member own on own.group_id = m.group_id and own.user_id = m.user_id
    where m.user_id = $1
    order by g.name`,
})
