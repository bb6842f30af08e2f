// What the caller may give: the applications of the role picker (R7.5-02, R6-20, A-67, A-78).
import type { applicationAccess, RoleChoice } from '#contract/application-access.ts'
import { page } from '#contract/kernel/page.ts'
import { actsAt, delegatedRolesAt } from '#server/features/members/members.public.ts'
import { hasRole } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { type RoleChoiceFilter, type Flag, listRoleChoices } from './role-choice.store.ts'

type Api = typeof applicationAccess

const askedFlags: Record<NonNullable<RoleChoice['visibility']>, Flag> = {
  OperationRequest: 'operationRequest',
  ServiceManager: 'serviceManager',
}

/** What stands for whom at which tenant is told only where both were named. */
const targetOf = ({ identityId, tenantId }: RoleChoice) =>
  identityId && tenantId ? { identityId, tenantId } : undefined

const choose = async (ctx: ReadCtx, query: RoleChoice, may: Omit<RoleChoiceFilter, 'target'>) => {
  const { items, count } = await listRoleChoices(ctx.db, query, { ...may, target: targetOf(query) })
  return page(items, count, query)
}

export const approles: UseCase<Api['approles']> = (ctx, { query }) =>
  choose(ctx, query, {
    portalWide: hasRole(ctx, 'Administrator') || hasRole(ctx, 'God'),
    god: hasRole(ctx, 'God'),
    flags: query.visibility && [askedFlags[query.visibility]],
  })

const givesAll = ['Administrator', 'UserAdministrator'] as const
const delegated = ['TenantAdministrator', 'SystemManager', 'IdentityConsultant'] as const

/** What somebody is to the tenant that is named; without one, to any. */
const rolesOf = async (ctx: ReadCtx, { tenantId }: RoleChoice) =>
  tenantId ? delegatedRolesAt(ctx, tenantId) : delegated.filter((role) => hasRole(ctx, role))

/** Undefined: all of them. Anyone who only asks, or only serves, sees the roles meant for that. */
const flagsOf = async (ctx: ReadCtx, query: RoleChoice): Promise<readonly Flag[] | undefined> => {
  const roles = await rolesOf(ctx, query)
  const all = hasRole(ctx, ...givesAll) || roles.includes('TenantAdministrator')
  const own: Flag[] = [
    ...(roles.includes('IdentityConsultant') ? (['operationRequest'] as const) : []),
    ...(roles.includes('SystemManager') ? (['serviceManager'] as const) : []),
  ]
  if (!query.visibility) return all ? undefined : own
  const flag = askedFlags[query.visibility]
  return all || own.includes(flag) ? [flag] : []
}

/** What an identity has at a tenant is known to those who act there, and to nobody else (T21). */
const refuseForeignTenant = async (ctx: ReadCtx, { tenantId }: RoleChoice) => {
  if (!tenantId || hasRole(ctx, ...givesAll)) return
  if (!(await actsAt(ctx, tenantId))) throw new Refusal('not-found', 404)
}

export const profileApproles: UseCase<Api['profileApproles']> = async (ctx, { query }) => {
  await refuseForeignTenant(ctx, query)
  return choose(ctx, query, {
    portalWide: hasRole(ctx, 'Administrator'),
    god: hasRole(ctx, 'God'),
    flags: await flagsOf(ctx, query),
  })
}
