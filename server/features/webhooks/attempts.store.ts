// What came of the attempts at a delivery, and how a webhook is doing: the only writer of both.
import { z } from 'zod'
import { Attempt } from '#contract/webhook-deliveries.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import type { OutboundAnswer } from '#server/kernel/ports/outbound.ts'
import { momentOf } from '#server/lists/moments.ts'

export const attemptsOf = (db: Db, deliveryId: string) =>
  db.query(
    Attempt,
    `select a.number, ${momentOf('a.at')} as at, a.milliseconds, a.status, a.failure, a.answer
       from webhook_attempt a
      where a.delivery_id = $1
      order by a.number desc`,
    [deliveryId],
  )

const DueRow = z.object({
  webhookId: z.uuid(),
  eventId: z.number(),
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  secret: z.string(),
  previousSecret: z.string().nullable(),
})

/** What did not arrive yet; undefined where it did, or is gone. The former secret as long as it counts. */
export const dueDelivery = async (db: Db, { id, now }: { id: string; now: Date }) =>
  (
    await db.query(
      DueRow,
      `select w.id as "webhookId",
              d.event_id as "eventId",
              w.name,
              w.url,
              w.enabled,
              w.secret,
              case when w.previous_until > $2 then w.previous_secret end as "previousSecret"
         from webhook_delivery d
         join webhook w on w.id = d.webhook_id
        where d.id = $1
          and d.state <> 'delivered'`,
      [id, now],
    )
  ).at(0)

const AttemptsRow = z.object({ attempts: z.int() })

export type Outcome = { readonly id: string; readonly webhookId: string; readonly now: Date; readonly arrived: boolean }

export const recordAttempt = async (tx: Tx, { id, webhookId, now, arrived }: Outcome, answer: OutboundAnswer) => {
  const status = 'status' in answer ? answer.status : null
  const failure = 'failure' in answer ? answer.failure : null
  // PostgreSQL keeps no zero byte in a text.
  const text = 'text' in answer ? answer.text.replaceAll('\0', '') : ''
  const [counted] = await tx.query(
    AttemptsRow,
    `with counted as (
       update webhook_delivery
          set attempts = attempts + 1,
              state = case when $6 then 'delivered' else state end,
              last_attempt_on = $2,
              last_status = $4,
              last_failure = $5
        where id = $1
       returning id, attempts)
     insert into webhook_attempt (delivery_id, number, at, milliseconds, status, failure, answer)
     select id, attempts, $2, $3, $4, $5, $7 from counted
     returning number as attempts`,
    [id, now, answer.milliseconds, status, failure, arrived, text],
  )
  await tx.execute(
    `insert into webhook_health (webhook_id, failing_since, last_delivered_on)
     select id, case when not $3 then $2::timestamptz end, case when $3 then $2::timestamptz end from webhook where id = $1
     on conflict (webhook_id) do update
        set failing_since = case when $3 then null else coalesce(webhook_health.failing_since, $2) end,
            last_delivered_on = case when $3 then $2 else webhook_health.last_delivered_on end`,
    [webhookId, now, arrived],
  )
  return counted?.attempts ?? 0
}

/** Enabled again: the days before do not count. */
export const forgetFailures = (tx: Tx, id: string) =>
  tx.execute(`update webhook_health set failing_since = null where webhook_id = $1`, [id])
