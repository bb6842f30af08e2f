// A person's own sessions. Those of somebody who impersonates that person are not theirs (docs/decisions/0014).
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { isLive } from './bearers.store.ts'

const OwnSessionRow = z.object({
  id: z.uuid(),
  uid: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  startedOn: z.date(),
  lastSeenOn: z.date(),
})

const own = `s.user_id = $1
          and s.impersonator_id is null
          and ${isLive}`

export const sessionsOf = (db: Db, userId: string) =>
  db.query(
    OwnSessionRow,
    `select s.handle as id,
            s.uid,
            s.ip,
            s.user_agent as "userAgent",
            s.started_on as "startedOn",
            greatest(s.last_seen_on, (select max(l.last_activity_on) from session_log l where l.session_uid = s.uid)) as "lastSeenOn"
       from session s
      where ${own}
      order by "lastSeenOn" desc, s.handle`,
    [userId],
  )

const UidRow = z.object({ uid: z.string() })

export const ownSessionUid = async (db: Db, { userId, id }: { userId: string; id: string }) =>
  (await db.query(UidRow, `select s.uid from session s where ${own} and s.handle = $2`, [userId, id])).at(0)?.uid
