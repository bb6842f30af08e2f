// What a webhook was sent, and each attempt at it.
import { z } from 'zod'

const moment = z.iso.datetime()

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const Delivery = z.object({
  /** The `webhook-id` of each of its attempts. */
  id: z.uuid(),
  eventId: z.int(),
  eventType: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdOn: moment,
  lastAttemptOn: moment.nullable(),
  lastStatus: z.int().nullable(),
  /** Why there was no answer: `timeout`, `address-not-allowed`, or the code of the network. */
  lastFailure: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  number: z.int(),
  at: moment,
  milliseconds: z.int(),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  /** Its first bytes. */
  answer: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

export const OpenedDelivery = Delivery.extend({
  attemptsMade: z.array(Attempt),
  /** What is sent; null once the entry of the log is gone. */
  body: z.string().nullable(),
})
export type OpenedDelivery = z.infer<typeof OpenedDelivery>
