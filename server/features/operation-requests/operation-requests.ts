// Requests for access: one use case per endpoint of `contract/operation-requests.ts`.
import type { operationRequests, OperationRequest } from '#contract/operation-requests.ts'
import { page } from '#contract/kernel/page.ts'
import {
  rolesAt,
  refuseUnaskable,
  refuseUnknownIdentity,
  requestedIdentity,
} from '#server/features/members/members.public.ts'
import { userEvents } from '#server/features/accounts/accounts.public.ts'
import { addUser } from '#server/features/users/users.public.ts'
import type { Change, Ctx, Db, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { requestEvents } from './operation-requests.events.ts'
import { decideMany } from './bulk-decisions.ts'
import { decide, settleOne, type Verb } from './decisions.ts'
import { addHistory, editRequest, type LockedRequest, lockRequest, insertRequest } from './operation-requests.store.ts'
import { requestFor } from './request-items.store.ts'
import { listRequests } from './request-list.store.ts'
import { historyOf, waitingFor } from './request-reads.store.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { approvesOwn, refuseUnlessAsking, viewerOf } from './policy.ts'
import { invalid } from '#server/kernel/issue.ts'

type Api = typeof operationRequests
type RequestDraft = {
  identityId: string
  identityType: 'User' | 'Group'
  tenantId: string
  roles: readonly string[]
  isInheritable: boolean
}
export type RequestToCreate = {
  wanted: RequestDraft
  requestType: 'Permission' | 'PolarisPermissionCreate'
  atOnce: boolean
  note?: string | null
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count, counts, decidable } = await listRequests(ctx.db, query, viewerOf(ctx))
  return { ...page(items, count, query), counts, decidable }
}

const mine = async (ctx: ReadCtx, db: Db, id: string): Promise<OperationRequest> => {
  const request = await requestFor(db, id, viewerOf(ctx))
  if (!request) throw new Refusal('request-not-found', 404)
  return request
}

export const history: UseCase<Api['history']> = async (ctx, { params: { id } }) => {
  await mine(ctx, ctx.db, id)
  return historyOf(ctx.db, id)
}

export const permissions: UseCase<Api['permissions']> = async (ctx, { query: { identityId, tenantId, isGroup } }) => {
  await refuseUnlessAsking(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId, field: 'identityId' })
  const waiting = await waitingFor(ctx.db, { identityId, tenantId })
  if (waiting) return { identityId, tenantId, ...waiting }
  return { id: null, identityId, tenantId, identityType: isGroup ? 'Group' : 'User', isInheritable: false, roles: [] }
}

/** Asked for. */
export const ask = async (
  tx: Tx,
  ctx: Ctx,
  { wanted, requestType, atOnce, note }: RequestToCreate,
): Promise<Change<OperationRequest>> => {
  const by = callerOf(ctx).id
  const identity = await requestedIdentity(tx, wanted)
  await refuseUnaskable(tx, { roles: wanted.roles, current: await rolesAt(tx, wanted) })
  const id = ctx.newId()
  const request = { id, requestType, createdBy: by, ...wanted }
  const { displayName: identityName, email: identityEmail } = identity
  await insertRequest(tx, { ...request, identityName, identityEmail, note: note ?? null, now: ctx.now })
  const status = 'WaitingForApprover'
  await addHistory(tx, { id: ctx.newId(), requestId: id, by, requestType, status, reason: null, now: ctx.now })
  const { createdBy: _, ...after } = request
  const created = requestEvents.created({ subject: id, tenantId: wanted.tenantId, after })
  // Applied in the same moment, for those who may: both steps stand in the history.
  const done = atOnce
    ? await settleOne(tx, ctx, { request: { ...request, status }, verb: 'approve' })
    : { events: [], followUps: [] }
  return { result: await mine(ctx, tx, id), events: [created, ...done.events], followUps: done.followUps }
}

const askFor = async (ctx: Ctx, newRequest: RequestToCreate) => {
  const { tenantId, identityId } = newRequest.wanted
  await refuseUnlessAsking(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId, field: 'identityId' })
  const atOnce = newRequest.atOnce && (await approvesOwn(ctx))
  return ctx.commit<OperationRequest>((tx) => ask(tx, ctx, { ...newRequest, atOnce }))
}

export const create: UseCase<Api['create']> = (ctx, { input: { requestType, autoApprove, ...wanted } }) =>
  askFor(ctx, { wanted, requestType, atOnce: autoApprove })

export const createPermissions: UseCase<Api['createPermissions']> = (ctx, { query, input }) =>
  askFor(ctx, {
    wanted: { ...input, tenantId: query.tenantId },
    requestType: 'Permission',
    atOnce: query.autoApprove ?? false,
  })

/** Nobody signs in as a draft; who is let in chooses a password with the invitation. */
export const createUser: UseCase<Api['createUser']> = async (
  ctx,
  { input: { tenantId, roles, isInheritable, autoApprove, ...fields } },
) => {
  await refuseUnlessAsking(ctx, tenantId)
  const atOnce = autoApprove && (await approvesOwn(ctx))
  const id = ctx.newId()
  return ctx.commit<OperationRequest>(async (tx) => {
    const user = await addUser(tx, ctx, { id, draft: true, fields, passwordHash: null })
    const { events, ...asked } = await ask(tx, ctx, {
      wanted: { identityId: id, identityType: 'User', tenantId, roles, isInheritable },
      requestType: 'Permission',
      atOnce,
    })
    return { ...asked, events: [userEvents.created({ subject: id, after: user }), ...events] }
  })
}

type Edit = { readonly request: LockedRequest; readonly roles: readonly string[]; readonly isInheritable: boolean }

/** In the transaction of the caller, by a request that it holds. */
export const edited = async (
  tx: Tx,
  ctx: Ctx,
  { request, roles, isInheritable }: Edit,
): Promise<Change<OperationRequest>> => {
  const { id, tenantId, requestType, status } = request
  await editRequest(tx, { id, roles, isInheritable, now: ctx.now })
  const by = callerOf(ctx).id
  await addHistory(tx, { id: ctx.newId(), requestId: id, by, requestType, status, reason: null, now: ctx.now })
  const event = requestEvents.edited({
    subject: id,
    tenantId,
    before: { roles: request.roles, isInheritable: request.isInheritable },
    after: { roles, isInheritable },
  })
  return { result: await mine(ctx, tx, id), events: [event] }
}

/** By the person who asked or may decide, while it waits. */
export const savePermissions: UseCase<Api['savePermissions']> = async (ctx, { params: { id }, input }) =>
  ctx.commit<OperationRequest>(async (tx) => {
    const request = await lockRequest(tx, id)
    const { isMine, canApprove, status } = await mine(ctx, tx, id)
    if (!request) throw new Refusal('request-not-found', 404)
    if (status !== 'WaitingForApprover') throw new Refusal('request-is-decided', 409)
    if (!isMine && !canApprove) throw new Refusal('permission-missing', 403)
    await refuseUnaskable(tx, { roles: input.roles, current: await rolesAt(tx, request) })
    return edited(tx, ctx, { request, ...input })
  })

type Decision = { params: { id: string }; input: { OperationRequestId: string; Reason?: string | null | undefined } }

const deciding =
  (verb: Verb) =>
  async (ctx: Ctx, { params: { id }, input: { OperationRequestId, Reason } }: Decision) => {
    if (OperationRequestId.toLowerCase() !== id.toLowerCase())
      throw invalid({ field: 'OperationRequestId', code: 'not-of-the-address' })
    return decide(ctx, { id, verb, reason: Reason || null })
  }

export const approve: UseCase<Api['approve']> = deciding('approve')
export const reject: UseCase<Api['reject']> = deciding('reject')
export const cancel: UseCase<Api['cancel']> = deciding('cancel')
export const approveInBulk: UseCase<Api['approveInBulk']> = withSlowWork((ctx, { input, progress }) =>
  decideMany(ctx, { ids: input, verb: 'approve' }, progress),
)
export const rejectInBulk: UseCase<Api['rejectInBulk']> = withSlowWork((ctx, { input, progress }) =>
  decideMany(ctx, { ids: input, verb: 'reject' }, progress),
)
