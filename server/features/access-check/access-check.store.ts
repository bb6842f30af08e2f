// What a user may do, as it stands in this moment.
import type { ApplicationPermissions, PermissionCheck } from '#contract/access-check.ts'
import type { Db } from '#server/kernel/context.ts'

type User = PermissionCheck['user']

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By id, by user name, or by e-mail: a name that is somebody's address as well means whose name it is. */
export const userNamed = async (db: Db, x: string) =>
  (
    await db.query<User>(
      `select u.id,
              u.user_name as "userName",
              coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name::text) as "displayName",
              u.email,
              u.locked_by_administrator as locked,
              u.draft
         from portal_user u
        where u.id = $1
           or u.user_name = $2::citext
           or u.email = $2::citext
        order by u.id = $1 desc nulls last, u.user_name = $2::citext desc
        limit 1`,
      [isId.test(x) ? x : null, x],
    )
  ).at(0)

export const tenantNamed = async (db: Db, id: string) => (await db.query<{ id: string; title: string }>(`select t.id, t.title from tenant t where t.id = $1`, [id])).at(0)

/** Those kept by rule among them. */
export const groupsOf = (db: Db, userId: string) =>
  db.query<PermissionCheck['groups'][number]>(
    `select g.id, g.name::text as name
       from identities_of($1) i
       join user_group g on g.id = i.via_group
      order by g.name`,
    [userId],
  )

/** The ways on which each role comes: own or through a group. At one tenant what comes down to it, anywhere every row; and where they lead. */
const ways = {
  anywhere: `select mr.role_id, i.via_group, m.tenant_id
         from identities_of($1) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join tenant_member_role mr on mr.member_id = m.id`,
  at: `select e.role_id, e.via_group, $2::uuid as tenant_id
         from effective_grants($1, $2) e`,
}

/** Of whoever has access at all: `roles_anywhere` decides that for disabled applications, drafts and locked people. */
const permissionsSql = (where: keyof typeof ways) =>
  `with way as (${ways[where]})
   select a.id as "applicationId",
          a.name as "applicationName",
          a.display_name as "displayName",
          array_agg(held.name order by held.name) as roles,
          json_agg(json_build_object('id', held.role_id, 'name', held.name, 'direct', held.direct, 'viaGroups', held.groups, 'tenant', held.tenant) order by held.name) as "roleEntries"
     from (select w.role_id, h.application_id, h.role_name as name, bool_or(w.via_group is null) as direct,
                  coalesce(array_agg(distinct g.name::text) filter (where g.id is not null), '{}') as groups,
                  (array_agg(json_build_object('id', t.id, 'title', t.title) order by w.via_group is not null, t.title, t.id))[1] as tenant
             from way w
             join roles_anywhere($1) h on h.role_id = w.role_id
             join tenant t on t.id = w.tenant_id
             left join user_group g on g.id = w.via_group
            group by w.role_id, h.application_id, h.role_name) held
     join application a on a.id = held.application_id
    group by a.id
    order by a.display_name, a.id`

export const permissionsAnywhere = (db: Db, userId: string) => db.query<ApplicationPermissions>(permissionsSql('anywhere'), [userId])

export const permissionsAt = (db: Db, { userId, tenantId }: { userId: string; tenantId: string }) => db.query<ApplicationPermissions>(permissionsSql('at'), [userId, tenantId])

export type Question = { userId: string; tenantId: string; applicationId?: number | undefined; roleId?: string | undefined; scope?: string | undefined }

/** One statement, planned once a connection. */
export const isAllowed = async (db: Db, { userId, tenantId, applicationId, roleId, scope }: Question) =>
  (
    await db.query<{ allowed: boolean }>(
      `select exists (
                select 1
                  from effective_grants($1, $2) e
                 where ($3::integer is null or e.application_id = $3)
                   and ($4::uuid is null or e.role_id = $4)
                   and ($5::text is null or exists (select 1 from role_scope s where s.role_id = e.role_id and s.scope = $5))) as allowed`,
      [userId, tenantId, applicationId ?? null, roleId ?? null, scope ?? null],
    )
  ).at(0)?.allowed ?? false
