// A waiting request is decided once (R4.10, A-132, A-133; domain-model section 5). Applied means: the roles are
// written, a draft is let in and invited, and both sides are told, in one transaction; or none of it, and the request
// is RollBack.
import type { OperationRequest, RequestStatus } from '#contract/operation-requests.ts'
import { assignRequested, judgeRequested } from '#server/features/members/members.public.ts'
import { approveDrafts, draftsAmong } from '#server/features/users/users.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, FollowUp, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { requestEvents } from './operation-requests.events.ts'
import { addToHistories, type LockedRequest, lockRequest, settleRequests } from './operation-requests.store.ts'
import { requestFor } from './request-items.store.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { decidesAt, viewerOf } from './policy.ts'
import { type ReasonCode, reasonOf, reasonText } from './reasons.ts'
import { notifyEnded, type SettledRequest } from './request-news.ts'

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

type Applying = { readonly requests: readonly LockedRequest[]; readonly by: string }

const rolledBack = ({ code: refusal }: Refusal): Outcome => {
  const code = reasonOf(refusal)
  return { status: 'RollBack', reason: reasonText(code), code, events: [], admitted: false }
}

/** Judged before anything is written: what cannot be applied as a whole leaves nothing, and stops no other. */
const judged = async (tx: Tx, ctx: Ctx, requests: readonly LockedRequest[]) => {
  const roles = await judgeRequested(tx, requests)
  const people = requests.flatMap(({ id, identityType, identityId }) =>
    identityType === 'User' && !(roles.get(id) instanceof Refusal) ? [identityId] : [],
  )
  const drafts = await draftsAmong(tx, ctx, people)
  const all = requests.flatMap((request) => {
    const judgement = roles.get(request.id)
    if (!judgement) return []
    const mayNotApprove = !(judgement instanceof Refusal) && drafts.get(request.identityId)?.mayApprove === false
    return [{ request, judgement: mayNotApprove ? new Refusal('permission-missing', 403) : judgement }]
  })
  const assignments = all.flatMap(({ judgement }) => (judgement instanceof Refusal ? [] : [judgement]))
  const admitted = new Set(assignments.flatMap(({ request: { identityId } }) => drafts.get(identityId) ?? []))
  return { all, assignments, admitted: [...admitted] }
}

/** By their ids. A draft of several requests is let in with the first of them. */
export const applied = async (tx: Tx, ctx: Ctx, { requests, by }: Applying): Promise<ReadonlyMap<string, Outcome>> => {
  const { all, assignments, admitted } = await judged(tx, ctx, requests)
  const written = await assignRequested(tx, ctx, { assignments, by })
  const letIn = new Map(await approveDrafts(tx, ctx, admitted))
  return new Map(
    all.map(({ request: { id, identityId }, judgement }) => {
      if (judgement instanceof Refusal) return [id, rolledBack(judgement)]
      const welcome = letIn.get(identityId) ?? []
      letIn.delete(identityId)
      const events = [...(written.get(id) ?? []), ...welcome]
      return [id, { status: 'Applied', reason: null, events, admitted: welcome.length > 0 }]
    }),
  )
}

const decisions = {
  Applied: requestEvents.applied,
  Rejected: requestEvents.rejected,
  Cancelled: requestEvents.cancelled,
  RollBack: requestEvents.rolledBack,
} as const

type Deciding = {
  readonly requests: readonly LockedRequest[]
  readonly verb: Verb
  readonly reason?: string | null
}
type DecidedRequest = { readonly settled: SettledRequest; readonly events: readonly [AuditEvent, ...AuditEvent[]] }

const outcomesOf = async (tx: Tx, ctx: Ctx, { requests, verb, reason = null }: Deciding) => {
  if (verb === 'approve') return applied(tx, ctx, { requests, by: callerOf(ctx).id })
  const outcome: Outcome = {
    status: verb === 'reject' ? 'Rejected' : 'Cancelled',
    reason,
    events: [],
    admitted: false,
  }
  return new Map(requests.map(({ id }) => [id, outcome]))
}

const ended = (request: LockedRequest, { status, reason, admitted, code, events }: Outcome): DecidedRequest => {
  const event = decisions[status]({
    subject: request.id,
    tenantId: request.tenantId,
    before: { status: request.status },
    after: { status, ...(reason && { reason }) },
  })
  return { settled: { request, status, reason, admitted, ...(code && { code }) }, events: [event, ...events] }
}

/** In the transaction of the caller, by requests that it holds. Who is told of it stands in `notifyEnded`. */
export const settle = async (tx: Tx, ctx: Ctx, deciding: Deciding): Promise<readonly DecidedRequest[]> => {
  const { requests, verb } = deciding
  if (requests.length === 0) return []
  const author = { by: callerOf(ctx).id, now: ctx.now }
  const outcomes = await outcomesOf(tx, ctx, deciding)
  const all = requests.flatMap((request) => {
    const outcome = outcomes.get(request.id)
    return outcome ? [ended(request, outcome)] : []
  })
  const settled = all.map((one) => one.settled)
  await settleRequests(
    tx,
    settled.map(({ request: { id }, status, reason }) => ({ id, status, reason })),
    author,
  )
  const entries = settled.map(({ request: { id: requestId, requestType }, status, reason }) => ({
    id: ctx.newId(),
    requestId,
    requestType: verb === 'approve' ? 'ApproveOperationRequest' : requestType,
    status,
    reason,
  }))
  await addToHistories(tx, entries, author)
  return all
}

/** One of them, told to everybody whom it concerns. */
export const settleOne = async (
  tx: Tx,
  ctx: Ctx,
  { request, ...deciding }: Omit<Deciding, 'requests'> & { readonly request: LockedRequest },
): Promise<DecidedRequest & { readonly followUps: readonly FollowUp[] }> => {
  const [one] = await settle(tx, ctx, { ...deciding, requests: [request] })
  if (!one) throw new Refusal('request-not-found', 404)
  const { settled, events } = one
  const news = await notifyEnded(tx, ctx, { settled: [settled], by: callerOf(ctx).id })
  return { settled, events: [...events, ...news.events], followUps: news.followUps }
}

export const decide = async (ctx: Ctx, { id, verb, reason }: { id: string; verb: Verb; reason: string | null }) => {
  await refuseUnlessMay(ctx, { id, verb })
  return ctx.commit<{ success: boolean; errors: string[]; code?: string; request: OperationRequest }>(async (tx) => {
    const request = await waiting(tx, id)
    const { settled, events, followUps } = await settleOne(tx, ctx, { request, verb, reason })
    const shown = await requestFor(tx, id, viewerOf(ctx))
    if (!shown) throw new Refusal('request-not-found', 404)
    const failed = settled.status === 'RollBack'
    const errors = failed && settled.reason ? [settled.reason] : []
    return {
      result: { success: !failed, errors, ...(settled.code && { code: settled.code }), request: shown },
      events,
      followUps,
    }
  })
}
