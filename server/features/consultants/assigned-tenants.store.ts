// The tenants of which somebody is a member themselves, with the roles of that membership.
import { AssignedTenant } from '#contract/consultants.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'
import { pathOf } from './tenant-titles.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'm.id', type: 'uuid' },
    tenantId: { sql: 'm.tenant_id', type: 'uuid' },
    tenantName: { sql: 't.title', type: 'text' },
    path: { sql: '', type: 'text', shownOnly: true },
    isInheritable: { sql: 'm.is_inheritable', type: 'boolean' },
    roles: { sql: '', type: 'text', shownOnly: true },
  },
  order: 'tenantName',
  key: 'm.id',
  search: 't.search_text',
}

const tables = `tenant_member m
       join tenant t on t.id = m.tenant_id`

export const listAssignedTenants = (db: Db, query: ListQuery, userId: string) =>
  pageAndCount(
    db,
    {
      row: AssignedTenant,
      columns: `m.id,
            m.tenant_id as "tenantId",
            t.title as "tenantName",
            ${pathOf('m.tenant_id')} as path,
            m.is_inheritable as "isInheritable",
            (select coalesce(json_agg(json_build_object(
                      'roleId', r.id,
                      'roleName', r.name,
                      'applicationId', a.id,
                      'applicationName', a.name,
                      'applicationTitle', a.display_name,
                      'endsOn', ${momentOf('mr.ends_on')}) order by a.display_name, r.name, r.id), '[]')
               from current_role_assignment mr
               join role r on r.id = mr.role_id
               join application a on a.id = r.application_id
              where mr.member_id = m.id) as roles`,
      tables,
    },
    listSql(shape, query, (value) => [`m.identity_id = ${value(userId)}`]),
  )
