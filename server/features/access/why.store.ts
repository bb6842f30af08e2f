// What "Why?" tells: every row that gives a role to somebody at a tenant, with who gave what and when.
import type { Chain, Why } from '#contract/access.ts'
import type { Db } from '#server/kernel/context.ts'
import { isoTime } from '#server/kernel/list/iso-time.ts'
import { displayNameOf } from '#server/kernel/list/people.ts'

/** { by, on, requestId } of columns; who is gone has no name any more. */
const given = (by: string, on: string, request = 'null::uuid') => `json_build_object(
         'by', (select json_build_object('id', w.id, 'name', ${displayNameOf('w')}) from portal_user w where w.id = ${by}),
         'on', ${isoTime(on)},
         'requestId', ${request})`

export const personById = async (db: Db, id: string) =>
  (
    await db.query<Why['user']>(
      `select u.id,
              ${displayNameOf('u')} as name,
              u.user_name as "userName",
              u.email,
              ${given('(select f.actor_id from fact f where f.subject = u.id::text and f.type = \'user.created\' order by f.id limit 1)', 'u.created_on')} as created,
              u.draft,
              u.locked_by_administrator as locked
         from portal_user u
        where u.id = $1`,
      [id],
    )
  ).at(0)

export const roleById = async (db: Db, id: string) =>
  (
    await db.query<Why['role']>(
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

export const tenantById = async (db: Db, id: string) => (await db.query<{ id: string; name: string }>(`select id, title as name from tenant where id = $1`, [id])).at(0)

type Asked = { readonly userId: string; readonly roleId: string; readonly tenantId: string }

/** The rows on the path that give the role, whether or not the person or the application is in a state to use it. */
export const chainsOf = (db: Db, { userId, roleId, tenantId }: Asked) =>
  db.query<Chain>(
    `select case when g.id is null then null else json_build_object(
              'id', g.id, 'name', g.name, 'automated', g.rule is not null, 'joined', ${given('gm.granted_by', 'gm.granted_on')}) end as "viaGroup",
            json_build_object(
              'memberId', m.id, 'tenantId', t.id, 'tenantName', t.title, 'levelsUp', p.distance, 'isInheritable', m.is_inheritable,
              'created', ${given('m.created_by', 'm.created_on')},
              'inheritable', ${given('coalesce(m.inheritable_by, m.created_by)', 'coalesce(m.inheritable_on, m.created_on)')}) as row,
            json_build_object(
              'given', ${given('mr.granted_by', 'mr.granted_on', 'mr.request_id')},
              'endsOn', ${isoTime('mr.ends_on')}) as role
       from identities_of($1) i
       join tenant_path($3) p on true
       join tenant_member m on m.identity_id = i.identity_id and m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
       join tenant_member_role mr on mr.member_id = m.id and mr.role_id = $2
       join tenant t on t.id = m.tenant_id
       left join user_group g on g.id = i.via_group
       left join group_member gm on gm.group_id = g.id and gm.user_id = $1
      order by i.via_group is not null, p.distance, g.name, m.id`,
    [userId, roleId, tenantId],
  )

export type NearMiss = { reason: 'not-inheritable' | 'elsewhere' | 'ended'; tenantId: string; tenantName: string; viaGroup: { id: string; name: string } | null }

/** Rows of the person and their groups that hold the role, and give nothing at this tenant. */
export const nearMisses = (db: Db, { userId, roleId, tenantId }: Asked) =>
  db.query<NearMiss>(
    `select case when mr.ends_on <= now() then 'ended' when p.tenant_id is null then 'elsewhere' else 'not-inheritable' end as reason,
            t.id as "tenantId",
            t.title as "tenantName",
            case when g.id is null then null else json_build_object('id', g.id, 'name', g.name) end as "viaGroup"
       from identities_of($1) i
       join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
       join given_role mr on mr.member_id = m.id and mr.role_id = $2
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

export const checkedFor = async (db: Db, { userId, tenantId }: Pick<Asked, 'userId' | 'tenantId'>) =>
  (
    await db.query<Why['checked']>(
      `select (select count(*) from identities_of($1) i where i.via_group is not null) as groups,
              (select count(*) from tenant_path($2)) as tenants`,
      [userId, tenantId],
    )
  )[0] ?? { groups: 0, tenants: 0 }

/** How many tenants are below one; of the global tenant all there are. */
const tenantsBelow = (tenant: string) => `(case when ${tenant} = '00000000-0000-0000-0000-000000000000' then (select count(*) - 1 from tenant)
            else (with recursive below (id) as (select c.id from tenant c where c.parent_id = ${tenant} union all select c.id from below b join tenant c on c.parent_id = b.id) select count(*) from below) end)`

const peopleOf = (identity: string) => `(select count(*) from group_membership gm where gm.group_id = ${identity})`

export type Effect = { memberId: string; groupId: string | null; otherTenants: number; people: number; rolesOfGroup: number }

/** What else hangs on each of these rows: tenants below, people of the group, roles of the group. */
export const effectsOf = (db: Db, memberIds: readonly string[]) =>
  db.query<Effect>(
    `select m.id as "memberId",
            g.id as "groupId",
            case when m.is_inheritable then ${tenantsBelow('m.tenant_id')} else 0 end as "otherTenants",
            case when g.id is null then 1 else ${peopleOf('g.id')} end as people,
            case when g.id is null then 0 else (select count(distinct mr.role_id) from tenant_member o join tenant_member_role mr on mr.member_id = o.id where o.identity_id = g.id) end as "rolesOfGroup"
       from tenant_member m
       left join user_group g on g.id = m.identity_id
      where m.id = any($1)`,
    [memberIds],
  )

/** At how many tenants, this one aside, a group's rows give the role. */
export const tenantsOfGroupRole = async (db: Db, { groupId, roleId, tenantId }: { groupId: string; roleId: string; tenantId: string }) =>
  (
    await db.query<{ tenants: number }>(
      `with recursive rows as (
         select m.tenant_id, m.is_inheritable
           from tenant_member m
           join tenant_member_role mr on mr.member_id = m.id and mr.role_id = $2
          where m.identity_id = $1),
       reached (id) as (
         select t.id from rows r join tenant t on (r.is_inheritable and r.tenant_id = '00000000-0000-0000-0000-000000000000') or t.id = r.tenant_id
          where r.is_inheritable
         union
         select c.id from reached x join tenant c on c.parent_id = x.id)
       select count(*) as tenants
         from (select id from reached union select tenant_id from rows) a
        where a.id <> $3
          and a.id <> '00000000-0000-0000-0000-000000000000'`,
      [groupId, roleId, tenantId],
    )
  )[0]?.tenants ?? 0

