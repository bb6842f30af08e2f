// Who uses an application: one endpoint each of `contract/application-access.ts`.
import type { applicationAccess, ScopedPermission } from '#contract/application-access.ts'
import { page } from '#contract/kernel/page.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { applicationExists } from '#server/features/applications/applications.public.ts'
import { scopedPermissionEvents } from './application-access.events.ts'
import { roleAssignmentsOf, listPermissions, listUsers, userById } from './assignments.store.ts'
import {
  deleteScopedPermission,
  insertScopedPermission,
  listScopedPermissions,
  type Pair,
  type ScopedPermissionRow,
} from './scoped-permissions.store.ts'

export { approles, profileApproles } from './role-choice.ts'

type Api = typeof applicationAccess

const refuseUnknown = async (db: Db, applicationId: number) => {
  if (!(await applicationExists(db, applicationId))) throw new Refusal('application-not-found', 404)
}

export const usersWithRoles: UseCase<Api['usersWithRoles']> = async (ctx, { params, query }) => {
  await refuseUnknown(ctx.db, params.id)
  const { items, count } = await listUsers(ctx.db, params.id, query)
  return page(items, count, query)
}

export const users: UseCase<Api['users']> = usersWithRoles

const foundUser = async (db: Db, { applicationId, userId }: Pair) => {
  await refuseUnknown(db, applicationId)
  const user = await userById(db, userId)
  if (!user) throw new Refusal('user-not-found', 404)
  return user
}

export const user: UseCase<Api['user']> = async (ctx, { params: { id, userId } }) => {
  const pair = { applicationId: id, userId }
  return { ...(await foundUser(ctx.db, pair)), grants: await roleAssignmentsOf(ctx.db, pair) }
}

export const permissions: UseCase<Api['permissions']> = async (ctx, { params, query }) => {
  await refuseUnknown(ctx.db, params.id)
  const { items, count } = await listPermissions(ctx.db, params.id, query)
  return page(items, count, query)
}

const shown = (row: ScopedPermissionRow): ScopedPermission => ({ ...row, createdOn: row.createdOn.toISOString() })

export const scopedPermissions: UseCase<Api['scopedPermissions']> = async (ctx, { params, query }) => {
  await foundUser(ctx.db, params)
  const { items, count } = await listScopedPermissions(ctx.db, params, query)
  return page(items.map(shown), count, query)
}

export const addScopedPermission: UseCase<Api['addScopedPermission']> = (ctx, { params, input }) =>
  ctx.commit<ScopedPermission>(async (tx) => {
    await foundUser(tx, params)
    const row = await insertScopedPermission(tx, {
      id: ctx.newId(),
      ...params,
      scope: input.scope,
      createdBy: callerId(ctx) ?? null,
      now: ctx.now,
    })
    if (!row) throw new Refusal('not-found', 404)
    const after = shown(row)
    return { result: after, events: [scopedPermissionEvents.added({ subject: params.userId, after })] }
  })

export const removeScopedPermission: UseCase<Api['removeScopedPermission']> = (ctx, { params }) =>
  ctx.commit(async (tx) => {
    const scope = await deleteScopedPermission(tx, params)
    if (scope === undefined) throw new Refusal('not-found', 404)
    return {
      result: {},
      events: [scopedPermissionEvents.removed({ subject: params.userId, before: { ...params, scope } })],
    }
  })
