// Sessions as they begin and go on; how they end: ended-sessions.store.ts.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { hashed, isLive } from './bearers.store.ts'

export const SessionPayload = z.looseObject({
  uid: z.string(),
  accountId: z.uuid().optional(),
  exp: z.number(),
  authorizations: z
    .record(z.string(), z.looseObject({ sid: z.string().optional(), grantId: z.string().optional() }))
    .optional(),
})
export type SessionPayload = z.output<typeof SessionPayload>

/**
 * To be kept: of what applications have in the session only what changes, null for those that have nothing there any
 * more. What others are given at the same moment stays.
 */
export type SessionChange = {
  readonly uid: string
  readonly accountId?: string | undefined
  readonly exp: number
  readonly authorizations?: Readonly<Record<string, object | null>>
}

export const insertSession = async (
  tx: Tx,
  session: {
    secret: string
    payload: SessionPayload
    userId: string
    provider: 'Local' | 'Microsoft'
    persistent: boolean
    ip: string
    userAgent: string
    now: Date
    /** Of the account as it was judged. */
    securityStamp: string
    /** Anyone who impersonates that user, and the session of theirs that this one hangs on. */
    impersonator?: { id: string; sessionUid: string }
  },
) => {
  await tx.execute(
    `insert into session (id, uid, user_id, provider, persistent, ip, user_agent, started_on, last_seen_on, expires_on,
                          impersonator_id, impersonator_session_uid, payload, security_stamp)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, to_timestamp($9), $10, $11, $12, $13)`,
    [
      hashed(session.secret),
      session.payload.uid,
      session.userId,
      session.provider,
      session.persistent,
      session.ip,
      session.userAgent.slice(0, 400),
      session.now,
      session.payload.exp,
      session.impersonator?.id ?? null,
      session.impersonator?.sessionUid ?? null,
      JSON.stringify(session.payload),
      session.securityStamp,
    ],
  )
}

const SessionPayloadRow = z.object({ payload: SessionPayload })

export const sessionByUid = async (db: Db, uid: string) =>
  (await db.query(SessionPayloadRow, `select payload from session s where uid = $1 and ${isLive}`, [uid])).at(0)
    ?.payload

/** Whether the cookie is anybody's, however long ago. */
export const isSession = async (db: Db, secret: string) =>
  (await db.execute(`select 1 as found from session where id = $1`, [hashed(secret)])) > 0

const PersistentRow = z.object({ persistent: z.boolean() })

/** A session goes on under another identifier; undefined where it is over. */
export const takeUpSession = async (tx: Tx, input: { uid: string; secret: string; now: Date }) =>
  (
    await tx.query(
      PersistentRow,
      `update session s set id = $2, last_seen_on = $3 where uid = $1 and ${isLive} returning persistent`,
      [input.uid, hashed(input.secret), input.now],
    )
  ).at(0)

/** Its person proved again who they are. */
export const confirmSession = (tx: Tx, input: { uid: string; userId: string; now: Date }) =>
  tx.execute(`update session set confirmed_on = $3 where uid = $1 and user_id = $2`, [
    input.uid,
    input.userId,
    input.now,
  ])

export type Activity = { sessionUid: string; applicationName: string; userId: string; at: Date }

/**
 * Many at once: activity is collected for a second before it is written. The roles are those of the first moment
 * (R3.8-13), and are looked up for that one only. Sessions and entries are looked up row by row: joined, a new table
 * would be read whole (fresh-plans.spec.ts).
 */
export const recordActivity = async (db: Db, activities: readonly Activity[]) => {
  await db.execute(
    `insert into session_log (session_uid, application_name, user_id, user_name, ip, started_on, last_activity_on, roles)
     select a.uid, a.application, u.id, u.user_name, (select s.ip from session s where s.uid = a.uid), a.at, a.at,
            case when (select l.session_uid from session_log l where l.session_uid = a.uid and l.application_name = a.application) is null
                 then array(select distinct r.role_name from roles_anywhere(u.id) r
                             where r.application_name = a.application
                                or (a.application = 'identity' and r.application_name = 'identity.global')
                             order by 1) end
       from unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[]) as a (uid, application, user_id, at)
       join portal_user u on u.id = a.user_id
     on conflict (session_uid, application_name) do update
        set last_activity_on = greatest(session_log.last_activity_on, excluded.last_activity_on)`,
    [
      activities.map((a) => a.sessionUid),
      activities.map((a) => a.applicationName),
      activities.map((a) => a.userId),
      activities.map((a) => a.at),
    ],
  )
}

/** After a busy day there are millions: no statement takes longer than one may. */
const purgedAtOnce = 10_000

/** Expired rows are of no use to anybody; called by a job. */
export const purgeExpired = async (db: Db) => {
  const some = `delete from oidc_payload
     where id = any(array(select id from oidc_payload where expires_on < now() - interval '1 hour' limit $1))`
  while ((await db.execute(some, [purgedAtOnce])) === purgedAtOnce);
  await db.execute(`delete from session where expires_on < now()`)
}
