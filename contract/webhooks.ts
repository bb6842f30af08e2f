// Webhooks: addresses that are told of audit events, signed as Standard Webhooks describes (docs/decisions/0046).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, ById, Nothing, required } from './kernel/fields.ts'
import { issue } from './kernel/issue.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { Delivery, OpenedDelivery } from './webhook-deliveries.ts'
import { WebhookEventType } from './webhook-events.ts'

const moment = z.iso.datetime()

export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  /** One that a newer version knows may be among them. */
  eventTypes: z.array(z.string()),
  enabled: z.boolean(),
  /** The application that it belongs to: it is told of the ends of those accounts only that could open it. */
  applicationId: z.int().nullable(),
  applicationName: z.string().nullable(),
  /** Why the server disabled it: it failed for days, or said that it is gone (410). */
  disabledBecause: z.enum(['failing', 'gone']).nullable(),
  /** Of the first failure since its last success. */
  failingSince: moment.nullable(),
  lastDeliveredOn: moment.nullable(),
  /** Until then what is sent is signed with the secret before as well. */
  formerSignsUntil: moment.nullable(),
  createdOn: moment,
  modifiedOn: moment,
})
export type Webhook = z.infer<typeof Webhook>

/** Only the answers that make a secret carry it. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })

const name = required(200)
/** Without a name and a password in it: they would stand in the log. Where it may lead is the server's to say. */
const url = z
  .url({ protocol: /^https?$/, error: issue('uri-not-valid') })
  .max(2000, issue('uri-too-long'))
  .regex(/^[^\s\\@#]+$/, issue('uri-not-valid'))
const eventTypes = z.array(WebhookEventType).min(1, issue('missing')).max(500)

const applicationId = z.int32().min(1).nullable()

const NewWebhook = z.object({
  name,
  url,
  eventTypes,
  enabled: z.boolean().default(true),
  applicationId: applicationId.default(null),
})
const WebhookChange = z.object({
  name: name.optional(),
  url: url.optional(),
  eventTypes: eventTypes.optional(),
  enabled: z.boolean().optional(),
  applicationId: applicationId.optional(),
  modifiedOn: asRead,
})

const god = anyOf('God')
const path = '/admin/webhooks/:id'
const example = (unique: string) => ({
  name: `Webhook ${unique}`,
  url: `https://hooks.example/${encodeURIComponent(unique)}`,
  eventTypes: ['audit-log.cut' as const],
  enabled: true,
  applicationId: null,
})

export const webhooks = endpoints({
  list: {
    method: 'GET',
    path: '/admin/webhooks',
    access: god,
    summary: 'The webhooks, by name.',
    query: ListQuery,
    output: pageOf(Webhook),
  },
  get: { method: 'GET', path, access: god, summary: 'One webhook.', params: ById, output: Webhook },
  create: {
    method: 'POST',
    path: '/admin/webhooks',
    access: god,
    stepUp: true,
    credentials: true,
    summary: 'A new webhook; its secret is shown this once.',
    input: NewWebhook,
    example,
    output: WebhookWithSecret,
  },
  save: {
    method: 'PUT',
    path,
    access: god,
    stepUp: true,
    summary: 'The webhook as it shall be.',
    params: ById,
    input: NewWebhook.extend({ modifiedOn: asRead }),
    example,
    output: Webhook,
  },
  change: {
    method: 'PATCH',
    path,
    access: god,
    stepUp: true,
    summary: 'Only what differs (JSON merge patch).',
    params: ById,
    input: WebhookChange,
    example: (unique) => ({ name: `Webhook ${unique}` }),
    output: Webhook,
  },
  remove: {
    method: 'DELETE',
    path,
    access: god,
    stepUp: true,
    summary: 'With its deliveries; what waits is not sent any more.',
    params: ById,
    output: Nothing,
  },
  rotateSecret: {
    method: 'POST',
    path: '/admin/webhooks/:id/secret',
    access: god,
    stepUp: true,
    credentials: true,
    summary: 'A new secret; for 24 hours what is sent is signed with the one before as well.',
    params: ById,
    /** As it was read: of two who replace it at once, the second would end the secret that receivers know. */
    input: z.object({ formerSignsUntil: moment.nullable() }),
    example: () => ({ formerSignsUntil: null }),
    output: WebhookWithSecret,
  },
  sendTest: {
    method: 'POST',
    path: '/admin/webhooks/:id/test',
    access: god,
    summary: 'Sends an event of the type webhook.tested to it, whatever it was made for.',
    params: ById,
    output: Nothing,
  },
  deliveries: {
    method: 'GET',
    path: '/admin/webhooks/:id/deliveries',
    access: god,
    summary: 'What was sent to it in the last 30 days, or waits to be, the newest first.',
    params: ById,
    query: ListQuery,
    output: pageOf(Delivery),
  },
  delivery: {
    method: 'GET',
    path: '/admin/webhooks/deliveries/:id',
    access: god,
    summary: 'One delivery, with its body and each attempt.',
    params: ById,
    output: OpenedDelivery,
  },
  sendFailedAgain: {
    method: 'POST',
    path: '/admin/webhooks/:id/again',
    access: god,
    summary:
      'Sends once more what failed, each under its webhook-id, the oldest first; at most 10,000 at once: `left` says ' +
      'how many more there are. `since`: only what was to be sent from then on.',
    params: ById,
    input: z.object({ since: moment.optional() }),
    example: () => ({ since: '2026-01-01T00:00:00.000Z' }),
    output: z.object({ sent: z.int(), left: z.int() }),
  },
  sendAgain: {
    method: 'POST',
    path: '/admin/webhooks/deliveries/:id/again',
    access: god,
    summary: 'Sends it once more, under the same webhook-id.',
    params: ById,
    output: Nothing,
  },
})
