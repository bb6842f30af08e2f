// The only writer of deliveries, of their attempts, and of how a webhook is doing.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import { Attempt, Delivery } from '#contract/webhooks.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import type { OutboundAnswer } from '#server/kernel/ports/outbound.ts'
import { CountRow } from '#server/kernel/row.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { momentOf } from '#server/lists/moments.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'd.id', type: 'uuid' },
    eventId: { sql: 'd.event_id', type: 'number' },
    eventType: { sql: 'd.event_type', type: 'text' },
    state: { sql: 'd.state', type: 'text' },
    attempts: { sql: 'd.attempts', type: 'number' },
    createdOn: { sql: 'd.created_on', type: 'time' },
    lastAttemptOn: { sql: 'd.last_attempt_on', type: 'time', shownOnly: true },
    lastStatus: { sql: 'd.last_status', type: 'number' },
    lastFailure: { sql: 'd.last_failure', type: 'text' },
  },
  order: 'createdOn desc',
  key: 'd.id',
  search: 'folded(d.event_type)',
}

const columns = `d.id,
              d.event_id as "eventId",
              d.event_type as "eventType",
              d.state,
              d.attempts,
              ${momentOf('d.created_on')} as "createdOn",
              ${momentOf('d.last_attempt_on')} as "lastAttemptOn",
              d.last_status as "lastStatus",
              d.last_failure as "lastFailure"`

export const listDeliveries = async (db: Db, query: ListQuery, webhookId: string) => {
  const { where, order, page, values, pageValues } = listSql(shape, query, (value) => [
    `d.webhook_id = ${value(webhookId)}`,
  ])
  const items = await db.query(
    Delivery,
    `${unprepared} select ${columns}
       from webhook_delivery d
      where ${where}
      order by ${order}
      ${page}`,
    pageValues,
  )
  const [total] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from webhook_delivery d where ${where}`,
    values,
  )
  return { items, count: total?.count ?? 0 }
}

export const deliveryById = async (db: Db, id: string) =>
  (await db.query(Delivery, `select ${columns} from webhook_delivery d where d.id = $1`, [id])).at(0)

export const attemptsOf = (db: Db, deliveryId: string) =>
  db.query(
    Attempt,
    `select a.number, ${momentOf('a.at')} as at, a.milliseconds, a.status, a.failure, a.answer
       from webhook_attempt a
      where a.delivery_id = $1
      order by a.number desc`,
    [deliveryId],
  )

const QueuedRow = z.object({ id: z.uuid(), webhookId: z.uuid(), eventId: z.number() })

type Recorded = { readonly eventIds: readonly string[]; readonly types: readonly string[]; readonly now: Date }

/** One for each event and each webhook that was made for it. */
export const insertDeliveries = (tx: Tx, { eventIds, types, now }: Recorded) =>
  tx.query(
    QueuedRow,
    `insert into webhook_delivery (id, webhook_id, event_id, event_type, created_on)
     select gen_random_uuid(), w.id, f.id, f.type, $3
       from unnest($1::bigint[], $2::text[]) as f (id, type)
       join webhook w on w.enabled and f.type = any(w.event_types)
     returning id, webhook_id as "webhookId", event_id as "eventId"`,
    [eventIds, types, now],
  )

export const insertDelivery = (
  tx: Tx,
  delivery: { id: string; webhookId: string; eventId: string; type: string; now: Date },
) =>
  tx.execute(
    `insert into webhook_delivery (id, webhook_id, event_id, event_type, created_on) values ($1, $2, $3::bigint, $4, $5)`,
    [delivery.id, delivery.webhookId, delivery.eventId, delivery.type, delivery.now],
  )

const LockedRow = z.object({ webhookId: z.uuid(), eventType: z.string(), state: z.string() })

export const lockDelivery = async (tx: Tx, id: string) =>
  (
    await tx.query(
      LockedRow,
      `select webhook_id as "webhookId", event_type as "eventType", state from webhook_delivery where id = $1 for update`,
      [id],
    )
  ).at(0)

export const waitAgain = (tx: Tx, id: string) =>
  tx.execute(`update webhook_delivery set state = 'waiting' where id = $1`, [id])

const DueRow = z.object({
  webhookId: z.uuid(),
  eventId: z.number(),
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

type Outcome = { readonly id: string; readonly webhookId: string; readonly now: Date; readonly arrived: boolean }

export const recordAttempt = async (tx: Tx, { id, webhookId, now, arrived }: Outcome, answer: OutboundAnswer) => {
  const status = 'status' in answer ? answer.status : null
  const failure = 'failure' in answer ? answer.failure : null
  // PostgreSQL keeps no zero byte in a text.
  const text = 'text' in answer ? answer.text.replaceAll('\0', '') : ''
  await tx.execute(
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
     select id, attempts, $2, $3, $4, $5, $7 from counted`,
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
}

/** It is tried no more. */
export const markFailed = (db: Db, { id, failure }: { id: string; failure?: 'disabled' }) =>
  db.execute(
    `update webhook_delivery set state = 'failed', last_failure = coalesce($2, last_failure) where id = $1 and state = 'waiting'`,
    [id, failure ?? null],
  )

export const deleteDeliveriesBefore = (db: Db, before: Date) =>
  db.execute(`delete from webhook_delivery where created_on < $1`, [before])

/** Enabled again: the days before do not count. */
export const forgetFailures = (tx: Tx, id: string) =>
  tx.execute(`update webhook_health set failing_since = null where webhook_id = $1`, [id])
