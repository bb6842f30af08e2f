// Sends what waits, and writes down what came of it. At least once: whoever receives it knows a repetition by its id.
import { eventById } from '#server/features/audit/audit.public.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { OutboundAnswer } from '#server/kernel/ports/outbound.ts'
import type { Job, JobRetries } from '#server/kernel/use-case.ts'
import { bodyOf } from './body.rules.ts'
import { dueDelivery, markFailed, recordAttempt } from './deliveries.store.ts'
import { disable } from './failing.ts'
import { openedSecret } from './secrets.ts'
import { headersOf } from './signature.rules.ts'

export const deliveryJob = 'deliver-webhook'

/** 5, 10, 20 … seconds, doubled each time: the last try is most of a day after the first. */
export const deliveryRetries: JobRetries = { retryLimit: 14, retryDelay: 5, retryDelayMax: 43_200 }

/** Of an instance: a webhook that does not answer holds one of them. */
const batches = 3

class NotDelivered extends Error {}

const arrived = (answer: OutboundAnswer) => 'status' in answer && answer.status >= 200 && answer.status < 300
const isGone = (answer: OutboundAnswer) => 'status' in answer && answer.status === 410

type Due = NonNullable<Awaited<ReturnType<typeof dueDelivery>>>

/** Undefined where the entry of the log is gone, with its month. */
const send = async (ctx: Ctx, id: string, due: Due): Promise<OutboundAnswer | undefined> => {
  const event = await eventById(ctx.db, due.eventId)
  if (!event) return undefined
  const secrets = [due.secret, due.previousSecret].flatMap((sealed) =>
    sealed === null ? [] : [openedSecret(ctx, { id: due.webhookId, sealed })],
  )
  const message = { id, seconds: Math.floor(ctx.now.getTime() / 1000), body: bodyOf(event) }
  return ctx.services.outbound.post({ url: due.url, headers: headersOf(message, secrets), body: message.body })
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Attempts are no events of the audit log: they have a log of their own. */
export const deliverWebhook = (transaction: Transaction): Job => ({
  name: deliveryJob,
  batches,
  run: async (ctx, { subject: id }) => {
    const due = await dueDelivery(ctx.db, { id, now: ctx.now })
    if (!due) return
    if (!due.enabled) return void (await transaction((tx) => markFailed(tx, { id, failure: 'disabled' })))
    const answer = await send(ctx, id, due)
    if (!answer) return void (await transaction((tx) => markFailed(tx, { id })))
    const outcome = { id, webhookId: due.webhookId, now: ctx.now, arrived: arrived(answer) }
    await transaction((tx) => recordAttempt(tx, outcome, answer))
    if (isGone(answer)) await disable(ctx, { id: due.webhookId, reason: 'gone' })
    if (!outcome.arrived) throw new NotDelivered('status' in answer ? `status ${answer.status}` : answer.failure)
  },
  gaveUp: (_ctx, { subject: id }) => transaction((tx) => markFailed(tx, { id })),
})
