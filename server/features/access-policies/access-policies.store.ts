// What policies ask of a person: roles, groups, and membership of the tenants that they name.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

const SubjectRow = z.object({
  userName: z.string(),
  email: z.string(),
  breakGlass: z.boolean(),
  roles: z.array(z.string()),
  groups: z.array(z.string()),
  tenants: z.array(z.object({ id: z.uuid(), at: z.boolean(), below: z.boolean() })),
})

/** Everybody is a member of the global tenant in some way: it counts for nobody. */
const global = `'00000000-0000-0000-0000-000000000000'`

export const subjectOf = async (db: Db, { userId, tenantIds }: { userId: string; tenantIds: readonly string[] }) =>
  (
    await db.query(
      SubjectRow,
      `select u.user_name::text as "userName",
              u.email::text as email,
              u.break_glass as "breakGlass",
              array(select r.application_name || '/' || r.role_name from roles_anywhere(u.id) r order by 1) as roles,
              array(select distinct g.name::text
                      from identities_of(u.id) i
                      join user_group g on g.id = i.via_group
                     order by 1) as groups,
              (select coalesce(json_agg(json_build_object(
                        'id', named.id,
                        'at', exists (select 1
                                        from tenant_path(named.id) p
                                        join tenant_member m on m.tenant_id = p.tenant_id and (p.distance = 0 or m.is_inheritable)
                                        join identities_of(u.id) i on i.identity_id = m.identity_id
                                       where m.identity_type <> 'Unknown'
                                         and p.tenant_id <> ${global}),
                        'below', exists (select 1
                                           from identities_of(u.id) i
                                           join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
                                          cross join lateral tenant_path(m.tenant_id) p
                                          where m.tenant_id <> ${global}
                                            and p.tenant_id = named.id))), '[]')
                 from unnest($2::uuid[]) as named (id)) as tenants
         from portal_user u
        where u.id = $1`,
      [userId, tenantIds],
    )
  ).at(0)

export const isApplication = async (db: Db, name: string) =>
  (await db.execute(`select 1 as found from application where name = $1`, [name])) > 0
