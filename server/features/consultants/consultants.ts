// Consultants and service managers with their clients: one use case per endpoint of `contract/consultants.ts`.
import type { AccessibleTenantQuery, consultants, DelegatedRole, TenantUser } from '#contract/consultants.ts'
import { page } from '#contract/kernel/page.ts'
import {
  actsAt,
  type MissingRole,
  openPlaces,
  missingRoles,
  refuseUnlessDelegated,
} from '#server/features/members/members.public.ts'
import { approvesOwn } from '#server/features/operation-requests/operation-requests.public.ts'
import { inviteUser } from '#server/features/users/users.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { type AccessibleTenantRow, listAccessibleTenants } from './accessible-tenants.store.ts'
import { listAssignedTenants } from './assigned-tenants.store.ts'
import { areasByName } from './open-areas.store.ts'
import type { TenantUserRow } from './tenant-user-rows.store.ts'
import { isUserOf, listTenantUsers } from './tenant-users.store.ts'

type Api = typeof consultants

const rolesAs: Record<NonNullable<AccessibleTenantQuery['as']>, readonly DelegatedRole[]> = {
  consultant: ['IdentityConsultant'],
  serviceManager: ['SystemManager'],
  tenantAdministrator: ['TenantAdministrator'],
}

const shownTenant = (
  tenant: AccessibleTenantRow,
  { administrator, approves }: { administrator: boolean; approves: boolean },
) => {
  const has = (...roles: DelegatedRole[]) => administrator || roles.some((role) => tenant.roles.includes(role))
  const canRequest = has('IdentityConsultant', 'TenantAdministrator')
  return {
    ...tenant,
    canRequest,
    canAssign: has('SystemManager', 'TenantAdministrator'),
    canAutoApprove: canRequest && approves,
  }
}

export const tenants: UseCase<Api['tenants']> = async (ctx, { query }) => {
  const administrator = hasRole(ctx, 'Administrator')
  const { items, count } = await listAccessibleTenants(ctx.db, {
    query,
    userId: callerOf(ctx).id,
    as: query.as && rolesAs[query.as],
    everywhere: administrator,
  })
  const approves = await approvesOwn(ctx)
  return page(
    items.map((tenant) => shownTenant(tenant, { administrator, approves })),
    count,
    query,
  )
}

export const assignedTo: UseCase<Api['assignedTo']> = async (ctx, { query }) => {
  const { items, count } = await listAssignedTenants(ctx.db, query, callerOf(ctx).id)
  return page(items, count, query)
}

export const areas: UseCase<Api['areas']> = async (ctx) => {
  const all = await areasByName(ctx.db)
  const open = await openPlaces(
    ctx,
    ctx.db,
    all.map(({ id }) => id),
  )
  const items = all.filter(({ id }) => open.has(id))
  return { items, count: items.length }
}

type RequestViewer = { readonly callerId: string; readonly decides: boolean; readonly missing: MissingRole }

const shown = ({ requestedBy, ...user }: TenantUserRow, { callerId, decides, missing }: RequestViewer): TenantUser => ({
  ...user,
  canEditRequest: user.requestId !== null && (decides || requestedBy === callerId),
  canInvite: !user.draft && user.lockState !== 'Permanent' && missing !== 'Administrator',
})

export const users: UseCase<Api['users']> = async (ctx, { params: { tenantId }, query }) => {
  await refuseUnlessDelegated(ctx, tenantId)
  const { companyDomains } = ctx.services.settings
  const { items, count } = await listTenantUsers(ctx.db, { tenantId, query, companyDomains })
  const missing = await missingRoles(
    ctx,
    ctx.db,
    items.map(({ id }) => id),
  )
  const decides = hasRole(ctx, 'Administrator') || (await actsAt(ctx, tenantId, ['TenantAdministrator']))
  const callerId = callerOf(ctx).id
  return page(
    items.map((user) => shown(user, { callerId, decides, missing: missing.get(user.id) ?? null })),
    count,
    query,
  )
}

/** R2.6-17: of somebody who is in the list. */
export const invite: UseCase<Api['invite']> = async (ctx, { params: { tenantId, id } }) => {
  await refuseUnlessDelegated(ctx, tenantId)
  if (!(await isUserOf(ctx.db, { tenantId, userId: id }))) throw new Refusal('user-not-found', 404)
  return inviteUser(ctx, id)
}
