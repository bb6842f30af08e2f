// Access that somebody asks for themselves: at a tenant of which they are a member, decided by somebody else always.
import type { accessRequests } from '#contract/access-requests.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { globalTenant } from '#contract/tenants.ts'
import { refuseUnaskable, rolesAt, lockMember } from '#server/features/members/members.public.ts'
import type { Change, Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import * as store from './access-requests.store.ts'
import { ask as askFor, edited } from './operation-requests.ts'
import { type LockedRequest, lockWaiting } from './operation-requests.store.ts'
import { callerOf } from '#server/kernel/authorize.ts'

type Api = typeof accessRequests

export const options: UseCase<Api['options']> = async (ctx, { query: { applicationId } }) => ({
  tenants: await store.askableTenants(ctx.db, { userId: callerOf(ctx).id, applicationId, now: ctx.now }),
})

type RequestInput = { readonly tenantId: string; readonly identityId: string; readonly roles: readonly string[] }

/** What waits already is added to, by the person who asked for it. */
const added = async (tx: Tx, ctx: Ctx, { request, roles }: { request: LockedRequest; roles: readonly string[] }) => {
  if (request.createdBy !== callerOf(ctx).id) throw new Refusal('operation-request-one-waiting', 409)
  const all = [...new Set([...request.roles, ...roles])]
  if (all.length === request.roles.length) throw new Refusal('operation-request-one-waiting', 409)
  await refuseUnaskable(tx, { roles: all, current: await rolesAt(tx, request) })
  return edited(tx, ctx, { request, roles: all, isInheritable: request.isInheritable })
}

/** What they have at the tenant stays: an applied request replaces. */
const asked = async (
  tx: Tx,
  ctx: Ctx,
  { tenantId, identityId, roles, note }: RequestInput & { note: string | null },
) => {
  const held = await rolesAt(tx, { tenantId, identityId })
  if (roles.every((role) => held.includes(role))) throw new Refusal('access-held-already', 409)
  const isInheritable = await store.passesDown(tx, { tenantId, identityId })
  const all = [...new Set([...held, ...roles])]
  return askFor(tx, ctx, {
    wanted: { tenantId, identityId, identityType: 'User', roles: all, isInheritable },
    requestType: 'Permission',
    atOnce: false,
    note,
  })
}

export const ask: UseCase<Api['ask']> = (ctx, { input: { applicationId, tenantId, roles, note } }) =>
  ctx.commit<OperationRequest>(async (tx): Promise<Change<OperationRequest>> => {
    const identityId = callerOf(ctx).id
    // First the request, then the membership, as whoever decides it does.
    const request = await lockWaiting(tx, { tenantId, identityId })
    if (tenantId === globalTenant || !(await lockMember(tx, { tenantId, identityId })))
      throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
    if (!(await store.areOf(tx, { applicationId, roles }))) throw new Refusal('role-not-found', 400, { field: 'roles' })
    return request
      ? added(tx, ctx, { request, roles })
      : asked(tx, ctx, { tenantId, identityId, roles: [...new Set(roles)], note })
  })
