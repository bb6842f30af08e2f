// The rows of members: read with what is inherited beside it, and written.
import type { Member } from '#contract/members.ts'
import type { Db, Tx } from '#server/kernel/context.ts'

/** The tenants above one, the global tenant last (domain-model 4.1). */
const above = (tenant: string) => `
     with recursive above (id) as (
       select t.parent_id from tenant t where t.id = ${tenant}
       union all
       select t.parent_id from tenant t join above a on t.id = a.id)
     select id from above where id is not null
     union
     select '00000000-0000-0000-0000-000000000000'::uuid where ${tenant} <> '00000000-0000-0000-0000-000000000000'::uuid`

/** A row of one tenant with its own roles, and whether each comes from above as well. */
export const memberRow = async (db: Db, { id, tenantId }: { id: string; tenantId: string }) =>
  (
    await db.query<Member>(
      `with passing as (
         select mr.role_id
           from tenant_member own
           join tenant_member m on m.identity_id = own.identity_id and m.is_inheritable and m.tenant_id in (${above('$2::uuid')})
           join tenant_member_role mr on mr.member_id = m.id
          where own.id = $1)
       select m.id,
              m.identity_type as "identityType",
              m.identity_id as "identityId",
              u.email,
              coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name::text, g.name::text, '') as "displayName",
              u.user_name as "userName",
              m.tenant_id as "tenantId",
              t.title as "tenantName",
              m.is_inheritable as "isInheritable",
              case when exists (select 1 from passing) then 'Both' else 'Own' end as "hierarchyType",
              (select coalesce(json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'applicationId', a.id, 'applicationName', a.name,
                                                          'hierarchyType', case when r.id in (select role_id from passing) then 'Both' else 'Own' end)
                                        order by a.name, r.name), '[]')
                 from tenant_member_role mr
                 join role r on r.id = mr.role_id
                 join application a on a.id = r.application_id
                where mr.member_id = m.id) as roles
         from tenant_member m
         join tenant t on t.id = m.tenant_id
         left join portal_user u on u.id = m.identity_id and m.identity_type = 'User'
         left join user_group g on g.id = m.identity_id and m.identity_type = 'Group'
        where m.id = $1
          and m.tenant_id = $2`,
      [id, tenantId],
    )
  ).at(0)

/** Held until the transaction ends, also where there is none yet: of two who add the same, the second one adds to the first. */
export const rowOf = async (tx: Tx, { tenantId, identityId }: { tenantId: string; identityId: string }) => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 1))`, [tenantId, identityId])
  return (await tx.query<{ id: string }>(`select id from tenant_member where tenant_id = $1 and identity_id = $2 for update`, [tenantId, identityId])).at(0)?.id
}

export type Identity = { kind: 'User' | 'Group'; everyone: boolean }

/** What stands behind an id: a user, a group, or nobody. */
export const identityOf = async (db: Db, id: string) =>
  (
    await db.query<Identity>(
      `select 'User' as kind, false as everyone from portal_user where id = $1
        union all
       select 'Group', coalesce(rule = 'everyone', false) from user_group where id = $1`,
      [id],
    )
  ).at(0)

export const tenantExists = async (db: Db, id: string) => (await db.query(`select 1 as found from tenant where id = $1`, [id])).length > 0

export type GivenRole = { id: string; name: string; applicationName: string; byHierarchy: boolean }

export const rolesById = (db: Db, ids: readonly string[]) =>
  db.query<GivenRole>(
    `select r.id, r.name, a.name as "applicationName", r.by_hierarchy as "byHierarchy"
       from role r
       join application a on a.id = r.application_id
      where r.id = any($1)`,
    [ids],
  )

export const insertRow = (tx: Tx, row: { id: string; tenantId: string; identityType: string; identityId: string; isInheritable: boolean; by: string | null; now: Date }) =>
  tx.query(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable, created_on, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.tenantId, row.identityType, row.identityId, row.isInheritable, row.now, row.by],
  )

export const setInheritable = (tx: Tx, { id, isInheritable }: { id: string; isInheritable: boolean }) => tx.query(`update tenant_member set is_inheritable = $2 where id = $1`, [id, isInheritable])

/** Who gave each role and when stands with it; a role that is there already keeps its giver. */
export const addRoles = (tx: Tx, { id, roles, by, now }: { id: string; roles: readonly string[]; by: string | null; now: Date }) =>
  tx.query(
    `insert into tenant_member_role (member_id, role_id, granted_by, granted_on)
     select $1, role_id, $3, $4
       from unnest($2::uuid[]) as role_id
     on conflict do nothing`,
    [id, roles, by, now],
  )

export const keepRoles = (tx: Tx, { id, roles }: { id: string; roles: readonly string[] }) => tx.query(`delete from tenant_member_role where member_id = $1 and role_id <> all($2::uuid[])`, [id, roles])

export const deleteRow = (tx: Tx, id: string) => tx.query(`delete from tenant_member where id = $1`, [id])
