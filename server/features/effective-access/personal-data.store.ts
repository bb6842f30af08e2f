// The roles of a person and where each comes from, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const rolesData = personalData({
  title: 'roles',
  row: z.object({
    application: z.string(),
    role: z.string(),
    tenant: z.string(),
    passesDown: z.boolean(),
    throughGroup: z.string().nullable(),
    grantedOn: z.date(),
    endsOn: z.date().nullable(),
  }),
  statement: `select a.display_name as application,
          r.name as role,
          t.title as tenant,
          m.is_inheritable as "passesDown",
          g.name as "throughGroup",
          mr.granted_on as "grantedOn",
          mr.ends_on as "endsOn"
     from identities_of($1) i
     join tenant_member m on m.identity_id = i.identity_id
     join tenant t on t.id = m.tenant_id
     join current_role_assignment mr on mr.member_id = m.id
     join role r on r.id = mr.role_id
     join application a on a.id = r.application_id
     left join user_group g on g.id = i.via_group
    order by a.display_name, r.name, t.title, g.name, m.id`,
})
