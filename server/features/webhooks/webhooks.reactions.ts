// Every event that a webhook was made for leaves a delivery and its job, in the transaction that records it.
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { Reaction, RecordedEvent } from '#server/kernel/use-case.ts'
import { deliveryJob } from './deliver.ts'
import { insertDeliveries, insertDelivery } from './deliveries.store.ts'
import { webhookEvents } from './webhooks.events.ts'

type Recording = Pick<Ctx, 'now' | 'newId'>
type QueuedDelivery = { readonly id: string; readonly webhookId: string; readonly eventId: string }

const subscribed = async (
  tx: Tx,
  events: readonly RecordedEvent[],
  { now }: Recording,
): Promise<readonly QueuedDelivery[]> => {
  if (events.length === 0) return []
  const eventIds = events.map(({ eventId }) => eventId)
  const queued = await insertDeliveries(tx, {
    eventIds,
    types: events.map(({ event }) => event.type),
    subjects: events.map(({ event }) => event.subject),
    now,
  })
  return queued.map((delivery) => ({ ...delivery, eventId: String(delivery.eventId) }))
}

/** A test is for one webhook, whatever others were made for. */
const tested = async (
  tx: Tx,
  { event, eventId }: RecordedEvent,
  { now, newId }: Recording,
): Promise<QueuedDelivery> => {
  const [id, webhookId] = [newId(), event.subject]
  await insertDelivery(tx, { id, webhookId, eventId, type: event.type, now })
  return { id, webhookId, eventId }
}

const isTest = ({ event }: RecordedEvent) => event.type === webhookEvents.tested.type

export const webhookReactions: readonly Reaction[] = [
  {
    on: 'any',
    jobs: async (tx, events, ctx) => {
      const others = events.filter((recorded) => recorded.followed && !isTest(recorded))
      const queued = [...(await subscribed(tx, others, ctx))]
      for (const test of events.filter(isTest)) queued.push(await tested(tx, test, ctx))
      return queued.map(({ id, webhookId, eventId }) => ({
        job: deliveryJob,
        data: { eventId, subject: id, group: webhookId },
      }))
    },
  },
]
