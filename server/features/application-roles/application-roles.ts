// The roles of an application and their scopes: one endpoint each of `contract/application-roles.ts`.
import type { ApplicationRole, ApplicationRoleChange, applicationRoles } from '#contract/application-roles.ts'
import { page } from '#contract/kernel/page.ts'
import { assignmentsOfRole, roleEvents, membersWithRoles } from '#server/features/members/members.public.ts'
import { hasRole } from '#server/kernel/authorize.ts'
import type { Ctx, Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { applicationExists, lockApplication } from '#server/features/applications/applications.public.ts'
import { found } from '#server/features/applications/applications.public.ts'
import { applicationRoleEvents } from './application-roles.events.ts'
import {
  deleteRole,
  deleteScope,
  insertRole,
  insertScope,
  listRoles,
  listScopes,
  lockRole,
  roleById,
  scopesOf,
  updateRole,
} from './application-roles.store.ts'
import { systemApplications, systemRoles } from '#contract/system-ids.ts'

type Api = typeof applicationRoles

const refuseUnknownApplication = async (db: Db, applicationId: number) => {
  if (!(await applicationExists(db, applicationId))) throw new Refusal('application-not-found', 404)
}

/** A role of another application is none here. */
const foundRole = async (
  db: Db,
  applicationId: number,
  role: ApplicationRole | undefined,
): Promise<ApplicationRole> => {
  if (role) return role
  await refuseUnknownApplication(db, applicationId)
  throw new Refusal('role-not-found', 404)
}

export const list: UseCase<Api['list']> = async (ctx, { params, query }) => {
  await refuseUnknownApplication(ctx.db, params.appId)
  const { items, count } = await listRoles(ctx.db, params.appId, query)
  return page(items, count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params: { appId, id } }) =>
  foundRole(ctx.db, appId, await roleById(ctx.db, { applicationId: appId, id }))

/** The portal's own roles are the eight it knows: a second “God” would be one (A-65, T28). */
export const create: UseCase<Api['create']> = (ctx, { params: { appId }, input }) =>
  ctx.commit(async (tx) => {
    const application = found(await lockApplication(tx, appId))
    if (application.system) throw new Refusal('application-is-system', 409)
    const role = {
      id: ctx.newId(),
      name: input.name,
      description: input.description || null,
      applicationId: appId,
      byHierarchy: input.byHierarchy ?? false,
      operationRequestVisibility: input.operationRequestVisibility ?? false,
      serviceManagerVisibility: input.serviceManagerVisibility ?? false,
    }
    await insertRole(tx, role)
    const made = await foundRole(tx, appId, await roleById(tx, role))
    return { result: made, events: [applicationRoleEvents.created({ subject: role.id, after: role })] }
  })

/** What God may is God's to say. */
const refuseUnlessGods = (ctx: Ctx, { id }: ApplicationRole) => {
  if (id === systemRoles.God && !hasRole(ctx, 'God')) throw new Refusal('permission-missing', 403)
}

const flags = ['byHierarchy', 'operationRequestVisibility', 'serviceManagerVisibility'] as const

/** Portal-wide roles are given by Administrators at the global tenant, never asked for or passed on elsewhere. */
const refuseVisible = (before: ApplicationRole, after: ApplicationRole) => {
  const field =
    before.applicationId === systemApplications.identityGlobal && flags.find((flag) => before[flag] !== after[flag])
  if (field) throw new Refusal('role-is-system', 409, { field })
}

/** What is stored of it, as the audit log shows it. */
const withoutCount = ({ usedBy: _u, system: _s, modifiedOn: _m, ...role }: ApplicationRole) => role

/** What moves `modifiedOn` of a role, by its audit events. */
const { created, restored, changed } = applicationRoleEvents
const changes = [created, restored, changed].map(({ type }) => type)

const changeTo = (
  ctx: Ctx,
  { appId, id }: { appId: number; id: string },
  { name, modifiedOn, ...change }: ApplicationRoleChange,
) =>
  ctx.commit<ApplicationRole>(async (tx) => {
    const before = await foundRole(tx, appId, await lockRole(tx, { applicationId: appId, id }))
    await refuseStale(tx, { sent: modifiedOn, stored: before.modifiedOn, subject: id, changes })
    if (name !== undefined && name !== before.name) throw new Refusal('role-name-stays', 400, { field: 'name' })
    const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const wanted: ApplicationRole = { ...before, ...present }
    refuseUnlessGods(ctx, before)
    refuseVisible(before, wanted)
    wanted.description ||= null
    await updateRole(tx, wanted)
    const after = await foundRole(tx, appId, await roleById(tx, wanted))
    return {
      result: after,
      events: [
        applicationRoleEvents.changed({ subject: id, before: withoutCount(before), after: withoutCount(after) }),
      ],
    }
  })

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params, input)

export const remove: UseCase<Api['remove']> = (ctx, { params: { appId, id } }) =>
  ctx.commit(async (tx) => {
    const { modifiedOn: _, ...before } = await foundRole(tx, appId, await lockRole(tx, { applicationId: appId, id }))
    if (before.system) throw new Refusal('role-is-system', 409)
    // By ids, so that it can be undone.
    const kin = { scopes: await scopesOf(tx, id), given: await assignmentsOfRole(tx, id) }
    const rows = await membersWithRoles(tx, [id])
    await deleteRole(tx, id)
    return {
      result: {},
      events: [
        applicationRoleEvents.removed({ subject: id, before: { ...before, ...kin } }),
        ...roleEvents(rows, [id], 'went'),
      ],
    }
  })

export const scopes: UseCase<Api['scopes']> = async (ctx, { params: { appId, roleId }, query }) => {
  await foundRole(ctx.db, appId, await roleById(ctx.db, { applicationId: appId, id: roleId }))
  const { items, count } = await listScopes(ctx.db, roleId, query)
  return page(items, count, query)
}

const lockRoleOf = async (ctx: Ctx, tx: Tx, { appId, roleId }: { appId: number; roleId: string }) => {
  const role = await foundRole(tx, appId, await lockRole(tx, { applicationId: appId, id: roleId }))
  refuseUnlessGods(ctx, role)
  return role
}

export const addScope: UseCase<Api['addScope']> = (ctx, { params, input: { scope } }) =>
  ctx.commit(async (tx) => {
    const role = await lockRoleOf(ctx, tx, params)
    await insertScope(tx, { roleId: role.id, scope })
    return { result: { scope }, events: [applicationRoleEvents.scopeAdded({ subject: role.id, after: { scope } })] }
  })

export const removeScope: UseCase<Api['removeScope']> = (ctx, { params: { scope, ...params } }) =>
  ctx.commit(async (tx) => {
    const role = await lockRoleOf(ctx, tx, params)
    if (!(await deleteScope(tx, { roleId: role.id, scope }))) throw new Refusal('not-found', 404)
    return { result: {}, events: [applicationRoleEvents.scopeRemoved({ subject: role.id, before: { scope } })] }
  })
