// What may be given to whom and where: applications with their roles.
import { ApplicationWithRoles } from '#contract/application-access.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { systemApplications, systemRoles } from '#contract/system-ids.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'a.id', type: 'number' },
    name: { sql: 'a.name', type: 'text' },
    displayName: { sql: 'a.display_name', type: 'text' },
    roles: { sql: '', type: 'text', shownOnly: true },
  },
  order: 'displayName',
  key: 'a.id',
  search: `folded(a.name || ' ' || a.display_name || ' ' || a.title)`,
}

export type Flag = 'operationRequest' | 'serviceManager'

export type RoleChoiceFilter = {
  readonly portalWide: boolean
  readonly god: boolean
  /** Roles with any of these flags; undefined for all. */
  readonly flags: readonly Flag[] | undefined
  /** For whom and where: what comes from above is not to be picked. */
  readonly target: { readonly identityId: string; readonly tenantId: string } | undefined
}

/** From a tenant above, or at any distance through a group (A-86, A-188): nobody adds it here. */
const fromAbove = (identity: string, tenant: string) => `r.id in (
         select mr.role_id
           from tenant_path(${tenant}) p
           join tenant_member m on m.tenant_id = p.tenant_id and m.identity_id = ${identity} and m.is_inheritable
           join current_role_assignment mr on mr.member_id = m.id
          where p.distance > 0
         union all
         select e.role_id from effective_roles(${identity}, ${tenant}) e where e.via_group is not null)`

const columnOf: Record<Flag, string> = {
  operationRequest: 'r.operation_request_visibility',
  serviceManager: 'r.service_manager_visibility',
}

const offered = ({ god, flags }: RoleChoiceFilter) =>
  [
    'r.application_id = a.id',
    god ? undefined : `r.id <> '${systemRoles.God}'`,
    flags && `(${flags.map((flag) => columnOf[flag]).join(' or ') || 'false'})`,
  ]
    .filter((condition) => condition !== undefined)
    .join(' and ')

export const listRoleChoices = (db: Db, query: ListQuery, choosable: RoleChoiceFilter) => {
  const roles = offered(choosable)
  const sql = listSql(shape, query, () => [
    choosable.portalWide ? undefined : `a.id <> ${systemApplications.identityGlobal}`,
    choosable.flags && `exists (select 1 from role r where ${roles})`,
  ])
  const { target } = choosable
  const [identity, tenant] = [`$${sql.pageValues.length + 1}::uuid`, `$${sql.pageValues.length + 2}::uuid`]
  const columns = `a.id,
            a.name,
            a.display_name as "displayName",
            coalesce((select json_agg(json_build_object(
                               'id', r.id,
                               'name', r.name,
                               'description', r.description,
                               'byHierarchy', r.by_hierarchy ${target ? `or ${fromAbove(identity, tenant)}` : ''},
                               'operationRequestVisibility', r.operation_request_visibility,
                               'serviceManagerVisibility', r.service_manager_visibility) order by r.name)
                        from role r
                       where ${roles}), '[]') as roles`
  const pageValues = target ? [...sql.pageValues, target.identityId, target.tenantId] : sql.pageValues
  return pageAndCount(db, { row: ApplicationWithRoles, columns, tables: 'application a' }, { ...sql, pageValues })
}
