// A waiting request is decided once (R4.10, A-132, A-133; domain-model section 5). Applied means: the roles are
// written, a draft is let in and invited, and both sides are told, in one transaction; or none of it, and the request
// is RollBack.
import type { OperationRequest, RequestStatus } from '#contract/operation-requests.ts'
import { assignRequested } from '#server/features/members/members.public.ts'
import { admitDraft } from '#server/features/users/users.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { requestEvents } from './operation-requests.events.ts'
import { addHistory, inSavepoint, type LockedRequest, lockRequest, settleRequest } from './operation-requests.store.ts'
import { requestFor } from './request-items.store.ts'
import { callerOf, decidesAt, viewerOf } from './policy.ts'
import { type ReasonCode, reasonOf, reasonText } from './reasons.ts'
import { type Settled, tell } from './tell.ts'

export type Verb = 'approve' | 'reject' | 'cancel'
type Outcome = {
  readonly status: Exclude<RequestStatus, 'WaitingForApprover'>
  readonly reason: string | null
  /** Why it could not be applied; `reason` is its English. */
  readonly code?: ReasonCode
  readonly events: readonly AuditEvent[]
  /** A draft was let in, and is invited by a mail of its own. */
  readonly admitted: boolean
}

/**
 * 404 for anyone who may not see it, 403 for anyone who may not do this. Before the transaction: a second connection
 * within it would be waited for by all who decide at once. Neither the tenant nor the person who asked ever changes.
 */
const refuseUnlessMay = async (ctx: Ctx, { id, verb }: { id: string; verb: Verb }) => {
  const request = await requestFor(ctx.db, id, viewerOf(ctx))
  if (!request) throw new Refusal('request-not-found', 404)
  const decides = await decidesAt(ctx, request.tenantId)
  if (verb === 'cancel' ? !request.isMine : request.isMine || !decides) throw new Refusal('permission-missing', 403)
}

/** 409 for what is decided already: of two at once the first one wins. */
const waiting = async (tx: Tx, id: string): Promise<LockedRequest> => {
  const request = await lockRequest(tx, id)
  if (request?.status !== 'WaitingForApprover') throw new Refusal('request-is-decided', 409)
  return request
}

/** Everything that was written meanwhile is undone where it cannot be done as a whole. */
export const applied = async (
  tx: Tx,
  ctx: Ctx,
  { request, by }: { request: LockedRequest; by: string },
): Promise<Outcome> => {
  try {
    return await inSavepoint(tx, async () => {
      const events = await assignRequested(tx, ctx, { request, requestId: request.id, by })
      const admitted = request.identityType === 'User' ? await admitDraft(tx, ctx, request.identityId) : []
      return { status: 'Applied', reason: null, events: [...events, ...admitted], admitted: admitted.length > 0 }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = reasonOf(error.code)
    return { status: 'RollBack', reason: reasonText(code), code, events: [], admitted: false }
  }
}

const outcomeOf = (
  tx: Tx,
  ctx: Ctx,
  { request, verb, by, reason }: { request: LockedRequest; verb: Verb; by: string; reason: string | null },
): Promise<Outcome> | Outcome => {
  if (verb === 'approve') return applied(tx, ctx, { request, by })
  return { status: verb === 'reject' ? 'Rejected' : 'Cancelled', reason, events: [], admitted: false }
}

const decisions = {
  Applied: requestEvents.applied,
  Rejected: requestEvents.rejected,
  Cancelled: requestEvents.cancelled,
  RollBack: requestEvents.rolledBack,
} as const

/** In the transaction of the caller, by a request that it holds. Who is told of it stands in `tell`. */
export const settle = async (
  tx: Tx,
  ctx: Ctx,
  { request, verb, reason = null }: { request: LockedRequest; verb: Verb; reason?: string | null },
): Promise<{ settled: Settled; events: [AuditEvent, ...AuditEvent[]] }> => {
  const { id: by } = callerOf(ctx)
  const outcome = await outcomeOf(tx, ctx, { request, verb, by, reason })
  const { id, tenantId, requestType } = request
  const { status, admitted, code } = outcome
  await settleRequest(tx, { id, status, by, reason: outcome.reason, now: ctx.now })
  await addHistory(tx, {
    id: ctx.newId(),
    requestId: id,
    by,
    requestType: verb === 'approve' ? 'ApproveOperationRequest' : requestType,
    status,
    reason: outcome.reason,
    now: ctx.now,
  })
  const event = decisions[status]({
    subject: id,
    tenantId,
    before: { status: request.status },
    after: { status, ...(outcome.reason && { reason: outcome.reason }) },
  })
  const settled = { request, status, reason: outcome.reason, admitted, ...(code && { code }) }
  return { settled, events: [event, ...outcome.events] }
}

export const decide = async (ctx: Ctx, { id, verb, reason }: { id: string; verb: Verb; reason: string | null }) => {
  await refuseUnlessMay(ctx, { id, verb })
  return ctx.commit<{ success: boolean; errors: string[]; code?: string; request: OperationRequest }>(async (tx) => {
    const request = await waiting(tx, id)
    const { settled, events } = await settle(tx, ctx, { request, verb, reason })
    const told = await tell(tx, ctx, { settled: [settled], by: callerOf(ctx).id })
    const shown = await requestFor(tx, id, viewerOf(ctx))
    if (!shown) throw new Refusal('request-not-found', 404)
    const failed = settled.status === 'RollBack'
    const errors = failed && settled.reason ? [settled.reason] : []
    return {
      result: { success: !failed, errors, ...(settled.code && { code: settled.code }), request: shown },
      events: [...events, ...told.events],
      followUps: told.followUps,
    }
  })
}
