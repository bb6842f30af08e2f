// What one identity was given itself, over all tenants, role by role.
import type { ListQuery } from '#contract/kernel/page.ts'
import { UserRole } from '#contract/permission-entry.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { isoTime } from '#server/lists/iso-time.ts'

const roleShape: ListShape = {
  fields: {
    roleId: { sql: 'r.id', type: 'uuid' },
    roleName: { sql: 'r.name', type: 'text' },
    applicationId: { sql: 'a.id', type: 'number' },
    applicationName: { sql: 'a.name', type: 'text' },
    applicationTitle: { sql: 'a.display_name', type: 'text' },
    tenantId: { sql: 't.id', type: 'uuid' },
    tenantName: { sql: 't.title', type: 'text' },
    isInheritable: { sql: 'm.is_inheritable', type: 'boolean' },
    grantedOn: { sql: 'mr.granted_on', type: 'time' },
    endsOn: { sql: 'mr.ends_on', type: 'time' },
  },
  order: 'roleName',
  key: '(t.id, r.id)',
  search: `folded(r.name || ' ' || a.name || ' ' || t.title)`,
}

const roleTables = `tenant_member m
         join tenant t on t.id = m.tenant_id
         join current_role_assignment mr on mr.member_id = m.id
         join role r on r.id = mr.role_id
         join application a on a.id = r.application_id`

/** Of a user or a group, one line for each role at each tenant. */
export const listEffectiveRoles = (db: Db, identityId: string, query: ListQuery) =>
  pageAndCount(
    db,
    {
      row: UserRole,
      columns: `r.id as "roleId",
              r.name as "roleName",
              a.id as "applicationId",
              a.name as "applicationName",
              a.display_name as "applicationTitle",
              t.id as "tenantId",
              t.title as "tenantName",
              m.is_inheritable as "isInheritable",
              ${isoTime('mr.granted_on')} as "grantedOn",
              ${isoTime('mr.ends_on')} as "endsOn"`,
      tables: roleTables,
    },
    listSql(roleShape, query, (value) => [`m.identity_id = ${value(identityId)}`]),
  )
