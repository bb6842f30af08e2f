// The only writer of deprovisionings and of their receipts.
import { z } from 'zod'
import { Deprovisioning, EndReceipt } from '#contract/deprovisioning.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { momentOf } from '#server/lists/moments.ts'

type NewDeprovisioning = Pick<Deprovisioning, 'id' | 'cause' | 'sessions'> & {
  readonly userId: string
  readonly now: Date
}

export const insertDeprovisioning = (tx: Tx, ended: NewDeprovisioning) =>
  tx.execute(`insert into deprovisioning (id, user_id, cause, ended_on, sessions) values ($1, $2, $3, $4, $5)`, [
    ended.id,
    ended.userId,
    ended.cause,
    ended.now,
    ended.sessions,
  ])

/** The event that told of it. */
export const setEvent = (tx: Tx, { id, eventId }: { id: string; eventId: string }) =>
  tx.execute(`update deprovisioning set event_id = $2::bigint where id = $1`, [id, eventId])

export type NewReceipt = {
  readonly id: string
  readonly name: string
  readonly applicationId: number | null
  readonly clientId?: string
  readonly sids?: readonly string[]
  readonly webhookId?: string
}

export const insertReceipt = (tx: Tx, deprovisioningId: string, receipt: NewReceipt) =>
  tx.execute(
    `insert into deprovisioning_receipt (id, deprovisioning_id, name, application_id, client_id, sids, webhook_id, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      receipt.id,
      deprovisioningId,
      receipt.name,
      receipt.applicationId,
      receipt.clientId ?? null,
      receipt.sids ?? [],
      receipt.webhookId ?? null,
      receipt.clientId || receipt.webhookId ? 'waiting' : 'untold',
    ],
  )

const LatestRow = Deprovisioning.omit({ receipts: true })

export const latestOf = async (db: Db, userId: string) =>
  (
    await db.query(
      LatestRow,
      `select d.id, d.cause, ${momentOf('d.ended_on')} as "endedOn", d.sessions
         from deprovisioning d
        where d.user_id = $1
        order by d.ended_on desc, d.id
        limit 1`,
      [userId],
    )
  ).at(0)

/** Of a webhook it is its delivery that knows. */
const channel = `case when r.client_id is not null then 'logout' when r.webhook_id is not null then 'webhook' else 'none' end`
const told = `coalesce(r.told_on, d.last_attempt_on)`
const answered = `coalesce(r.answered_on, case when d.state = 'delivered' then d.last_attempt_on end)`
const tables = `deprovisioning_receipt r
       join deprovisioning p on p.id = r.deprovisioning_id
       left join webhook_delivery d on d.webhook_id = r.webhook_id and d.event_id = p.event_id`

/** A webhook that is gone took its deliveries along. */
const state = `case when d.state = 'delivered' then 'answered'
                   when r.webhook_id is not null then coalesce(d.state, 'failed')
                   else r.state end`

const columns = `r.id,
              r.name,
              r.application_id as "applicationId",
              ${channel} as channel,
              ${state} as state,
              coalesce(d.attempts, r.attempts) as attempts,
              ${momentOf(told)} as "toldOn",
              ${momentOf(answered)} as "answeredOn",
              coalesce(r.status, d.last_status) as status,
              coalesce(r.failure, d.last_failure) as failure`

export const receiptsOf = (db: Db, deprovisioningId: string) =>
  db.query(
    EndReceipt,
    `select ${columns}
       from ${tables}
      where r.deprovisioning_id = $1
      order by lower(r.name), r.id`,
    [deprovisioningId],
  )

const UnansweredRow = z.object({ id: z.uuid(), clientId: z.string().nullable(), deliveryId: z.uuid().nullable() })

export type UnansweredReceipt = z.output<typeof UnansweredRow>

/** Those that can be told: of a webhook that is gone or disabled, none. Held until the transaction ends. */
export const lockUnanswered = (db: Db, deprovisioningId: string) =>
  db.query(
    UnansweredRow,
    `select r.id, r.client_id as "clientId", d.id as "deliveryId"
       from ${tables}
      where r.deprovisioning_id = $1
        and ${state} in ('waiting', 'failed')
        and (r.client_id is not null
          or exists (select 1 from webhook w where w.id = d.webhook_id and w.enabled))
      order by r.id
        for update of r`,
    [deprovisioningId],
  )

export const waitAgain = (tx: Tx, ids: readonly string[]) =>
  tx.execute(`update deprovisioning_receipt set state = 'waiting' where id = any($1)`, [ids])

const DueRow = z.object({ userId: z.uuid(), name: z.string(), clientId: z.string(), sids: z.array(z.string()) })

/** Undefined where it answered already. */
export const dueReceipt = async (db: Db, id: string) =>
  (
    await db.query(
      DueRow,
      `select p.user_id as "userId", r.name, r.client_id as "clientId", r.sids
         from deprovisioning_receipt r
         join deprovisioning p on p.id = r.deprovisioning_id
        where r.id = $1
          and r.client_id is not null
          and r.state <> 'answered'`,
      [id],
    )
  ).at(0)

const AttemptsRow = z.object({ attempts: z.int() })

type Attempt = {
  readonly id: string
  readonly state: 'waiting' | 'answered' | 'untold'
  /** Of the sessions that were known there, those that it is still to be told of. */
  readonly sids: readonly string[]
  readonly now: Date
  readonly status: number | null
  readonly failure: string | null
}

export const recordAttempt = async (tx: Tx, { id, state, sids, now, status, failure }: Attempt) =>
  (
    await tx.query(
      AttemptsRow,
      `update deprovisioning_receipt
          set state = $2,
              attempts = attempts + 1,
              told_on = coalesce(told_on, $3),
              answered_on = case when $2 = 'answered' then $3::timestamptz end,
              status = $4,
              failure = $5,
              sids = $6
        where id = $1
       returning attempts`,
      [id, state, now, status, failure, sids],
    )
  ).at(0)?.attempts ?? 0

export const markFailed = (tx: Tx, id: string) =>
  tx.execute(`update deprovisioning_receipt set state = 'failed' where id = $1 and state = 'waiting'`, [id])

export const deleteDeprovisioningsBefore = (db: Db, before: Date) =>
  db.execute(`delete from deprovisioning where ended_on < $1`, [before])
