// Webhooks of the demonstration, with what they were sent. Nobody is called: one leads to an address that is nobody's
// (RFC 5737), which is refused before anything leaves; the other one was disabled, since it failed for days.
import { createHash } from 'node:crypto'
import type { WebhookEventType } from '#contract/webhook-events.ts'
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { recordAttempt } from '#server/features/webhooks/attempts.store.ts'
import { insertDelivery, markFailed } from '#server/features/webhooks/deliveries.store.ts'
import { sealedSecret } from '#server/features/webhooks/secrets.ts'
import { secretOf } from '#server/features/webhooks/signature.rules.ts'
import { webhookEvents } from '#server/features/webhooks/webhooks.events.ts'
import { disableWebhook, insertWebhook } from '#server/features/webhooks/webhooks.store.ts'
import type { Services, Tx } from '#server/kernel/context.ts'
import type { AuthorOf } from './audit-events/authors.ts'
import { daysBefore, idOf } from './chance.ts'

type Answer = { readonly status: number; readonly text: string; readonly milliseconds: number }
type DemoWebhook = {
  readonly name: string
  readonly url: string
  readonly eventTypes: readonly WebhookEventType[]
  readonly madeDaysAgo: number
  readonly disabledDaysAgo?: number
  /** By the place of its deliveries: each attempt at it. */
  readonly answers: (place: number) => readonly Answer[]
  readonly deliveries: number
}

const author = 'marta.oliveira'
const taken = { status: 202, text: 'accepted', milliseconds: 48 }
const busy = { status: 503, text: 'Maintenance until 06:00', milliseconds: 21 }
const gone = { status: 500, text: 'Internal Server Error', milliseconds: 305 }

const webhooks: readonly DemoWebhook[] = [
  {
    name: 'Security monitoring',
    url: 'https://203.0.113.25/portico/events',
    eventTypes: ['user.unlocked', 'access-token.created', 'policy.created', 'tenant.moved'],
    madeDaysAgo: 88,
    deliveries: 6,
    answers: (place) => (place === 1 ? [busy, busy, taken] : place === 4 ? [busy, busy, busy] : [taken]),
  },
  {
    name: 'Payroll',
    url: 'https://payroll.example/hooks/portico',
    eventTypes: ['user.locked'],
    madeDaysAgo: 300,
    disabledDaysAgo: 3,
    deliveries: 3,
    answers: () => [gone, gone, gone],
  },
]

type Parts = { readonly now: Date; readonly by: AuthorOf; readonly seal: Pick<Services['seal'], 'encrypt'> }

const idOfWebhook = ({ name }: DemoWebhook) => idOf('webhook', name)

const insertOne = async (tx: Tx, { now, by, seal }: Parts, webhook: DemoWebhook): Promise<readonly AuditEntry[]> => {
  const { name, url, eventTypes, madeDaysAgo, disabledDaysAgo } = webhook
  const id = idOfWebhook(webhook)
  const secret = secretOf(createHash('sha256').update(id).digest())
  const fields = { id, name, url, eventTypes: [...eventTypes], enabled: true, applicationId: null }
  const made = daysBefore(now, madeDaysAgo)
  await insertWebhook(tx, { ...fields, secret: sealedSecret({ services: { seal } }, { id, secret }), now: made })
  const created = webhookEvents.created({ subject: id, after: fields })
  const entries: AuditEntry[] = [{ event: created, at: made, ...by(author, 'POST /api/v1/admin/webhooks') }]
  if (disabledDaysAgo === undefined) return entries
  await disableWebhook(tx, { id, reason: 'failing' })
  const failingSince = daysBefore(now, disabledDaysAgo + 3).toISOString()
  const event = webhookEvents.disabled({
    subject: id,
    before: { enabled: true, failingSince },
    after: { enabled: false, reason: 'failing' },
  })
  const job = { kind: 'job', id: undefined, name: 'watch-webhooks' } as const
  return [...entries, { event, at: daysBefore(now, disabledDaysAgo), actor: job }]
}

export const insertWebhooks = async (tx: Tx, parts: Parts): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (const webhook of webhooks) entries.push(...(await insertOne(tx, parts, webhook)))
  return entries
}

type RecordedEvent = { readonly entry: AuditEntry; readonly id: number }

const aMinute = 60_000

const deliver = async (
  tx: Tx,
  { id: webhookId, recorded }: { id: string; recorded: RecordedEvent },
  answers: readonly Answer[],
) => {
  const { entry, id: eventId } = recorded
  const id = idOf('delivery', `${webhookId} ${eventId}`)
  await insertDelivery(tx, { id, webhookId, eventId: String(eventId), type: entry.event.type, now: entry.at })
  for (const [nth, answer] of answers.entries()) {
    const arrived = answer.status < 300
    await recordAttempt(tx, { id, webhookId, now: new Date(entry.at.getTime() + nth * aMinute), arrived }, answer)
  }
  if (answers.at(-1)?.status !== taken.status) await markFailed(tx, { id })
}

const month = 30

/** Of what stands in the log: the newest ones that each was made for, in their order. */
export const insertDeliveries = async (tx: Tx, now: Date, log: readonly RecordedEvent[]): Promise<void> => {
  for (const webhook of webhooks) {
    const types: readonly string[] = webhook.eventTypes
    const [from, to] = [daysBefore(now, month), daysBefore(now, webhook.disabledDaysAgo ?? 0)]
    const sent = log.filter(({ entry: { at, event } }) => types.includes(event.type) && at > from && at < to)
    for (const [place, recorded] of sent.slice(-webhook.deliveries).entries())
      await deliver(tx, { id: idOfWebhook(webhook), recorded }, webhook.answers(place))
  }
}
