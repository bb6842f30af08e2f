// The tenants where a group stands itself: its own memberships. Written by the members feature, read here.
import { GroupTenant } from '#contract/group-roles.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'

const tenantShape: ListShape = {
  fields: {
    id: { sql: 't.id', type: 'uuid' },
    title: { sql: 't.title', type: 'text' },
    areaName: { sql: 'a.name', type: 'text' },
    memberId: { sql: 'm.id', type: 'uuid' },
    isInheritable: { sql: 'm.is_inheritable', type: 'boolean' },
    roleCount: { sql: '(select count(*) from current_role_assignment c where c.member_id = m.id)', type: 'number' },
    roles: { sql: '', type: 'text', shownOnly: true },
    roleEntries: { sql: '', type: 'text', shownOnly: true },
  },
  order: 'title',
  key: 't.id',
  search: 'folded(t.title)',
}

const tenantTables = `tenant_member m
       join tenant t on t.id = m.tenant_id
       left join area a on a.id = t.area_id`

export const listTenants = (db: Db, groupId: string, query: ListQuery) =>
  pageAndCount(
    db,
    {
      row: GroupTenant,
      columns: `t.id,
              t.title,
              a.name as "areaName",
              m.id as "memberId",
              m.is_inheritable as "isInheritable",
              (select count(*) from current_role_assignment c where c.member_id = m.id) as "roleCount",
              array(select r.name
                      from current_role_assignment mr
                      join role r on r.id = mr.role_id
                     where mr.member_id = m.id
                     order by r.name) as roles,
              (select coalesce(
                        json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'applicationTitle', p.display_name)
                                 order by p.display_name, r.name, r.id),
                        '[]')
                 from current_role_assignment mr
                 join role r on r.id = mr.role_id
                 join application p on p.id = r.application_id
                where mr.member_id = m.id) as "roleEntries"`,
      tables: tenantTables,
    },
    listSql(tenantShape, query, (value) => [`m.identity_id = ${value(groupId)}`]),
  )
