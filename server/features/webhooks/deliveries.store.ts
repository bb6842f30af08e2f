// What is to be sent to webhooks, and the list of it.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import { Delivery } from '#contract/webhook-deliveries.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { CountRow } from '#server/kernel/row.ts'
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

export const listDeliveries = (db: Db, query: ListQuery, webhookId: string) =>
  pageAndCount(
    db,
    { row: Delivery, columns, tables: 'webhook_delivery d' },
    listSql(shape, query, (value) => [`d.webhook_id = ${value(webhookId)}`]),
  )

export const deliveryById = async (db: Db, id: string) =>
  (await db.query(Delivery, `select ${columns} from webhook_delivery d where d.id = $1`, [id])).at(0)

const QueuedRow = z.object({ id: z.uuid(), webhookId: z.uuid(), eventId: z.number() })

type RecordedAttempt = {
  readonly eventIds: readonly string[]
  readonly types: readonly string[]
  readonly subjects: readonly string[]
  readonly now: Date
}

/** The webhook of an application is told of the ends of those who could open it: it has a receipt of the newest one. */
const isConcerned = `(f.type <> 'user.ended' or w.application_id is null or exists (
         select 1
           from deprovisioning_receipt r
          where r.webhook_id = w.id
            and r.deprovisioning_id = (
              select p.id
                from deprovisioning p
               where p.user_id = case when f.type = 'user.ended' then f.subject::uuid end
               order by p.ended_on desc
               limit 1)))`

/** One for each event and each webhook that was made for it. */
export const insertDeliveries = (tx: Tx, { eventIds, types, subjects, now }: RecordedAttempt) =>
  tx.query(
    QueuedRow,
    `insert into webhook_delivery (id, webhook_id, event_id, event_type, created_on)
     select gen_random_uuid(), w.id, f.id, f.type, $4
       from unnest($1::bigint[], $2::text[], $3::text[]) as f (id, type, subject)
       join webhook w on w.enabled and f.type = any(w.event_types) and ${isConcerned}
     returning id, webhook_id as "webhookId", event_id as "eventId"`,
    [eventIds, types, subjects, now],
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

type FailedQuery = {
  readonly webhookId: string
  readonly since: Date | undefined
  readonly until: Date
  /** The last one that came before. */
  readonly after: FailedRow | undefined
}

/** To the microsecond, which a Date has not. */
const FailedRow = z.object({ id: z.uuid(), createdOn: z.string() })
export type FailedRow = z.output<typeof FailedRow>

/** Oldest first, so that a receiver that was away has them about in their order. */
export const lockFailed = (tx: Tx, { webhookId, since, until, after }: FailedQuery, most: number) =>
  tx.query(
    FailedRow,
    `select id, created_on::text as "createdOn"
       from webhook_delivery
      where webhook_id = $1
        and state = 'failed'
        and created_on >= coalesce($2, '-infinity'::timestamptz)
        and created_on <= $3
        and (created_on, id) > (coalesce($4::timestamptz, '-infinity'), coalesce($5, '00000000-0000-0000-0000-000000000000'::uuid))
      order by created_on, id
      limit $6
        for update`,
    [webhookId, since ?? null, until, after?.createdOn ?? null, after?.id ?? null, most],
  )

export const countFailed = async (db: Db, { webhookId, since }: Pick<FailedQuery, 'webhookId' | 'since'>) =>
  (
    await db.query(
      CountRow,
      `select count(*)::int as count
         from webhook_delivery
        where webhook_id = $1
          and state = 'failed'
          and created_on >= coalesce($2, '-infinity'::timestamptz)`,
      [webhookId, since ?? null],
    )
  )[0]?.count ?? 0

const AgainRow = z.object({ id: z.uuid(), webhookId: z.uuid() })

export const waitAgain = (tx: Tx, ids: readonly string[]) =>
  tx.query(
    AgainRow,
    `update webhook_delivery set state = 'waiting' where id = any($1) returning id, webhook_id as "webhookId"`,
    [ids],
  )

/** It is tried no more. */
export const markFailed = (db: Db, { id, failure }: { id: string; failure?: 'disabled' }) =>
  db.execute(
    `update webhook_delivery set state = 'failed', last_failure = coalesce($2, last_failure) where id = $1 and state = 'waiting'`,
    [id, failure ?? null],
  )

/** Those of ended accounts are receipts, and kept for a year. */
export const deleteDeliveriesBefore = (db: Db, { before, receiptsBefore }: { before: Date; receiptsBefore: Date }) =>
  db.execute(`delete from webhook_delivery where created_on < $1 and (event_type <> 'user.ended' or created_on < $2)`, [
    before,
    receiptsBefore,
  ])
