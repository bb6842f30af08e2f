// The members of a tenant as the audit log keeps them when it goes.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

const MemberRow = z.object({
  identityType: z.string(),
  identityId: z.uuid(),
  name: z.string().nullable(),
  isInheritable: z.boolean(),
  roles: z.array(z.string()),
})

/** What its members had here, for the audit log. */
export const membersForAudit = (db: Db, tenantId: string) =>
  db.query(
    MemberRow,
    `select m.identity_type as "identityType",
            m.identity_id as "identityId",
            coalesce(u.user_name::text, g.name::text) as name,
            m.is_inheritable as "isInheritable",
            array(select ap.name || ': ' || r.name
                    from current_role_assignment mr
                    join role r on r.id = mr.role_id
                    join application ap on ap.id = r.application_id
                   where mr.member_id = m.id
                   order by 1) as roles
       from tenant_member m
       left join portal_user u on u.id = m.identity_id
       left join user_group g on g.id = m.identity_id
      where m.tenant_id = $1
      order by 3, m.id`,
    [tenantId],
  )
