// The only writer of audit_verification: how far the verification by the clock is; and which break was told already.
import { z } from 'zod'
import { LogBreak } from '#contract/log-entries.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { chainName } from './logs.events.ts'

const NightRow = z.object({
  begunOn: z.date(),
  /** Null while none is under way. */
  total: z.number().nullable(),
  verified: z.number(),
  entries: z.number(),
})

const columns = `begun_on as "begunOn", total, verified, entries`

/** Until the end of the transaction; undefined where another instance has it. */
export const takeNight = async (tx: Tx) =>
  (await tx.query(NightRow, `select ${columns} from audit_verification for update skip locked`)).at(0)

/** The same, waiting for whoever has it. */
export const lockNight = async (tx: Tx) =>
  (await tx.query(NightRow, `select ${columns} from audit_verification for update`)).at(0)

export const beginNight = (tx: Tx, { now, total }: { now: Date; total: number }) =>
  tx.execute(`update audit_verification set begun_on = $1, total = $2, verified = 0, entries = 0`, [now, total])

export const advanceNight = (tx: Tx, { verified, entries }: { verified: number; entries: number }) =>
  tx.execute(`update audit_verification set verified = $1, entries = $2`, [verified, entries])

export const endNight = (tx: Tx) => tx.execute(`update audit_verification set total = null`)

const BrokenRow = z.object({ after: LogBreak })

/** What the Gods were told last, unless the log was whole since. */
export const lastTold = async (db: Db) =>
  (
    await db.query(
      BrokenRow,
      `select f.after
         from audit_event f
        where f.subject = $1
          and f.type = 'audit-log.broken'
          and not exists (select 1
                            from audit_event w
                           where w.subject = $1
                             and w.type = 'audit-log.verified'
                             and w.after ->> 'firstBreak' is null
                             and (w.at, w.id) > (f.at, f.id))
        order by f.at desc, f.id desc
        limit 1`,
      [chainName],
    )
  ).at(0)?.after
