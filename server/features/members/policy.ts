// Who may read and change the members of a tenant, and which roles they may give or take there (domain-model 6).
import { globalTenant } from '#contract/tenants.ts'
import { callerOf, hasRole, refusePermission, refuseUnproven } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { portalRolesAt } from '#server/features/effective-access/effective-access.public.ts'
import { isProtected } from './identities.store.ts'
import { isKnownTo } from './reach.store.ts'
import { tenantExists } from './members.store.ts'
import { type RoleAssignment } from './role-assignments.store.ts'

/** What a caller may do with the members of one tenant. */
export type Authority = {
  readonly tenantId: string
  readonly administrator: boolean
  readonly god: boolean
  /** Only roles with this flag (R6-16, R6-20); undefined for all. */
  readonly onlyServiceManager: boolean
  /** For the roles of those who administer everything (docs/decisions/0044). */
  readonly refuseUnproven: () => void
}

const refuseUnknownTenant = async (ctx: ReadCtx, tenantId: string) => {
  if (!(await tenantExists(ctx.db, tenantId))) throw new Refusal('tenant-not-found', 404)
}

const authorityOf = (ctx: ReadCtx, tenantId: string, onlyServiceManager = false): Authority => ({
  tenantId,
  administrator: hasRole(ctx, 'Administrator'),
  god: hasRole(ctx, 'God'),
  onlyServiceManager,
  refuseUnproven: () => refuseUnproven(ctx),
})

/**
 * At the base of the administration: the endpoint has seen to the role. Only an Administrator gives at the global
 * tenant (R6-07).
 */
export const administratorAuthority = async (ctx: ReadCtx, tenantId: string): Promise<Authority> => {
  await refuseUnknownTenant(ctx, tenantId)
  const authority = authorityOf(ctx, tenantId)
  return authority.administrator || tenantId !== globalTenant ? authority : refusePermission()
}

const delegated = ['TenantAdministrator', 'SystemManager', 'IdentityConsultant'] as const

type DelegatedAdministration = (typeof delegated)[number]

export const delegatedRolesAt = async (
  ctx: ReadCtx,
  tenantId: string,
  names: readonly DelegatedAdministration[] = delegated,
): Promise<readonly string[]> =>
  ctx.actor.kind === 'user' ? portalRolesAt(ctx.db, { userId: ctx.actor.id, tenantId, names }) : []

/** Whether the caller has any of these roles at the tenant, there or from above. */
export const actsAt = async (ctx: ReadCtx, tenantId: string, as: readonly DelegatedAdministration[] = delegated) =>
  (await delegatedRolesAt(ctx, tenantId, as)).length > 0

/** At the base of those who act on tenants: where they do not act, there is none. */
const rolesOn = async (ctx: ReadCtx, tenantId: string) => {
  const roles = await delegatedRolesAt(ctx, tenantId)
  if (roles.length === 0) throw new Refusal('tenant-not-found', 404)
  return roles
}

export const refuseUnlessDelegated = async (ctx: ReadCtx, tenantId: string) => {
  if (hasRole(ctx, 'Administrator')) return refuseUnknownTenant(ctx, tenantId)
  if (tenantId === globalTenant) refusePermission()
  await rolesOn(ctx, tenantId)
}

export const delegatedAuthority = async (ctx: ReadCtx, tenantId: string): Promise<Authority> => {
  if (hasRole(ctx, 'Administrator')) return administratorAuthority(ctx, tenantId)
  if (tenantId === globalTenant) return refusePermission()
  const roles = await rolesOn(ctx, tenantId)
  if (roles.includes('TenantAdministrator')) return authorityOf(ctx, tenantId)
  return roles.includes('SystemManager') ? authorityOf(ctx, tenantId, true) : refusePermission()
}

/** Anyone who is not their business does not exist for them (T81); an Administrator's are all. */
export const refuseUnknownIdentity = async (
  ctx: Pick<ReadCtx, 'actor' | 'db'>,
  { tenantId, identityId, field }: { tenantId: string; identityId: string; field: string },
) => {
  if (hasRole(ctx, 'Administrator')) return
  if (!(await isKnownTo(ctx.db, { userId: callerOf(ctx).id, tenantId, identityId })))
    throw new Refusal('identity-not-found', 404, { field })
}

/** Invariant 4: these may be given and taken by this caller here. */
export const refuseUnlessManageable = (
  { administrator, god, onlyServiceManager, refuseUnproven: refuse }: Authority,
  roles: readonly RoleAssignment[],
) => {
  for (const role of roles) {
    const portalWide = role.applicationName === 'identity.global'
    if (portalWide && (!administrator || (role.name === 'God' && !god))) refusePermission()
    if (onlyServiceManager && !role.serviceManagerVisibility) refusePermission()
    if (portalWide && isProtected(role.name)) refuse()
  }
}

/** R5.7-02: the group Users has its membership at the global tenant, which God edits, and no other. */
export const refuseForEveryone = (
  authority: Pick<Authority, 'god' | 'tenantId'>,
  { everyone, isNew }: { everyone: boolean; isNew: boolean },
) => {
  if (everyone && (isNew || authority.tenantId !== globalTenant || !authority.god))
    throw new Refusal('users-group-has-no-tenants', 403)
}
