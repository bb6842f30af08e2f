// Sessions and what the provider issued within them: the only writer of session, session_log and oidc_payload.
import { createHash } from 'node:crypto'
import type { Db, EndedSession, Tx } from '#server/kernel/context.ts'

/** Whoever reads the table cannot sign in with what stands in it. */
export const hashed = (secret: string) => createHash('sha256').update(secret).digest()

export type SessionPayload = Record<string, unknown> & {
  uid: string
  accountId?: string
  exp: number
  authorizations?: Record<string, { sid?: string; grantId?: string }>
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
    impersonatorId?: string
  },
) => {
  await tx.query(
    `insert into session (id, uid, user_id, provider, persistent, ip, user_agent, started_on, last_seen_on, expires_on, impersonator_id, payload)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, to_timestamp($9), $10, $11)`,
    [
      hashed(session.secret), session.payload.uid, session.userId, session.provider, session.persistent, session.ip,
      session.userAgent.slice(0, 400), session.now, session.payload.exp, session.impersonatorId ?? null, JSON.stringify(session.payload),
    ],
  )
}

export const sessionByUid = async (db: Db, uid: string) =>
  (await db.query<{ payload: SessionPayload }>(`select payload from session where uid = $1 and expires_on > now()`, [uid])).at(0)?.payload

export const deleteSession = async (db: Db, secret: string) => {
  await db.query(
    `with ended as (delete from session where id = $1 returning uid)
     update session_log
        set ended_on = now(),
            end_reason = 'signed out'
       from ended
      where session_uid = ended.uid
        and ended_on is null`,
    [hashed(secret)],
  )
}

/** Ends one session with everything issued in it; answers whose it was, so that its applications can be told. */
export const endSession = async (tx: Tx, input: { secret: string; now: Date; reason: string }): Promise<EndedSession | undefined> => {
  const [ended] = await tx.query<{ uid: string; userId: string | null; payload: SessionPayload }>(
    `delete from session where id = $1 returning uid, user_id as "userId", payload`,
    [hashed(input.secret)],
  )
  if (!ended?.userId) return undefined
  await tx.query(`delete from oidc_payload where session_uid = $1`, [ended.uid])
  await closeLog(tx, [ended.uid], input)
  return { userId: ended.userId, authorizations: ended.payload.authorizations ?? {} }
}

/** Ends all sessions of a person, and every code and token with them: password change, lock, deletion (A-57, T14). */
export const endSessionsOf = async (tx: Tx, input: { userId: string; now: Date; reason: string; except?: string }): Promise<EndedSession[]> => {
  const ended = await tx.query<{ uid: string; payload: SessionPayload }>(
    `delete from session where user_id = $1 and uid is distinct from $2 returning uid, payload`,
    [input.userId, input.except ?? null],
  )
  await tx.query(`delete from oidc_payload where user_id = $1 and session_uid is distinct from $2`, [input.userId, input.except ?? null])
  await closeLog(tx, ended.map((session) => session.uid), input)
  return ended.map((session) => ({ userId: input.userId, authorizations: session.payload.authorizations ?? {} }))
}

const closeLog = async (tx: Tx, uids: readonly string[], input: { now: Date; reason: string }) => {
  await tx.query(
    `update session_log
        set ended_on = $2,
            end_reason = $3
      where session_uid = any($1)
        and ended_on is null`,
    [uids, input.now, input.reason],
  )
}

export type Activity = { sessionUid: string; applicationName: string; userId: string; at: Date }

/** Many at once: activity is collected for a second before it is written. */
export const recordActivity = async (db: Db, activities: readonly Activity[]) => {
  await db.query(
    `insert into session_log (session_uid, application_name, user_id, user_name, ip, started_on, last_activity_on)
     select a.uid, a.application, u.id, u.user_name, s.ip, a.at, a.at
       from unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[]) as a (uid, application, user_id, at)
       join portal_user u on u.id = a.user_id
       left join session s on s.uid = a.uid
     on conflict (session_uid, application_name) do update
        set last_activity_on = greatest(session_log.last_activity_on, excluded.last_activity_on)`,
    [
      activities.map((a) => a.sessionUid), activities.map((a) => a.applicationName),
      activities.map((a) => a.userId), activities.map((a) => a.at),
    ],
  )
}

export type Bearer = { userId: string; userName: string; clientId: string; sessionUid: string | null; scope: string; roles: string[] }

/** Who holds this access token, if it, its session and its owner are alive this very moment. */
export const bearerOf = async (db: Db, token: string) =>
  (
    await db.query<Bearer>(
      `select u.id as "userId",
              u.user_name as "userName",
              p.client_id as "clientId",
              p.session_uid as "sessionUid",
              coalesce(p.payload ->> 'scope', '') as scope,
              array(select role_name from roles_anywhere(u.id) where application_name in ('identity', 'identity.global')) as roles
         from oidc_payload p
         join portal_user u on u.id = p.user_id
         left join session s on s.uid = p.session_uid
        where p.id = $1
          and p.kind = 'AccessToken'
          and p.expires_on > now()
          and not u.draft
          and not u.locked_by_administrator
          and (p.session_uid is null or (s.user_id = u.id and s.expires_on > now()))`,
      [hashed(token)],
    )
  ).at(0)

/** Whose browser shows this session cookie, where it goes by itself and brings no token. */
export const personOfSession = async (db: Db, secret: string) =>
  (
    await db.query<{ userId: string; userName: string; sessionUid: string; roles: string[] }>(
      `select u.id as "userId",
              u.user_name as "userName",
              s.uid as "sessionUid",
              array(select role_name from roles_anywhere(u.id) where application_name in ('identity', 'identity.global')) as roles
         from session s
         join portal_user u on u.id = s.user_id
        where s.id = $1
          and s.expires_on > now()
          and not u.draft
          and not u.locked_by_administrator`,
      [hashed(secret)],
    )
  ).at(0)

/** Of many access tokens those that would be let in now: the conditions of `bearerOf`, without its person. */
export const livingTokens = async (db: Db, tokens: readonly string[]): Promise<ReadonlySet<string>> => {
  const byHash = new Map(tokens.map((token) => [hashed(token).toString('hex'), token]))
  const rows = await db.query<{ id: string }>(
    `select encode(p.id, 'hex') as id
       from oidc_payload p
       join portal_user u on u.id = p.user_id
       left join session s on s.uid = p.session_uid
      where p.id = any(select decode(hex, 'hex') from unnest($1::text[]) as hex)
        and p.kind = 'AccessToken'
        and p.expires_on > now()
        and not u.draft
        and not u.locked_by_administrator
        and (p.session_uid is null or (s.user_id = u.id and s.expires_on > now()))`,
    [[...byHash.keys()]],
  )
  return new Set(rows.flatMap(({ id }) => byHash.get(id) ?? []))
}

/** Expired rows are of no use to anybody; called by a job. */
export const purgeExpired = async (db: Db) => {
  await db.query(`delete from oidc_payload where expires_on < now() - interval '1 hour'`)
  await db.query(`delete from session where expires_on < now()`)
}
