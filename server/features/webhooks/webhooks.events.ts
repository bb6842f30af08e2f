// What happens to webhooks.
import { z } from 'zod'
import { auditEvent, moment, none } from '#server/kernel/audit-event.ts'

/** What is kept of a webhook; its secret never. */
const WebhookFields = z.object({
  id: z.guid(),
  name: z.string(),
  url: z.string(),
  eventTypes: z.array(z.string()),
  enabled: z.boolean(),
  applicationId: z.int().nullable(),
})

const Delivery = z.object({ deliveryId: z.guid(), eventType: z.string() })

export const webhookEvents = {
  created: auditEvent('webhook.created', 'webhook', { before: none, after: WebhookFields }),
  changed: auditEvent('webhook.changed', 'webhook', { before: WebhookFields, after: WebhookFields }),
  removed: auditEvent('webhook.removed', 'webhook', { before: WebhookFields, after: none }),
  secretRotated: auditEvent('webhook.secret-rotated', 'webhook', {
    before: none,
    after: z.object({ previousUntil: moment() }),
  }),
  /** It is what a test sends. */
  tested: auditEvent('webhook.tested', 'webhook', { before: none, after: z.object({ name: z.string() }) }),
  sentAgain: auditEvent('webhook.sent-again', 'webhook', { before: none, after: Delivery }),
  /** Of those that failed since a moment, or of all of them. */
  failedSentAgain: auditEvent('webhook.failed-sent-again', 'webhook', {
    before: none,
    after: z.object({ deliveries: z.int(), since: moment().nullable() }),
  }),
  /** By the server. */
  disabled: auditEvent('webhook.disabled', 'webhook', {
    before: z.object({ enabled: z.boolean(), failingSince: moment().nullable() }),
    after: z.object({ enabled: z.boolean(), reason: z.enum(['failing', 'gone']) }),
  }),
}

/** What moves `modifiedOn` of a webhook. */
export const webhookChanges = [webhookEvents.created, webhookEvents.changed, webhookEvents.disabled].map(
  ({ type }) => type,
)
