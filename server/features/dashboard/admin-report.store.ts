// Who administers applications, at whatever tenant.
import { z } from 'zod'
import { isoTime } from '#server/lists/iso-time.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'

const AdministratorRow = z.object({
  applicationName: z.string(),
  roleName: z.string(),
  identityType: z.enum(['User', 'Group']),
  identityName: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  tenantName: z.string(),
  isInheritable: z.boolean(),
  since: z.string().nullable(),
  endsOn: z.string().nullable(),
})
export type AdministratorRow = z.output<typeof AdministratorRow>

const tables = `tenant_member m
       join current_role_assignment g on g.member_id = m.id
       join role r on r.id = g.role_id and r.name ilike '%administrator%'
       join application a on a.id = r.application_id
       join tenant t on t.id = m.tenant_id
       left join portal_user u on u.id = m.identity_id
       left join user_group ug on ug.id = m.identity_id
      where a.id = any($1::int[])`

export const countAdministrators = async (db: Db, applicationIds: readonly number[]) =>
  (await db.query(CountRow, `select count(*)::int as count from ${tables}`, [applicationIds]))[0]?.count ?? 0

export const readAdministrators = (db: Reads, applicationIds: readonly number[]) =>
  db.stream(
    AdministratorRow,
    `select a.display_name as "applicationName", r.name as "roleName", m.identity_type as "identityType",
            coalesce(ug.name, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.user_name::text, '') as "identityName",
            u.user_name::text as "userName", u.email::text as email, t.title as "tenantName", m.is_inheritable as "isInheritable",
            ${isoTime('g.granted_on')} as since, ${isoTime('g.ends_on')} as "endsOn"
       from ${tables}
      order by a.display_name, a.id, t.title, t.id, "identityName", m.id, r.name`,
    [applicationIds],
  )
