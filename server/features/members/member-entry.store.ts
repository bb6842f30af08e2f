// One entry of the members of a tenant (domain-model 4.3): an identity with its own membership here, or the nearest
// above that gives it something. Groups are one entry; their people are not unfolded.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import { IdentityAtTenant, Member } from '#contract/members.ts'
import type { Db } from '#server/kernel/context.ts'
import { momentOf } from '#server/lists/moments.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { flagColumns, flagTables } from '#server/features/effective-access/effective-access.public.ts'
import { worldThen } from '#server/features/effective-access/effective-access.public.ts'
import { thingsThen } from '#server/features/effective-access/effective-access.public.ts'
import { rolesOfMember } from './member-roles.store.ts'

/** Anyone who is gone has the name that the audit log has. */
export const displayName = `coalesce(${displayNameOf('u')}, g.name::text,
         (select coalesce(f.before ->> 'userName', f.before ->> 'name') from audit_event f where f.subject = m.identity_id::text and f.type in ('user.removed', 'group.removed') order by f.id desc limit 1), '')`

/** Passing only where it gives something (4.1): a membership without roles passes nothing on. */
export const counted = `counted as (
       select m.id, m.identity_id, m.identity_type, m.tenant_id, m.is_inheritable, p.distance
         from path p
         join tenant_member m on m.tenant_id = p.tenant_id
        where p.distance = 0
           or (m.is_inheritable and exists (select 1 from current_role_assignment mr where mr.member_id = m.id))
     )`

/** How it stands now, or how it stood: then the tables of these names come from the audit log (as-of.store.ts). */
export const worldOf = (tenant: string, asOf: string | undefined) =>
  asOf
    ? `${thingsThen(asOf)},\n     ${worldThen(tenant, asOf)}`
    : `path as materialized (select tenant_id, distance from tenant_path(${tenant}))`

/**
 * One line per identity: `nearest` is the membership that it is shown by, `above` the nearest one that passes something
 * down.
 */
export const identities = `member as (
       select identity_id,
              (array_agg(id order by distance))[1] as nearest,
              (array_agg(id order by distance) filter (where distance > 0))[1] as above,
              bool_or(distance = 0) as own,
              bool_or(distance > 0) as passing,
              bool_and(tenant_id = '${globalTenant}') as only_global
         from counted
        group by identity_id
     )`

export const hierarchyType = `case when not k.own then 'ByHierarchy' when k.passing then 'Both' else 'Own' end`

export const tables = `member k
       join tenant_member m on m.id = k.nearest
       join tenant t on t.id = m.tenant_id
       left join portal_user u on u.id = m.identity_id and m.identity_type = 'User'
       left join user_group g on g.id = m.identity_id and m.identity_type = 'Group'`

type EntryOptions = { withRoles: boolean; onlyOwn: boolean; onlyGlobal: boolean }

/** `domains` is the value with the company's. */
export const columns = (which: EntryOptions, domains: string) => `m.id,
       m.identity_type as "identityType",
       m.identity_id as "identityId",
       u.email,
       ${displayName} as "displayName",
       u.user_name as "userName",
       m.tenant_id as "tenantId",
       t.title as "tenantName",
       ${hierarchyType} as "hierarchyType",
       m.is_inheritable as "isInheritable",
       (select json_build_object('tenantId', ta.id, 'tenantName', ta.title) from tenant_member ma join tenant ta on ta.id = ma.tenant_id where ma.id = k.above) as "inheritedFrom",
       ${momentOf('m.modified_on')} as "modifiedOn",
       case when g.id is not null and g.rule is null then (select count(*) from group_member gm where gm.group_id = g.id) end as "memberCount",
       ${flagColumns(domains)},
       ${which.withRoles ? `${rolesOfMember(which)} as roles,` : ''}
       (select coalesce(json_agg(json_build_object('id', ot.id, 'title', ot.title) order by ot.title, ot.id), '[]')
          from (select o.tenant_id from tenant_member o where o.identity_id = m.identity_id limit 200) own_rows
          join tenant ot on ot.id = own_rows.tenant_id) as tenants`

const whole = { withRoles: true, onlyOwn: false, onlyGlobal: false }

type TenantMemberRow = {
  readonly tenantId: string
  readonly identityId: string
  readonly companyDomains: readonly string[]
  readonly onlyOwn?: boolean
  readonly asOf?: string | undefined
}

const MemberDetailRow = Member.extend({ roles: IdentityAtTenant.shape.roles })

/** One identity at a tenant, with what is inherited; undefined where no membership of it counts there. */
export const memberAt = async (
  db: Db,
  { tenantId, identityId, companyDomains, onlyOwn = false, asOf }: TenantMemberRow,
) =>
  (
    await db.query(
      MemberDetailRow,
      `with recursive ${worldOf('$1::uuid', asOf && '$4::timestamptz')},
     ${counted.replace('on m.tenant_id = p.tenant_id', 'on m.tenant_id = p.tenant_id and m.identity_id = $2::uuid')},
     ${identities}
     select ${columns({ ...whole, onlyOwn }, '$3')}
       from ${tables}
       ${flagTables}`,
      [tenantId, identityId, companyDomains, ...(asOf ? [asOf] : [])],
    )
  ).at(0)

const TitleRow = z.object({ title: z.string() })

export const titleOf = async (db: Db, tenantId: string) =>
  (await db.query(TitleRow, `select title from tenant where id = $1`, [tenantId]))[0]?.title ?? ''
