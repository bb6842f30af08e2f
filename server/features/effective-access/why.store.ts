// What "Why?" tells: every role assignment to somebody at a tenant, with who gave what and when.
import { z } from 'zod'
import { Chain, Why } from '#contract/why.ts'
import type { Db } from '#server/kernel/context.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { displayNameOf } from '#server/lists/people.ts'

/** { by, on, requestId } of columns; who is gone has no name any more. */
const stampOf = (by: string, on: string, request = 'null::uuid') => `json_build_object(
         'by', (select json_build_object('id', w.id, 'name', ${displayNameOf('w')}) from portal_user w where w.id = ${by}),
         'on', ${isoTime(on)},
         'requestId', ${request})`

const PersonRow = Why.shape.user

export const personById = async (db: Db, id: string) =>
  (
    await db.query(
      PersonRow,
      `select u.id,
              ${displayNameOf('u')} as name,
              u.user_name as "userName",
              u.email,
              ${stampOf("(select f.actor_id from audit_event f where f.subject = u.id::text and f.type = 'user.created' order by f.id limit 1)", 'u.created_on')} as created,
              u.draft,
              u.locked_by_administrator as locked
         from portal_user u
        where u.id = $1`,
      [id],
    )
  ).at(0)

const RoleRow = Why.shape.role

export const roleById = async (db: Db, id: string) =>
  (
    await db.query(
      RoleRow,
      `select r.id,
              r.name,
              r.description,
              a.id as "applicationId",
              a.name as "applicationName",
              a.display_name as "applicationTitle",
              a.enabled,
              array(select s.scope from role_scope s where s.role_id = r.id order by s.scope) as scopes
         from role r
         join application a on a.id = r.application_id
        where r.id = $1`,
      [id],
    )
  ).at(0)

const TenantRow = z.object({ id: z.uuid(), name: z.string() })

export const tenantById = async (db: Db, id: string) =>
  (await db.query(TenantRow, `select id, title as name from tenant where id = $1`, [id])).at(0)

export type WhyQuery = { readonly userId: string; readonly roleId: string; readonly tenantId: string }

/**
 * The memberships on the path that give the role, whether or not the person or the application is in a state to use it.
 */
export const chainsOf = (db: Db, { userId, roleId, tenantId }: WhyQuery) =>
  db.query(
    Chain,
    `select case when g.id is null then null else json_build_object(
              'id', g.id, 'name', g.name, 'automated', g.rule is not null, 'joined', ${stampOf('gm.granted_by', 'gm.granted_on')}) end as "viaGroup",
            json_build_object(
              'memberId', m.id, 'tenantId', t.id, 'tenantName', t.title, 'levelsUp', p.distance, 'isInheritable', m.is_inheritable,
              'created', ${stampOf('m.created_by', 'm.created_on')},
              'inheritable', ${stampOf('coalesce(m.inheritable_by, m.created_by)', 'coalesce(m.inheritable_on, m.created_on)')}) as row,
            json_build_object(
              'given', ${stampOf('mr.granted_by', 'mr.granted_on', 'mr.request_id')},
              'endsOn', ${isoTime('mr.ends_on')}) as role
       from identities_of($1) i
       join tenant_path($3) p on true
       join tenant_member m on m.identity_id = i.identity_id and m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
       join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2
       join tenant t on t.id = m.tenant_id
       left join user_group g on g.id = i.via_group
       left join group_member gm on gm.group_id = g.id and gm.user_id = $1
      order by i.via_group is not null, p.distance, g.name, m.id`,
    [userId, roleId, tenantId],
  )

const NearMiss = z.object({
  reason: z.enum(['not-inheritable', 'elsewhere', 'ended']),
  tenantId: z.uuid(),
  tenantName: z.string(),
  viaGroup: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})

/** Memberships of the person and their groups that hold the role, and give nothing at this tenant. */
export const nearMisses = (db: Db, { userId, roleId, tenantId }: WhyQuery) =>
  db.query(
    NearMiss,
    `select case when mr.ends_on <= now() then 'ended' when p.tenant_id is null then 'elsewhere' else 'not-inheritable' end as reason,
            t.id as "tenantId",
            t.title as "tenantName",
            case when g.id is null then null else json_build_object('id', g.id, 'name', g.name) end as "viaGroup"
       from identities_of($1) i
       join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
       join role_assignment mr on mr.member_id = m.id and mr.role_id = $2
       join tenant t on t.id = m.tenant_id
       left join tenant_path($3) p on p.tenant_id = m.tenant_id
       left join user_group g on g.id = i.via_group
      where mr.ends_on <= now()
         or p.tenant_id is null
         or (p.distance > 0 and not m.is_inheritable)
      order by p.tenant_id is null, p.distance, t.title, g.name nulls first
      limit 20`,
    [userId, roleId, tenantId],
  )

const CheckedRow = Why.shape.checked

export const checkedFor = async (db: Db, { userId, tenantId }: Pick<WhyQuery, 'userId' | 'tenantId'>) =>
  (
    await db.query(
      CheckedRow,
      `select (select count(*) from identities_of($1) i where i.via_group is not null) as groups,
              (select count(*) from tenant_path($2)) as tenants`,
      [userId, tenantId],
    )
  )[0] ?? { groups: 0, tenants: 0 }
