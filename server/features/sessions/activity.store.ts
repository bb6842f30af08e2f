// What a session did last, and what is cleared away when it is long over.
import type { Db } from '#server/kernel/context.ts'

export type Activity = { sessionUid: string; applicationName: string; userId: string; at: Date }

/** Many at once: activity is collected for a second before it is written. */
export const recordActivity = async (db: Db, activities: readonly Activity[]) => {
  await db.execute(
    `insert into session_log (session_uid, application_name, user_id, user_name, ip, started_on, last_activity_on)
     select a.uid, a.application, u.id, u.user_name, s.ip, a.at, a.at
       from unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[]) as a (uid, application, user_id, at)
       join portal_user u on u.id = a.user_id
       left join session s on s.uid = a.uid
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

/** Expired rows are of no use to anybody; called by a job. */
export const purgeExpired = async (db: Db) => {
  await db.execute(`delete from oidc_payload where expires_on < now() - interval '1 hour'`)
  await db.execute(`delete from session where expires_on < now()`)
}
