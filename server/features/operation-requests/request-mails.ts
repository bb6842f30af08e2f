// Jobs that tell of requests: those who may decide one that waits, and by mail whom a decision concerns.
import { z } from 'zod'
import { languageOf } from '#contract/kernel/language.ts'
import { accountById, displayName } from '#server/features/accounts/accounts.public.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Change, Ctx, Db, Tx } from '#server/kernel/context.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { requestNewsMail } from './mails/request-news.mail.ts'
import { requestWaitingMail } from './mails/request-waiting.mail.ts'
import { Kind } from './messages.ts'
import { lockRequest } from './operation-requests.store.ts'
import { ReasonCode, reasonText } from './reasons.ts'
import { requestFor } from './request-items.store.ts'
import { recordNotices } from './request-notices.store.ts'
import { isOneOfMany, textsOf } from './request-texts.store.ts'
import { newsJob } from './request-news.ts'
import { requestWaits } from './sayings.ts'

const waitingJob = 'mail-request-waiting'
export const approversJob = 'tell-approvers'

const system = { id: '00000000-0000-0000-0000-000000000000', administrator: true, companyDomains: [] }

/** Shows the request, and never decides it. */
const linkTo = (ctx: Ctx, id: string) =>
  `${ctx.services.settings.identityUrl}/profile/clients?${new URLSearchParams({ view: 'requests', request: id })}`

/** Undefined once it is decided: nobody is told to decide it any more. */
const waitingRequest = async (db: Db, id: string) => {
  const request = await requestFor(db, id, system)
  const [texts] = await textsOf(db, [id])
  return request?.status === 'WaitingForApprover' && texts ? { request, texts } : undefined
}

/** By the time they were to be told, it was decided, or all of them knew: nothing is written. */
class NobodyToTell extends Error {}

/** Held against a decision in the same moment: what is told here still waits. */
const tellWaiting = async (tx: Tx, ctx: Ctx, requestId: string): Promise<Change<null>> => {
  await lockRequest(tx, requestId)
  const waiting = await waitingRequest(tx, requestId)
  if (!waiting) throw new NobodyToTell()
  const userIds = waiting.request.approvers.map(({ id }) => id)
  const readers = await recordNotices(tx, { requestId, userIds, kind: 'waiting' })
  const events: AuditEvent[] = []
  const { name, tenant } = waiting.texts
  const says = requestWaits.said({ name, tenant })
  for (const { id: userId, language } of readers)
    events.push(await notify(tx, ctx, { userId, type: 'PermissionAssigned', language: languageOf(language), says }))
  const [first, ...others] = events
  if (!first) throw new NobodyToTell()
  const followUps = readers.map(({ id }) => ({ job: waitingJob, subject: id, details: { requestId } }))
  return { result: null, events: [first, ...others], followUps }
}

/** In the bell of those who may decide, at most 20, and a mail to each of them; once, should the job run twice. */
export const tellApprovers: Job = {
  name: approversJob,
  run: async (ctx, { subject }) => {
    if (!(await waitingRequest(ctx.db, subject)) || (await isOneOfMany(ctx.db, subject))) return
    try {
      await ctx.commit((tx, inside) => tellWaiting(tx, inside, subject))
    } catch (error) {
      if (!(error instanceof NobodyToTell)) throw error
    }
  },
}

const WaitingDetails = z.object({ requestId: z.uuid() })

const mailWaiting = (mailer: Mailer): Job => ({
  name: waitingJob,
  run: async (ctx, { subject, details }) => {
    const { requestId } = WaitingDetails.parse(details)
    const waiting = await waitingRequest(ctx.db, requestId)
    const account = await accountById(ctx.db, subject)
    if (!waiting || !account || account.draft || account.locked) return
    const { name: person, creator, tenant, roles, note } = waiting.texts
    const language = languageOf(account.language)
    const name = displayName(account)
    const uploaded = waiting.request.requestType === 'BulkInsert'
    const link = linkTo(ctx, requestId)
    const mail = requestWaitingMail({ language, name, person, creator, tenant, roles, note, uploaded, link })
    await mailer.send({ to: { name, address: account.email }, language, ...mail })
  },
})

const NewsDetails = z.object({
  kind: Kind,
  requests: z.array(z.object({ id: z.uuid(), reason: z.string().nullable(), code: ReasonCode.optional() })),
})

const mailNews = (mailer: Mailer): Job => ({
  name: newsJob,
  run: async (ctx, { subject, details }) => {
    const { kind, requests } = NewsDetails.parse(details)
    const account = await accountById(ctx.db, subject)
    const texts = await textsOf(
      ctx.db,
      requests.map(({ id }) => id),
    )
    const [first] = texts
    if (!account || account.draft || account.locked || !first) return
    const language = languageOf(account.language)
    const reasons = new Map(requests.map(({ id, reason, code }) => [id, code ? reasonText(code, language) : reason]))
    const name = displayName(account)
    const forReader = kind === 'assigned' || first.own
    const mail = requestNewsMail({
      language,
      name,
      kind,
      requests: texts.map(({ id, ...about }) => ({ ...about, reason: reasons.get(id) ?? null })),
      link: forReader ? ctx.services.settings.identityUrl : linkTo(ctx, first.id),
    })
    await mailer.send({ to: { name, address: account.email }, language, ...mail })
  },
})

export const requestJobs = (mailer: Mailer): readonly Job[] => [tellApprovers, mailWaiting(mailer), mailNews(mailer)]
