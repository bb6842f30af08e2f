// The memberships of one identity at all its tenants.
import { TenantIdentity } from '#contract/permission-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { displayNameOf } from '#server/lists/people.ts'

const fromAbove = `exists (
                select 1
                  from tenant_path(m.tenant_id) p
                  join tenant_member above on above.tenant_id = p.tenant_id and above.identity_id = m.identity_id and above.is_inheritable
                 where p.distance > 0
                   and exists (select 1 from current_role_assignment mr where mr.member_id = above.id))`

const rolesOfMember = (what: string) => `(select ${what}
                 from current_role_assignment mr
                 join role r on r.id = mr.role_id
                 join application a on a.id = r.application_id
                where mr.member_id = m.id)`

const memberShape: ListShape = {
  fields: {
    id: { sql: 'm.id', type: 'uuid' },
    tenantId: { sql: 'm.tenant_id', type: 'uuid' },
    tenantName: { sql: 't.title', type: 'text' },
    path: { sql: '', type: 'text', shownOnly: true },
    hierarchyType: { sql: `case when ${fromAbove} then 'Both' else 'Own' end`, type: 'text' },
    isInheritable: { sql: 'm.is_inheritable', type: 'boolean' },
    roleCount: { sql: '(select count(*) from current_role_assignment mr where mr.member_id = m.id)', type: 'number' },
    roles: { sql: '', type: 'text', shownOnly: true },
    grantedOn: { sql: 'm.created_on', type: 'time' },
    grantedBy: { sql: '', type: 'text', shownOnly: true },
  },
  order: 'tenantName',
  key: 'm.id',
  search: `folded(t.title || ' ' || coalesce(${rolesOfMember(`string_agg(a.name || ' ' || a.display_name || ' ' || r.name, ' ')`)}, ''))`,
}

const memberTables = `tenant_member m
         join tenant t on t.id = m.tenant_id`

const memberRoles =
  rolesOfMember(`coalesce(json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'applicationId', a.id, 'applicationName', a.name, 'applicationTitle', a.display_name,
                                                  'grantedOn', ${isoTime('mr.granted_on')}, 'endsOn', ${isoTime('mr.ends_on')}) order by a.name, r.name, r.id), '[]')`)

/** The memberships of one identity, each with the tenants above. */
export const listMemberships = (db: Db, identityId: string, query: ListQuery) =>
  pageAndCount(
    db,
    {
      row: TenantIdentity,
      columns: `m.id,
              m.tenant_id as "tenantId",
              t.title as "tenantName",
              array(select over.title
                      from tenant_path(m.tenant_id) p
                      join tenant over on over.id = p.tenant_id
                     where p.distance > 0
                       and p.tenant_id <> '${globalTenant}'
                     order by p.distance desc) as path,
              ${memberShape.fields['hierarchyType']?.sql} as "hierarchyType",
              m.is_inheritable as "isInheritable",
              ${memberShape.fields['roleCount']?.sql} as "roleCount",
              ${memberRoles} as roles,
              ${isoTime('m.created_on')} as "grantedOn",
              (select ${displayNameOf('u')} from portal_user u where u.id = m.created_by) as "grantedBy"`,
      tables: memberTables,
    },
    listSql(memberShape, query, (value) => [`m.identity_id = ${value(identityId)}`]),
  )
