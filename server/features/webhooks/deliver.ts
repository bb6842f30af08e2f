// Sends what waits, and writes down what came of it. At least once: whoever receives it knows a repetition by its id.
import { userEvents } from '#server/features/accounts/accounts.public.ts'
import { eventById, type StoredEvent } from '#server/features/audit/audit.public.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { NotBefore } from '#server/kernel/not-before.ts'
import type { OutboundAnswer } from '#server/kernel/ports/outbound.ts'
import type { Job, JobRetries } from '#server/kernel/use-case.ts'
import { bodyOf } from './body.rules.ts'
import { dueDelivery, type Outcome, recordAttempt } from './attempts.store.ts'
import { markFailed } from './deliveries.store.ts'
import { disable } from './failing.ts'
import { retryAfter } from './retry-after.rules.ts'
import { openedSecret } from './secrets.ts'
import { headersOf } from './signature.rules.ts'

export const deliveryJob = 'deliver-webhook'

/** 5, 10, 20 … seconds, doubled each time: the last try is most of a day after the first. */
export const deliveryRetries: JobRetries = { retryLimit: 14, retryDelay: 5, retryDelayMax: 43_200 }

/** Of an instance: a webhook that does not answer holds one of them. */
const batches = 3

class NotDelivered extends Error {}

const notDelivered = (answer: OutboundAnswer, now: Date) => {
  const message = 'status' in answer ? `status ${answer.status}` : answer.failure
  const moment = retryAfter(answer, now)
  return moment ? new NotBefore(message, moment) : new NotDelivered(message)
}

const arrived = (answer: OutboundAnswer) => 'status' in answer && answer.status >= 200 && answer.status < 300
const isGone = (answer: OutboundAnswer) => 'status' in answer && answer.status === 410

type DueDelivery = NonNullable<Awaited<ReturnType<typeof dueDelivery>>>

const send = (
  ctx: Ctx,
  { id, due, event }: { id: string; due: DueDelivery; event: StoredEvent },
): Promise<OutboundAnswer> => {
  const secrets = [due.secret, due.previousSecret].flatMap((sealed) =>
    sealed === null ? [] : [openedSecret(ctx, { id: due.webhookId, sealed })],
  )
  const message = { id, seconds: Math.floor(ctx.now.getTime() / 1000), body: bodyOf(event) }
  return ctx.services.outbound.post({ url: due.url, headers: headersOf(message, secrets), body: message.body })
}

/** `deprovisioningEvents.ended`, of a feature above this one: what is answered to it is a receipt. */
const ended = 'user.ended'

type Answered = Extract<OutboundAnswer, { status: number }>
type DeliveryAttempt = {
  readonly event: StoredEvent
  readonly name: string
  readonly outcome: Outcome
  readonly answer: OutboundAnswer
}

/** With the receipt, where this is one. */
const recordReceived = (ctx: Ctx, { event, name, outcome, answer }: DeliveryAttempt & { readonly answer: Answered }) =>
  ctx.commit(async (tx) => {
    const after = {
      name,
      status: answer.status,
      attempts: await recordAttempt(tx, outcome, answer),
      channel: 'webhook' as const,
    }
    return { result: undefined, events: [userEvents.endReceived({ subject: event.subject, after })] }
  })

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Attempts are no events of the audit log: they have a log of their own. */
export const deliverWebhook = (transaction: Transaction): Job => ({
  name: deliveryJob,
  batches,
  run: async (ctx, { subject: id }) => {
    const due = await dueDelivery(ctx.db, { id, now: ctx.now })
    if (!due) return
    if (!due.enabled) return void (await transaction((tx) => markFailed(tx, { id, failure: 'disabled' })))
    const event = await eventById(ctx.db, due.eventId)
    // It is gone, with its month.
    if (!event) return void (await transaction((tx) => markFailed(tx, { id })))
    const answer = await send(ctx, { id, due, event })
    const outcome = { id, webhookId: due.webhookId, now: ctx.now, arrived: arrived(answer) }
    if (outcome.arrived && 'status' in answer && event.type === ended)
      await recordReceived(ctx, { event, name: due.name, outcome, answer })
    else await transaction((tx) => recordAttempt(tx, outcome, answer))
    if (isGone(answer)) await disable(ctx, { id: due.webhookId, reason: 'gone' })
    if (!outcome.arrived) throw notDelivered(answer, ctx.now)
  },
  gaveUp: (_ctx, { subject: id }) => transaction((tx) => markFailed(tx, { id })),
})
