// Who asks, and what they may see (domain-model section 6).
import { globalTenant } from '#contract/tenants.ts'
import { actsAt } from '#server/features/members/members.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Viewer } from './request-scope.store.ts'
import { categoryOf } from './request-reads.store.ts'

export const viewerOf = (ctx: ReadCtx): Viewer => ({
  id: callerOf(ctx).id,
  administrator: hasRole(ctx, 'Administrator'),
  companyDomains: ctx.services.settings.companyDomains,
})

/**
 * Where they do not act, there is no tenant. At Global nobody asks: what is given there is given by an
 * Administrator.
 */
export const refuseUnlessAsking = async (ctx: ReadCtx, tenantId: string) => {
  if (tenantId === globalTenant) throw new Refusal('tenant-is-global', 400, { field: 'tenantId' })
  if (hasRole(ctx, 'Administrator')) return
  if (await actsAt(ctx, tenantId, ['TenantAdministrator', 'IdentityConsultant'])) return
  throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
}

/** Who may decide requests of a tenant, their own aside. */
export const decidesAt = async (ctx: ReadCtx, tenantId: string) =>
  hasRole(ctx, 'Administrator') || (await actsAt(ctx, tenantId, ['TenantAdministrator']))

const categories = [
  'manager',
  'project manager',
  'knowledge master',
  'team leader',
  'technical office leader',
  'country manager',
  'director',
]

/** R6-21, A-131: whose own requests are approved at once when they say so. */
export const approvesOwn = async (ctx: ReadCtx) =>
  hasRole(ctx, 'Administrator') || categories.includes((await categoryOf(ctx.db, callerOf(ctx).id)) ?? '')
