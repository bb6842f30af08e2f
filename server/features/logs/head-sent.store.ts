// Whether the head of a day was sent, as the log itself says.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { logEvents } from './logs.events.ts'

const HeadRow = z.object({ seal: z.int(), hash: z.string() })

/** Each that was sent outside, as the log itself says. */
export const headsSent = (db: Db) =>
  db.query(
    HeadRow,
    `select distinct (f.after ->> 'seal')::int as seal, f.after ->> 'hash' as hash
       from audit_event f
      where f.type = 'audit-log.head-sent'
        and f.after ? 'seal'
      order by 1`,
  )

const SentRow = z.object({ id: z.number() })

export const wasHeadSent = async (db: Db, day: string) =>
  (
    await db.query(SentRow, `select f.id from audit_event f where f.subject = $1 and f.type = $2 limit 1`, [
      day,
      logEvents.headSent.type,
    ])
  ).length > 0
