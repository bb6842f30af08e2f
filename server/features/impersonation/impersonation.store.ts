// Who impersonated whom: the only writer of impersonation.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'

export const insert = async (
  tx: Tx,
  input: { sessionUid: string; impersonatorId: string; userId: string; now: Date },
) => {
  await tx.execute(
    `insert into impersonation (session_uid, impersonator_id, user_id, started_on) values ($1, $2, $3, $4)`,
    [input.sessionUid, input.impersonatorId, input.userId, input.now],
  )
}

export const EndedImpersonation = z.object({
  sessionUid: z.string(),
  userId: z.uuid(),
  impersonatorId: z.uuid(),
  impersonatorName: z.string(),
})
export type EndedImpersonation = z.output<typeof EndedImpersonation>

const ended = `returning session_uid as "sessionUid",
              user_id as "userId",
              impersonator_id as "impersonatorId",
              coalesce((select user_name::text from portal_user where id = impersonator_id), '-') as "impersonatorName"`

export const close = async (tx: Tx, input: { sessionUid: string; now: Date; reason: string }) =>
  (
    await tx.query(
      EndedImpersonation,
      `update impersonation set ended_on = $2, end_reason = $3 where session_uid = $1 and ended_on is null ${ended}`,
      [input.sessionUid, input.now, input.reason],
    )
  ).at(0)

const isOver = `i.ended_on is null and not (may_impersonate(i.impersonator_id) and exists (select 1 from session s where s.uid = i.session_uid and s.expires_on > $1))`

export const anyOver = async (db: Db, now: Date) =>
  (await db.execute(`select 1 as found from impersonation i where ${isOver} limit 1`, [now])) > 0

/** Those whose session is gone: its hour is over, somebody signed out, or anyone who acted lost the right to. */
export const closeOver = (tx: Tx, now: Date) =>
  tx.query(
    EndedImpersonation,
    `update impersonation i set ended_on = $1, end_reason = 'over' where ${isOver} ${ended}`,
    [now],
  )
