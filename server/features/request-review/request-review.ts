// What an approver looks at before deciding, what a decision would do, and how it is taken back (docs/ux.md, note 8).
import type { Evidence, requestReview } from '#contract/request-review.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { obstaclesOf, undoAssignment } from '#server/features/access-history/access-history.public.ts'
import { eventById, type StoredEvent } from '#server/features/audit/audit.public.ts'
import { actsAt, delegatedAuthority } from '#server/features/members/members.public.ts'
import {
  addHistory,
  decidesAt,
  requestEvents,
  requestFor,
  viewerOf,
} from '#server/features/operation-requests/operation-requests.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { colleaguesOf } from './colleagues.store.ts'
import * as store from './evidence.store.ts'
import { previewOfApplying, previewOfUndoing } from './preview.ts'

type Api = typeof requestReview

const seen = async (ctx: ReadCtx, id: string): Promise<OperationRequest> => {
  const request = await requestFor(ctx.db, id, viewerOf(ctx))
  if (!request) throw new Refusal('request-not-found', 404)
  return request
}

/** The change of members that an applied request made, if it made one. */
const changeBy = async (ctx: ReadCtx, request: OperationRequest): Promise<StoredEvent | undefined> => {
  if (request.status !== 'Applied') return undefined
  const eventId = await store.changeMadeBy(ctx.db, request)
  return eventId === undefined ? undefined : eventById(ctx.db, eventId)
}

const mayUndo = async (ctx: ReadCtx, request: OperationRequest) => {
  if (request.status !== 'Applied' || !(await decidesAt(ctx, request.tenantId))) return false
  const event = await changeBy(ctx, request)
  return event !== undefined && (await obstaclesOf({ db: ctx.db, now: ctx.now, event })).length === 0
}

/** What others have is told to those who act on the tenant, not to everybody who asks for themselves. */
const seesColleagues = async (ctx: ReadCtx, { tenantId, identityType }: OperationRequest) =>
  identityType === 'User' &&
  (hasRole(ctx, 'Administrator') || (await actsAt(ctx, tenantId, ['TenantAdministrator', 'IdentityConsultant'])))

export const evidence: UseCase<Api['evidence']> = async (ctx, { params: { id } }): Promise<Evidence> => {
  const request = await seen(ctx, id)
  const about = await store.subjectOf(ctx.db, request)
  const { identityId, identityType, tenantId } = request
  const roles = about.requested.map(({ roleId }) => roleId)
  return {
    ...about,
    today: await store.rolesToday(ctx.db, { identityId, identityType, tenantId }),
    colleagues: (await seesColleagues(ctx, request))
      ? await colleaguesOf(ctx.db, { identityId, tenantId, roles })
      : null,
    canUndo: await mayUndo(ctx, request),
  }
}

/** Only those who may decide see what it would do; anyone who asked sees what is asked for. */
const decidable = async (ctx: ReadCtx, id: string) => {
  const request = await seen(ctx, id)
  if (!request.isMine && !(await decidesAt(ctx, request.tenantId))) throw new Refusal('permission-missing', 403)
  return request
}

/** What applying it would do; nothing where it is decided by the time that this is tried. */
const applying = async (ctx: Ctx, request: OperationRequest) => {
  try {
    return await previewOfApplying(ctx, request)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'request-is-decided') return undefined
    throw error
  }
}

export const preview: UseCase<Api['preview']> = withSlowWork(async (ctx, { params: { id } }) => {
  const waiting = await decidable(ctx, id)
  const applied = waiting.status === 'WaitingForApprover' ? await applying(ctx, waiting) : undefined
  if (applied) return unchanged(applied)
  const request = await decidable(ctx, id)
  const event = await changeBy(ctx, request)
  if (!event) throw new Refusal('request-is-decided', 409)
  return unchanged(await previewOfUndoing(ctx, { request, event }))
})

/** The history of the request says that it was taken back, in the transaction that does it. */
const recording = (ctx: Ctx, { request, event }: { request: OperationRequest; event: StoredEvent }): Ctx => ({
  ...ctx,
  commit: (work) =>
    ctx.commit(async (tx, inside) => {
      const change = await work(tx, inside)
      if ('committed' in change) return change
      const { id: requestId, requestType, tenantId } = request
      await addHistory(tx, {
        id: ctx.newId(),
        requestId,
        by: callerOf(ctx).id,
        requestType,
        status: 'RollBack',
        reason: 'The access was taken back',
        now: ctx.now,
      })
      const undone = requestEvents.undone({ subject: requestId, tenantId, after: { eventId: event.id } })
      return { ...change, events: [...change.events, undone] }
    }),
})

export const undo: UseCase<Api['undo']> = async (ctx, { params: { id } }) => {
  const request = await seen(ctx, id)
  if (!(await decidesAt(ctx, request.tenantId))) throw new Refusal('permission-missing', 403)
  const event = await changeBy(ctx, request)
  if (!event) throw new Refusal('not-undoable', 409)
  const { committed } = await undoAssignment(recording(ctx, { request, event }), {
    event,
    authorityAt: delegatedAuthority,
  })
  return { result: { success: true, errors: [] }, committed }
}
