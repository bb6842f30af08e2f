// The permission checker (R2.5-44, R7.5-16), and the same as a decision.
import type { effectiveAccess } from '#contract/effective-access.ts'
import type { QueryOf } from '#contract/kernel/endpoint.ts'
import { refuseBeforeLog } from '#server/features/audit/audit.public.ts'
import { absentThen } from '#server/features/effective-access/absent-as-of.store.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { readAhead, type UseCase } from '#server/kernel/use-case.ts'
import { groupsOf, permissionsOf, tenantNamed, userNamed, userThen } from './access-check.store.ts'
import { isAllowed } from './access-decision.store.ts'

type Api = typeof effectiveAccess

export const permissions: UseCase<Api['permissions']> = async (ctx, { params: { x }, query: { tenantId, asOf } }) => {
  await refuseBeforeLog(ctx.db, asOf)
  const user = await userNamed(ctx.db, x)
  if (!user) throw new Refusal('user-not-found', 404)
  const tenant = tenantId === undefined ? null : await tenantNamed(ctx.db, tenantId)
  if (tenant === undefined) throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
  const subject = { userId: user.id, tenantId: tenant?.id, asOf }
  return {
    groups: await groupsOf(ctx.db, subject),
    applicationPermissions: await permissionsOf(ctx.db, subject),
    user: asOf ? await userThen(ctx.db, { user, asOf }) : user,
    tenant,
    ...(asOf && { absent: await absentThen(ctx.db, { tenantId: tenant?.id, identityId: user.id, asOf }) }),
  }
}

export const check = readAhead(async ({ db }, { query }: { query: QueryOf<Api['check']> }) => ({
  allowed: await isAllowed(db, query),
}))
