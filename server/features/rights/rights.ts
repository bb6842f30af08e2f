// The exercise of rights: one endpoint each of `contract/rights.ts`.
import { page } from '#contract/kernel/page.ts'
import type { rights, RightsRequest, RightsRequestDetail } from '#contract/rights.ts'
import { refuseMoved, refuseStale } from '#server/features/audit/audit.public.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { historyOf, listRequests } from './request-list.store.ts'
import { rightsEvents } from './rights.events.ts'
import { dayOf, extendedDueOf, isLateToExtend } from './rights.rules.ts'
import {
  documentOf,
  found,
  lockRequest,
  requestById,
  requestsOf,
  type RightsRow,
  setAnswered,
  setExtended,
  setInWork,
} from './rights.store.ts'
import { shownInList, shownToOfficer, shownToOwner } from './shown.ts'

export { exercise } from './exercise.ts'

type Api = typeof rights

export const own: UseCase<Api['own']> = async (ctx) => {
  const rows = await requestsOf(ctx.db, callerOf(ctx).id)
  return { items: rows.map((row) => shownToOwner(row, ctx.now)), count: rows.length }
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items: rows, count } = await listRequests(ctx.db, query, dayOf(ctx.now))
  const items = rows.map((row) => shownInList(row, ctx.now))
  return page(items, count, query)
}

const detail = async (db: Db, id: string, now: Date): Promise<RightsRequestDetail> =>
  shownToOfficer(found(await requestById(db, id)), now, await historyOf(db, id))

export const get: UseCase<Api['get']> = (ctx, { params }) => detail(ctx.db, params.id, ctx.now)

/** What moves `modifiedOn` of a request, by its audit events. */
const changes = [
  rightsEvents.received.type,
  rightsEvents.taken.type,
  rightsEvents.extended.type,
  rightsEvents.answered.type,
]

type Move = {
  readonly id: string
  readonly modifiedOn: string | undefined
  /** Refuses, or writes and answers what happened. `moved` is for a state in which this cannot be done any more. */
  write(tx: Tx, before: RightsRow, moved: () => Promise<never>): Promise<AuditEvent>
}

/** Of two officers who act at once the second is told who was first, and when. */
const move = (ctx: Ctx, { id, modifiedOn, write }: Move) =>
  ctx.commit<RightsRequest>(async (tx) => {
    const before = found(await lockRequest(tx, id))
    const entity = { stored: before.modifiedOn, subject: id, changes }
    await refuseStale(tx, { ...entity, sent: modifiedOn })
    const event = await write(tx, before, () => refuseMoved(tx, entity))
    const result = shownInList(found(await requestById(tx, id)), ctx.now)
    return { result, events: [event] }
  })

export const take: UseCase<Api['take']> = (ctx, { params: { id }, query: { modifiedOn } }) =>
  move(ctx, {
    id,
    modifiedOn,
    write: async (tx, { state }, moved) => {
      if (state !== 'Received') return moved()
      await setInWork(tx, id)
      return rightsEvents.taken({ subject: id, before: { state }, after: { state: 'InWork' } })
    },
  })

export const extend: UseCase<Api['extend']> = (ctx, { params: { id }, input: { modifiedOn, reason } }) =>
  move(ctx, {
    id,
    modifiedOn,
    write: async (tx, { state, extendedOn, receivedOn, dueOn }, moved) => {
      if (state === 'Answered') return moved()
      if (extendedOn) throw new Refusal('rights-extended-already', 409)
      if (isLateToExtend(receivedOn, ctx.now)) throw new Refusal('rights-extension-late', 409)
      const until = extendedDueOf(receivedOn)
      await setExtended(tx, { id, dueOn: until, reason, now: ctx.now })
      return rightsEvents.extended({ subject: id, before: { dueOn }, after: { dueOn: until } })
    },
  })

export const answer: UseCase<Api['answer']> = (ctx, { params: { id }, input: { modifiedOn, reply } }) =>
  move(ctx, {
    id,
    modifiedOn,
    write: async (tx, { state }, moved) => {
      if (state === 'Answered') return moved()
      if (state === 'Received') throw new Refusal('rights-not-in-work', 409)
      await setAnswered(tx, { id, reply, now: ctx.now })
      return rightsEvents.answered({ subject: id, before: { state }, after: { state: 'Answered' } })
    },
  })

/** Never shown in the page: whatever a browser takes it for, it may not run here. */
export const document: UseCase<Api['document']> = async (ctx, { params }) => {
  const file = await documentOf(ctx.db, { id: params.documentId, requestId: params.id })
  if (!file) throw new Refusal('file-not-found', 404)
  return {
    raw: true,
    headers: {
      'content-type': file.mediaType,
      'content-length': String(file.body.length),
      'content-disposition': attachment(file.name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    body: file.body,
  }
}
