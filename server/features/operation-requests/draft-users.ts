// New users who wait for their request: what was said of them, and how it is mended meanwhile.
import type { draftUsers } from '#contract/draft-users.ts'
import type { RequestUser } from '#contract/operation-request-forms.ts'
import { changeDraft } from '#server/features/users/users.public.ts'
import { refusePermission } from '#server/kernel/authorize.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { draftOf, renameIdentity } from './draft-users.store.ts'
import { addHistory, lockRequest } from './operation-requests.store.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { viewerOf } from './policy.ts'
import { requestFor } from './request-items.store.ts'

type Api = typeof draftUsers

const shown = async (ctx: ReadCtx, db: Db, requestId: string): Promise<RequestUser> => {
  const request = await requestFor(db, requestId, viewerOf(ctx))
  if (!request) throw new Refusal('request-not-found', 404)
  const draft = await draftOf(db, requestId)
  if (!draft) throw new Refusal('user-not-found', 404)
  const { status, ...user } = draft
  return {
    ...user,
    requestId,
    canEdit: status === 'WaitingForApprover' && (request.isMine || request.canApprove),
  }
}

export const get: UseCase<Api['get']> = (ctx, { params: { id } }) => shown(ctx, ctx.db, id)

export const save: UseCase<Api['save']> = (ctx, { params: { id }, input }) =>
  ctx.commit<RequestUser>(async (tx) => {
    const request = await lockRequest(tx, id)
    const user = await shown(ctx, tx, id)
    if (request?.status !== 'WaitingForApprover') throw new Refusal('request-is-decided', 409)
    if (!user.canEdit) refusePermission()
    const events = await changeDraft(tx, ctx, { id: user.id, ...input })
    if (!events) throw new Refusal('user-not-found', 404)
    const { requestType, status } = request
    await renameIdentity(tx, { id, now: ctx.now })
    const edit = { id: ctx.newId(), requestId: id, by: callerOf(ctx).id, requestType, status, reason: null }
    await addHistory(tx, { ...edit, now: ctx.now })
    return { result: await shown(ctx, tx, id), events }
  })
