// The only writer of scoped_permission.
import { z } from 'zod'
import { ScopedPermission } from '#contract/application-access.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'

export const ScopedPermissionRow = ScopedPermission.omit({ createdOn: true }).extend({ createdOn: z.date() })
export type ScopedPermissionRow = z.output<typeof ScopedPermissionRow>

export type Pair = { applicationId: number; userId: string }

const shape: ListShape = {
  fields: {
    id: { sql: 'p.id', type: 'uuid' },
    applicationId: { sql: 'p.application_id', type: 'number' },
    userId: { sql: 'p.user_id', type: 'uuid' },
    scope: { sql: 'p.scope', type: 'text' },
    createdBy: { sql: 'by.user_name', type: 'text' },
    createdOn: { sql: 'p.created_on', type: 'time' },
  },
  order: 'scope',
  key: 'p.id',
  search: 'folded(p.scope)',
}

const columns = `p.id,
       p.application_id as "applicationId",
       p.user_id as "userId",
       p.scope,
       by.user_name as "createdBy",
       p.created_on as "createdOn"`
const tables = 'scoped_permission p left join portal_user by on by.id = p.created_by'

export const listScopedPermissions = (db: Db, { applicationId, userId }: Pair, query: ListQuery) =>
  pageAndCount(
    db,
    { row: ScopedPermissionRow, columns, tables },
    listSql(shape, query, (value) => [`p.application_id = ${value(applicationId)}`, `p.user_id = ${value(userId)}`]),
  )

export const insertScopedPermission = async (
  tx: Tx,
  permission: Pair & { id: string; scope: string; createdBy: string | null; now: Date },
) => {
  await tx.execute(
    `insert into scoped_permission (id, application_id, user_id, scope, created_by, created_on)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      permission.id,
      permission.applicationId,
      permission.userId,
      permission.scope,
      permission.createdBy,
      permission.now,
    ],
  )
  return (await tx.query(ScopedPermissionRow, `select ${columns} from ${tables} where p.id = $1`, [permission.id])).at(
    0,
  )
}

const ScopeRow = z.object({ scope: z.string() })

export const deleteScopedPermission = async (tx: Tx, { id, applicationId, userId }: Pair & { id: string }) =>
  (
    await tx.query(
      ScopeRow,
      `delete from scoped_permission where application_id = $1 and user_id = $2 and id = $3 returning scope`,
      [applicationId, userId, id],
    )
  ).at(0)?.scope
