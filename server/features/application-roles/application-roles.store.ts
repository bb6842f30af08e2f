// The only writer of role and role_scope.
import { z } from 'zod'
import { ApplicationRole } from '#contract/application-roles.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'

const usedBy = '(select count(*) from current_role_assignment mr where mr.role_id = r.id)'

const shape: ListShape = {
  fields: {
    id: { sql: 'r.id', type: 'uuid' },
    name: { sql: 'r.name', type: 'text' },
    description: { sql: 'r.description', type: 'text' },
    applicationId: { sql: 'r.application_id', type: 'number' },
    byHierarchy: { sql: 'r.by_hierarchy', type: 'boolean' },
    operationRequestVisibility: { sql: 'r.operation_request_visibility', type: 'boolean' },
    serviceManagerVisibility: { sql: 'r.service_manager_visibility', type: 'boolean' },
    system: { sql: 'a.system', type: 'boolean' },
    usedBy: { sql: usedBy, type: 'number' },
    modifiedOn: { sql: 'r.modified_on', type: 'time' },
  },
  order: 'name',
  key: 'r.id',
  search: `folded(r.name || ' ' || coalesce(r.description, ''))`,
}

const columns = `r.id,
       r.name,
       r.description,
       r.application_id as "applicationId",
       r.by_hierarchy as "byHierarchy",
       r.operation_request_visibility as "operationRequestVisibility",
       r.service_manager_visibility as "serviceManagerVisibility",
       a.system,
       ${usedBy} as "usedBy",
       ${momentOf('r.modified_on')} as "modifiedOn"`
const tables = 'role r join application a on a.id = r.application_id'

export const listRoles = (db: Db, applicationId: number, query: ListQuery) =>
  pageAndCount(
    db,
    { row: ApplicationRole, columns, tables },
    listSql(shape, query, (value) => [`r.application_id = ${value(applicationId)}`]),
  )

type InApplication = { applicationId: number; id: string }

export const roleById = async (db: Db, { applicationId, id }: InApplication) =>
  (
    await db.query(ApplicationRole, `select ${columns} from ${tables} where r.application_id = $1 and r.id = $2`, [
      applicationId,
      id,
    ])
  ).at(0)

/** Held until the transaction ends, so that nobody changes it meanwhile. */
export const lockRole = async (tx: Tx, role: InApplication) => {
  await tx.execute(`select 1 as held from role where application_id = $1 and id = $2 for update`, [
    role.applicationId,
    role.id,
  ])
  return roleById(tx, role)
}

export const insertRole = (tx: Tx, role: Omit<ApplicationRole, 'system' | 'usedBy' | 'modifiedOn'>) =>
  tx.execute(
    `insert into role (id, application_id, name, description, by_hierarchy, operation_request_visibility, service_manager_visibility)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      role.id,
      role.applicationId,
      role.name,
      role.description,
      role.byHierarchy,
      role.operationRequestVisibility,
      role.serviceManagerVisibility,
    ],
  )

/** All but the name, which stays. */
export const updateRole = (tx: Tx, role: ApplicationRole) =>
  tx.execute(
    `update role
        set description = $3,
            by_hierarchy = $4,
            operation_request_visibility = $5,
            service_manager_visibility = $6
      where application_id = $1
        and id = $2`,
    [
      role.applicationId,
      role.id,
      role.description,
      role.byHierarchy,
      role.operationRequestVisibility,
      role.serviceManagerVisibility,
    ],
  )

/** It leaves every member with it. */
export const deleteRole = (tx: Tx, id: string) => tx.execute(`delete from role where id = $1`, [id])

const scopeShape: ListShape = {
  fields: { scope: { sql: 'rs.scope', type: 'text' } },
  order: 'scope',
  key: 'rs.scope',
  search: 'folded(rs.scope)',
}

const ScopeRow = z.object({ scope: z.string() })

export const listScopes = (db: Db, roleId: string, query: ListQuery) =>
  pageAndCount(
    db,
    { row: ScopeRow, columns: 'rs.scope', tables: 'role_scope rs' },
    listSql(scopeShape, query, (value) => [`rs.role_id = ${value(roleId)}`]),
  )

export const scopesOf = async (db: Db, roleId: string) =>
  (await db.query(ScopeRow, `select scope from role_scope where role_id = $1 order by scope`, [roleId])).map(
    ({ scope }) => scope,
  )

export const roleNamed = async (db: Db, { applicationId, name }: { applicationId: number; name: string }) =>
  (await db.execute(`select 1 as found from role where application_id = $1 and name = $2`, [applicationId, name])) > 0

export const insertScope = (tx: Tx, { roleId, scope }: { roleId: string; scope: string }) =>
  tx.execute(`insert into role_scope (role_id, scope) values ($1, $2)`, [roleId, scope])

export const deleteScope = async (tx: Tx, { roleId, scope }: { roleId: string; scope: string }) =>
  (await tx.execute(`delete from role_scope where role_id = $1 and scope = $2 returning 1 as deleted`, [
    roleId,
    scope,
  ])) > 0
