// Sessions that end, with everything issued in them: by their person, a lock, a new password, or the provider.
import { z } from 'zod'
import type { SessionEndReason } from '#contract/log-reasons.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { hashed } from './bearers.store.ts'

/**
 * Told of the person who had a session that ended, in the transaction that ended it; the payload is the person's id.
 */
export const sessionsChannel = 'portico_sessions'

const tellEnded = (db: Db, userIds: readonly (string | null)[]) =>
  db.execute(
    `select pg_notify($1, user_id::text) from (select distinct unnest($2::uuid[]) as user_id) ended where user_id is not null`,
    [sessionsChannel, userIds],
  )

/**
 * A session that hangs on another goes with it; anyone who signs out while impersonating somebody leaves the
 * other one, too.
 */
const withWaiting = `select uid from session where id = $1
                     union
                    select impersonator_session_uid from session where id = $1 and impersonator_session_uid is not null`

const SessionUserRow = z.object({ userId: z.uuid().nullable() })

export const deleteSession = async (db: Db, secret: string) => {
  const ended = await db.query(
    SessionUserRow,
    `with leaving as (${withWaiting}),
          ended as (
            delete from session
             where uid in (select uid from leaving)
                or impersonator_session_uid in (select uid from leaving)
            returning uid, user_id
          ),
          closed as (
            update session_log
               set ended_on = now(),
                   end_reason = 'signed out'
              from ended
             where session_uid = ended.uid
               and ended_on is null
          )
     select user_id as "userId" from ended`,
    [hashed(secret)],
  )
  if (ended.length > 0)
    await tellEnded(
      db,
      ended.map(({ userId }) => userId),
    )
}

type Ending = { now: Date; reason: SessionEndReason }

const EndedRow = z.object({
  uid: z.string(),
  userId: z.uuid().nullable(),
  authorizations: z.record(z.string(), z.looseObject({ sid: z.string().optional() })),
})

/** Whose it was, and in which applications it was used that want to be told of its end. */
export type EndedSession = {
  readonly userId: string
  readonly authorizations: Readonly<Record<string, { readonly sid?: string | undefined }>>
}

/** Of a session that leaves. */
const authorizationsToTell = `(select coalesce(jsonb_object_agg(used.key, used.value), '{}')
                    from jsonb_each(session.payload -> 'authorizations') used
                    join application a on a.name = used.key and a.backchannel_logout_uri is not null)`

const endAll = async (
  tx: Tx,
  { which, values }: { which: string; values: readonly unknown[] },
  ending: Ending,
): Promise<EndedSession[]> => {
  const ended = await tx.query(
    EndedRow,
    `with leaving as (${which})
     delete from session
      where uid in (select uid from leaving)
         or impersonator_session_uid in (select uid from leaving)
     returning uid, user_id as "userId", ${authorizationsToTell} as authorizations`,
    values,
  )
  await tx.execute(`delete from oidc_payload where user_id = any($1) and session_uid = any($2)`, [
    ended.map(({ userId }) => userId),
    ended.map(({ uid }) => uid),
  ])
  await closeLog(
    tx,
    ended.map(({ uid }) => uid),
    ending,
  )
  if (ended.length > 0)
    await tellEnded(
      tx,
      ended.map(({ userId }) => userId),
    )
  return ended.flatMap(({ userId, authorizations }) => (userId ? [{ userId, authorizations }] : []))
}

/** Ends one session with everything issued in it; of anyone who impersonates somebody, both. */
export const endSession = (tx: Tx, { secret, ...ending }: { secret: string } & Ending) =>
  endAll(tx, { which: withWaiting, values: [hashed(secret)] }, ending)

/** Ends what hangs on another session, which stays. */
export const endImpersonation = (tx: Tx, { secret, ...ending }: { secret: string } & Ending) =>
  endAll(
    tx,
    {
      which: `select uid from session where id = $1 and impersonator_session_uid is not null`,
      values: [hashed(secret)],
    },
    ending,
  )

export const endSessions = (tx: Tx, { uids, ...ending }: { uids: readonly string[] } & Ending) =>
  endAll(tx, { which: `select uid from unnest($1::text[]) uid`, values: [uids] }, ending)

/** Ends all sessions of a person, and every code and token with them: password change, lock, deletion (A-57, T14). */
export const endSessionsOf = async (
  tx: Tx,
  { userId, except, ...ending }: { userId: string; except?: string } & Ending,
): Promise<EndedSession[]> => {
  const ended = await endAll(
    tx,
    {
      which: `select uid from session where user_id = $1 and uid is distinct from $2`,
      values: [userId, except ?? null],
    },
    ending,
  )
  await tx.execute(`delete from oidc_payload where user_id = $1 and session_uid is distinct from $2`, [
    userId,
    except ?? null,
  ])
  return ended
}

const closeLog = async (tx: Tx, uids: readonly string[], input: Ending) => {
  await tx.execute(
    `update session_log
        set ended_on = $2,
            end_reason = $3
      where session_uid = any($1)
        and ended_on is null`,
    [uids, input.now, input.reason],
  )
}
