// What webhooks were sent, and what is sent by hand: a test, and a delivery once more.
import { page } from '#contract/kernel/page.ts'
import type { webhooks } from '#contract/webhooks.ts'
import { eventById } from '#server/features/audit/audit.public.ts'
import type { FollowUp, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { attemptsOf } from './attempts.store.ts'
import { bodyOf } from './body.rules.ts'
import { deliveryJob } from './deliver.ts'
import * as store from './deliveries.store.ts'
import { webhookEvents } from './webhooks.events.ts'
import { lockWebhook, webhookById } from './webhooks.store.ts'

type Api = typeof webhooks

const found = <Row>(row: Row | undefined, missing: 'webhook-not-found' | 'delivery-not-found'): Row => {
  if (!row) throw new Refusal(missing, 404)
  return row
}

export const deliveries: UseCase<Api['deliveries']> = async (ctx, { params: { id }, query }) => {
  found(await webhookById(ctx.db, id), 'webhook-not-found')
  const { items, count } = await store.listDeliveries(ctx.db, query, id)
  return page(items, count, query)
}

export const delivery: UseCase<Api['delivery']> = async (ctx, { params: { id } }) => {
  const opened = found(await store.deliveryById(ctx.db, id), 'delivery-not-found')
  const event = await eventById(ctx.db, opened.eventId)
  return { ...opened, attemptsMade: await attemptsOf(ctx.db, id), body: event ? bodyOf(event) : null }
}

/** What its transaction has to leave for it. */
export const sendDeliveriesAgain = async (tx: Tx, ids: readonly string[]): Promise<readonly FollowUp[]> => {
  const waiting = ids.length > 0 ? await store.waitAgain(tx, ids) : []
  return waiting.map(({ id, webhookId }) => ({ job: deliveryJob, subject: id, details: null, group: webhookId }))
}

/** The delivery follows from the event (`webhooks.reactions.ts`), to this webhook alone. */
export const sendTest: UseCase<Api['sendTest']> = (ctx, { params: { id } }) =>
  ctx.commit(async (tx) => {
    const { name, enabled } = found(await lockWebhook(tx, id), 'webhook-not-found')
    if (!enabled) throw new Refusal('webhook-disabled', 409)
    return { result: {}, events: [webhookEvents.tested({ subject: id, after: { name } })] }
  })

export const sendAgain: UseCase<Api['sendAgain']> = (ctx, { params: { id } }) =>
  ctx.commit(async (tx) => {
    const { webhookId, eventType } = found(await store.lockDelivery(tx, id), 'delivery-not-found')
    const { enabled } = found(await lockWebhook(tx, webhookId), 'webhook-not-found')
    if (!enabled) throw new Refusal('webhook-disabled', 409)
    const followUps = await sendDeliveriesAgain(tx, [id])
    return {
      result: {},
      events: [webhookEvents.sentAgain({ subject: webhookId, after: { deliveryId: id, eventType } })],
      followUps,
    }
  })
