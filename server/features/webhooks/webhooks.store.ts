// The only writer of webhook.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import { Webhook } from '#contract/webhooks.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'w.id', type: 'uuid' },
    name: { sql: 'w.name', type: 'text' },
    url: { sql: 'w.url', type: 'text' },
    enabled: { sql: 'w.enabled', type: 'boolean' },
    disabledBecause: { sql: 'w.disabled_because', type: 'text' },
    failingSince: { sql: 'h.failing_since', type: 'time' },
    lastDeliveredOn: { sql: 'h.last_delivered_on', type: 'time' },
    createdOn: { sql: 'w.created_on', type: 'time' },
    modifiedOn: { sql: 'w.modified_on', type: 'time' },
    eventTypes: { sql: 'w.event_types', type: 'text', shownOnly: true },
    applicationId: { sql: 'w.application_id', type: 'number' },
    applicationName: { sql: 'a.title', type: 'text' },
    formerSignsUntil: { sql: 'w.previous_until', type: 'time', shownOnly: true },
  },
  order: 'name',
  key: 'w.id',
  search: `folded(w.name || ' ' || w.url)`,
}

const columns = `w.id,
              w.name,
              w.url,
              w.event_types as "eventTypes",
              w.enabled,
              w.application_id as "applicationId",
              a.title as "applicationName",
              w.disabled_because as "disabledBecause",
              ${momentOf('h.failing_since')} as "failingSince",
              ${momentOf('h.last_delivered_on')} as "lastDeliveredOn",
              ${momentOf('w.previous_until')} as "formerSignsUntil",
              ${momentOf('w.created_on')} as "createdOn",
              ${momentOf('w.modified_on')} as "modifiedOn"`
const tables = `webhook w
       left join webhook_health h on h.webhook_id = w.id
       left join application a on a.id = w.application_id`

export const listWebhooks = (db: Db, query: ListQuery) =>
  pageAndCount(db, { row: Webhook, columns, tables }, listSql(shape, query))

export const webhookById = async (db: Db, id: string) =>
  (await db.query(Webhook, `select ${columns} from ${tables} where w.id = $1`, [id])).at(0)

/** Held until the transaction ends. */
export const lockWebhook = async (tx: Tx, id: string) =>
  (await tx.query(Webhook, `select ${columns} from ${tables} where w.id = $1 for update of w`, [id])).at(0)

type StoredWebhook = Pick<Webhook, 'id' | 'name' | 'url' | 'eventTypes' | 'enabled' | 'applicationId'>

export const insertWebhook = (tx: Tx, webhook: StoredWebhook & { secret: string; now: Date }) =>
  tx.execute(
    `insert into webhook (id, name, url, event_types, enabled, application_id, secret, created_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      webhook.id,
      webhook.name,
      webhook.url,
      webhook.eventTypes,
      webhook.enabled,
      webhook.applicationId,
      webhook.secret,
      webhook.now,
    ],
  )

/** Whoever enables it has read why it was disabled. */
export const updateWebhook = (tx: Tx, webhook: StoredWebhook) =>
  tx.execute(
    `update webhook
        set name = $2,
            url = $3,
            event_types = $4,
            enabled = $5,
            application_id = $6,
            disabled_because = case when $5 then null else disabled_because end
      where id = $1`,
    [webhook.id, webhook.name, webhook.url, webhook.eventTypes, webhook.enabled, webhook.applicationId],
  )

export const disableWebhook = (tx: Tx, { id, reason }: { id: string; reason: 'failing' | 'gone' }) =>
  tx.execute(`update webhook set enabled = false, disabled_because = $2 where id = $1`, [id, reason])

export const rotateSecretOf = (
  tx: Tx,
  { id, secret, previousUntil }: { id: string; secret: string; previousUntil: Date },
) =>
  tx.execute(`update webhook set previous_secret = secret, previous_until = $3, secret = $2 where id = $1`, [
    id,
    secret,
    previousUntil,
  ])

export const deleteWebhook = (tx: Tx, id: string) => tx.execute(`delete from webhook where id = $1`, [id])

const FailingRow = z.object({ id: z.uuid() })

/** Enabled, and without a success since its first failure, which was before `since`. */
export const failingWebhooks = (db: Db, since: Date) =>
  db.query(
    FailingRow,
    `select w.id
       from webhook w
       join webhook_health h on h.webhook_id = w.id
      where w.enabled
        and h.failing_since < $1
      order by w.id`,
    [since],
  )
