// The only writer of process, with leases.store.ts.
import { z } from 'zod'
import { ProcessType, Task } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'

export const ProcessOrigin = z.object({
  ip: z.string(),
  apiEntry: z.string(),
  language: z.string(),
  /** Of the call. The version before did not keep it. */
  proven: z.boolean().optional(),
})
export type ProcessOrigin = z.output<typeof ProcessOrigin>

export const insertProcess = async (
  tx: Tx,
  process: {
    id: string
    userId: string
    type: ProcessType
    input: unknown
    requestInfo: ProcessOrigin
    total: number | undefined
    now: Date
  },
) => {
  await tx.execute(
    `insert into process (id, user_id, type, state, input, request_info, total, queued_on)
     values ($1, $2, $3, 'Queued', $4, $5, $6, $7)`,
    [
      process.id,
      process.userId,
      process.type,
      JSON.stringify(process.input ?? null),
      JSON.stringify(process.requestInfo),
      process.total ?? null,
      process.now,
    ],
  )
}

export const countWaiting = async (db: Db, userId: string) =>
  (
    await db.query(
      CountRow,
      `select count(*) as count from process where user_id = $1 and state in ('Queued', 'Running')`,
      [userId],
    )
  ).at(0)?.count ?? 0

/** R9-13 */
const mostShown = 25

const TaskRow = Task.omit({ startTime: true }).extend({ startTime: z.date() })

export const activeOf = (db: Db, userId: string) =>
  db.query(
    TaskRow,
    `select p.id,
            p.type,
            coalesce(p.started_on, p.queued_on) as "startTime",
            p.state,
            p.done,
            p.total,
            p.stop_asked as stopping,
            (select count(*) from process_issue i where i.process_id = p.id and i.severity = 'error') as errors
       from process p
      where p.user_id = $1
        and p.state in ('Queued', 'Running')
      order by p.queued_on desc, p.id
      limit ${mostShown}`,
    [userId],
  )

const EndedRow = z.object({ done: z.number(), total: z.number().nullable() })

/** `version` is left out where the user stops what nobody has begun. */
export const end = async (
  tx: Tx,
  input: { id: string; version?: number; state: 'Done' | 'Failed'; error: string | undefined; now: Date },
) =>
  (
    await tx.query(
      EndedRow,
      `update process
          set state = $3,
              error = $4,
              ended_on = $5,
              lease_until = null
        where id = $1
          and ((version = $2 and state = 'Running') or ($2::int is null and state = 'Queued'))
       returning done, total`,
      [input.id, input.version ?? null, input.state, input.error ?? null, input.now],
    )
  ).at(0)

const ActiveRow = z.object({ type: ProcessType, state: z.enum(['Queued', 'Running']), requestInfo: ProcessOrigin })

/** One's own that has not ended; held until the transaction ends. */
export const lockActive = async (tx: Tx, input: { id: string; userId: string }) =>
  (
    await tx.query(
      ActiveRow,
      `select type, state, request_info as "requestInfo" from process where id = $1 and user_id = $2 and state in ('Queued', 'Running') for update`,
      [input.id, input.userId],
    )
  ).at(0)

export const askToStop = (tx: Tx, id: string) => tx.execute(`update process set stop_asked = true where id = $1`, [id])

/** What ended long ago explains nothing any more. */
export const purgeEnded = (db: Db) => db.execute(`delete from process where ended_on < now() - interval '30 days'`)
