// Members of a tenant as both bases read them.
import { globalTenant } from '#contract/tenants.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import type { MemberQuery } from '#contract/member-query.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import { page } from '#contract/kernel/page.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseBeforeLog } from '#server/features/audit/audit.public.ts'
import { absentThen } from '#server/features/effective-access/effective-access.public.ts'
import { flagsOf } from '#server/features/effective-access/effective-access.public.ts'
import { listMembers } from './member-list.store.ts'
import { memberAt, titleOf } from './member-entry.store.ts'
import { actedOn } from './reach.store.ts'
import { identityOf } from './members.store.ts'
import { rolesThroughGroups } from './through-groups.store.ts'
import { invalid } from '#server/kernel/issue.ts'

export const readList = async (ctx: ReadCtx, tenantId: string, query: MemberQuery) => {
  await refuseBeforeLog(ctx.db, query.asOf)
  const { items, count } = await listMembers(ctx.db, {
    tenantId,
    query,
    companyDomains: ctx.services.settings.companyDomains,
  })
  const { asOf } = query
  return { ...page(items, count, query), ...(asOf && { absent: await absentThen(ctx.db, { tenantId, asOf }) }) }
}

/** Tenants on which the caller does not act are not theirs to know of (T81); an Administrator's are all. */
export const withoutForeignTenants = async <M extends Pick<Member, 'tenants'>>(
  ctx: ReadCtx,
  members: readonly M[],
): Promise<M[]> => {
  if (hasRole(ctx, 'Administrator')) return [...members]
  const tenantIds = [...new Set(members.flatMap(({ tenants = [] }) => tenants.map(({ id }) => id)))]
  const acted = await actedOn(ctx.db, { userId: callerOf(ctx).id, tenantIds })
  return members.map((member) => ({ ...member, tenants: (member.tenants ?? []).filter(({ id }) => acted.has(id)) }))
}

/** Of two ways to say the tenant, the path's counts; another one beside it is a mistake. */
const refuseOtherTenant = (tenantId: string, said: string | null | undefined) => {
  if (said !== undefined && (said || globalTenant) !== tenantId)
    throw invalid({ field: 'tenantId', code: 'not-of-the-address' })
}

type MemberLookup = {
  readonly tenantId: string
  readonly identityId: string
  readonly companyDomains: readonly string[]
  readonly withGroups: boolean
  readonly asOf?: string | undefined
}

export const stateOf = async (
  db: Db,
  { tenantId, identityId, companyDomains, withGroups, asOf }: MemberLookup,
): Promise<IdentityAtTenant> => {
  const identity = await identityOf(db, identityId)
  if (!identity) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  const member = await memberAt(db, { tenantId, identityId, companyDomains, asOf })
  const through: RoleEntry[] =
    withGroups && identity.kind === 'User' ? await rolesThroughGroups(db, { tenantId, userId: identityId, asOf }) : []
  if (member) return { ...member, roles: [...member.roles, ...through] }
  const { displayName, email, userName, kind } = identity
  return {
    id: null,
    identityType: kind,
    identityId,
    email,
    displayName,
    userName,
    tenantId,
    tenantName: await titleOf(db, tenantId),
    hierarchyType: through.length > 0 ? 'ByHierarchy' : 'Own',
    isInheritable: false,
    inheritedFrom: null,
    modifiedOn: null,
    memberCount: null,
    roles: through,
    tenants: identity.tenants,
    ...(await flagsOf(db, { identityId, companyDomains })),
  }
}

export const readIdentity = async (
  ctx: ReadCtx,
  tenantId: string,
  query: {
    identityId: string
    isGroup?: boolean | undefined
    includeHierarchy?: boolean | undefined
    tenantId?: string | null | undefined
    asOf?: string | undefined
  },
) => {
  refuseOtherTenant(tenantId, query.tenantId)
  await refuseBeforeLog(ctx.db, query.asOf)
  const state = await stateOf(ctx.db, {
    tenantId,
    identityId: query.identityId,
    companyDomains: ctx.services.settings.companyDomains,
    withGroups: query.includeHierarchy ?? false,
    asOf: query.asOf,
  })
  if (query.isGroup !== undefined && query.isGroup !== (state.identityType === 'Group'))
    throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  return query.asOf
    ? { ...state, absent: await absentThen(ctx.db, { tenantId, identityId: query.identityId, asOf: query.asOf }) }
    : state
}
