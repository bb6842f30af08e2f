// Whether the head of a day was sent, as the log itself says.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { logEvents } from './logs.events.ts'

const SentRow = z.object({ id: z.number() })

export const wasHeadSent = async (db: Db, day: string) =>
  (
    await db.query(SentRow, `select f.id from audit_event f where f.subject = $1 and f.type = $2 limit 1`, [
      day,
      logEvents.headSent.type,
    ])
  ).length > 0
