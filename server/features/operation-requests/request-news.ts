// Who hears how a request ended: the person what they have now, the person who asked how it ended; of a failure
// anyone who approved it, too. Of several at once everybody hears once.
import { languageOf } from '#contract/kernel/language.ts'
import type { RequestStatus } from '#contract/operation-requests.ts'
import { notifyAll } from '#server/features/notifications/notifications.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, FollowUp, Tx } from '#server/kernel/context.ts'
import type { Kind } from './messages.ts'
import type { LockedRequest } from './operation-requests.store.ts'
import type { ReasonCode } from './reasons.ts'
import { readersOf, type RequestTexts, textsOf } from './request-texts.store.ts'
import { requestEnded, requestsEnded } from './sayings.ts'

export type SettledRequest = {
  readonly request: LockedRequest
  readonly status: RequestStatus
  readonly reason: string | null
  readonly code?: ReasonCode
  readonly admitted: boolean
}
type News = { readonly userId: string; readonly kind: Kind; readonly settled: SettledRequest }

/** The job that mails it, with what it is told: `details` of the follow-up. */
export const newsJob = 'mail-request-news'
type NewsDetails = {
  readonly kind: Kind
  readonly requests: readonly { readonly id: string; readonly reason: string | null; readonly code?: ReasonCode }[]
}

const newsOf = (settled: SettledRequest, by: string): News[] => {
  const { request, status } = settled
  const creator = request.createdBy === by ? null : request.createdBy
  const news = (userId: string | null, kind: Kind): News[] => (userId ? [{ userId, kind, settled }] : [])
  if (status === 'Applied')
    return [
      ...news(request.identityType === 'User' ? request.identityId : null, 'assigned'),
      ...news(creator === request.identityId ? null : creator, 'applied'),
    ]
  if (status === 'Rejected') return news(creator, 'rejected')
  return status === 'RollBack'
    ? [...news(request.createdBy, 'failed'), ...news(request.createdBy === by ? null : by, 'failed')]
    : []
}

/** A request without roles gives nothing to be told of. */
const worthTelling = (texts: ReadonlyMap<string, RequestTexts>) => (news: News) => {
  const about = texts.get(news.settled.request.id)
  return about !== undefined && (news.kind !== 'assigned' || about.roles.length > 0)
}

type NoticeContext = { readonly some: readonly [News, ...News[]]; readonly texts: ReadonlyMap<string, RequestTexts> }

const said = ({ some, texts }: NoticeContext) => {
  const [{ kind, settled }] = some
  const about = texts.get(settled.request.id)
  if (some.length > 1 || !about) return requestsEnded.said({ kind, count: some.length })
  const { name, tenant, roles } = about
  return requestEnded.said({ kind, name, tenant, roles, reason: settled.reason, reasonCode: settled.code })
}

const noticeOf = (context: NoticeContext, language: string) => {
  const [{ userId, kind, settled }] = context.some
  return {
    userId,
    type: 'PermissionAssigned' as const,
    language: languageOf(language),
    says: said(context),
    ...(kind === 'failed' && { data: { messageError: settled.reason ?? '', code: settled.code } }),
  }
}

/** Somebody who is invited hears of their access by the invitation. */
const mailOf = (some: readonly [News, ...News[]]): FollowUp[] => {
  const [{ userId, kind }] = some
  const requests = some
    .filter(({ settled }) => kind !== 'assigned' || !settled.admitted)
    .map(({ settled: { request, reason, code } }) => ({ id: request.id, reason, ...(code && { code }) }))
  const details: NewsDetails = { kind, requests }
  return requests.length > 0 ? [{ job: newsJob, subject: userId, details }] : []
}

export const notifyEnded = async (
  tx: Tx,
  ctx: Ctx,
  { settled, by }: { settled: readonly SettledRequest[]; by: string },
): Promise<{ events: AuditEvent[]; followUps: FollowUp[] }> => {
  const all = settled.flatMap((one) => newsOf(one, by))
  if (all.length === 0) return { events: [], followUps: [] }
  const texts = new Map(
    (await textsOf(tx, [...new Set(all.map((one) => one.settled.request.id))])).map((text) => [text.id, text]),
  )
  const readers = new Map(
    (await readersOf(tx, [...new Set(all.map(({ userId }) => userId))])).map((reader) => [reader.id, reader.language]),
  )
  const byReader = Map.groupBy(all.filter(worthTelling(texts)), ({ userId, kind }) => `${userId} ${kind}`)
  const notices = [...byReader.values()].flatMap(([first, ...more]) => {
    const language = first && readers.get(first.userId)
    if (!first || language === undefined) return []
    const some: NoticeContext['some'] = [first, ...more]
    return [{ notice: noticeOf({ some, texts }, language), mails: mailOf(some) }]
  })
  const events = await notifyAll(
    tx,
    ctx,
    notices.map(({ notice }) => notice),
  )
  return { events, followUps: notices.flatMap(({ mails }) => mails) }
}
