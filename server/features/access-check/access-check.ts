// The permission checker (R2.5-44, R7.5-16), and the same as a decision.
import type { accessCheck } from '#contract/access-check.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { groupsOf, isAllowed, permissionsAnywhere, permissionsAt, tenantNamed, userNamed } from './access-check.store.ts'

type Api = typeof accessCheck

export const permissions: UseCase<Api['permissions']> = async (ctx, { params: { x }, query: { tenantId } }) => {
  const user = await userNamed(ctx.db, x)
  if (!user) throw new Refusal('user-not-found', 404)
  const tenant = tenantId === undefined ? null : await tenantNamed(ctx.db, tenantId)
  if (tenant === undefined) throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
  const applicationPermissions = tenant ? await permissionsAt(ctx.db, { userId: user.id, tenantId: tenant.id }) : await permissionsAnywhere(ctx.db, user.id)
  return { groups: await groupsOf(ctx.db, user.id), applicationPermissions, user, tenant }
}

export const check: UseCase<Api['check']> = async (ctx, { query }) => ({ allowed: await isAllowed(ctx.db, query) })
