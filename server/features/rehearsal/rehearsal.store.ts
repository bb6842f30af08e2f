// What happened in the last month, oldest first and bounded: attempts to sign in, and sessions.
import { z } from 'zod'
import type { Db, Reads } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'

export type Period = { readonly since: Date; readonly most: number }

export const SignInRow = z.object({
  at: z.date(),
  type: z.string(),
  /** Of whom: the account, or null for a name that nobody has. */
  userId: z.uuid().nullable(),
  userName: z.string(),
  reason: z.string(),
  provider: z.enum(['Local', 'Microsoft']),
  source: z.string().nullable(),
  typed: z.string().nullable(),
  /** As they are now. */
  email: z.string().nullable(),
  breakGlass: z.boolean(),
  /** When the password was set that was in use then. */
  passwordSetOn: z.date().nullable(),
})
export type SignInRow = z.output<typeof SignInRow>

/** `withPasswords`: what it takes to know how old each password was is read only where it is asked for. */
export const signIns = (db: Reads, { since, most }: Period, { withPasswords }: { withPasswords: boolean }) =>
  db.stream(
    SignInRow,
    `with attempt as (
       select id, at, type, actor_id, subject, after
         from audit_event
        where type like 'sign-in.%'
          and type not in ('sign-in.code-mailed', 'sign-in.unlocked')
          and at > $1
        order by at desc, id desc
        limit $2
     ),
     entry as (
       select id, at, type, actor_id as user_id, after
         from attempt
        union all
       select id, at, type, subject::uuid, after
         from audit_event
        where coalesce(operation, type) in ('sign-in.unlocked', 'user.password-reset')
          and at >= (select min(at) from attempt)
     )
     select e.at,
            e.type,
            e.user_id as "userId",
            coalesce(e.after ->> 'userName', u.user_name::text, '') as "userName",
            coalesce(e.after ->> 'reason', '') as reason,
            coalesce(e.after ->> 'provider', 'Local') as provider,
            e.after ->> 'source' as source,
            e.after ->> 'typed' as typed,
            u.email::text as email,
            coalesce(u.break_glass, false) as "breakGlass",
            case when $3 then (select max(h.set_on)
                                 from password_history h
                                where h.user_id = e.user_id
                                  and h.set_on <= e.at) end as "passwordSetOn"
       from entry e
       left join portal_user u on u.id = e.user_id
      order by e.at, e.id`,
    [since, most, withPasswords],
  )

const SessionRow = z.object({
  userId: z.uuid().nullable(),
  userName: z.string(),
  startedOn: z.date(),
  lastActivityOn: z.date(),
  endedOn: z.date().nullable(),
  /** When the same person began another session, next. */
  nextOn: z.date().nullable(),
})
export type SessionRow = z.output<typeof SessionRow>

export const sessionsBegun = (db: Reads, { since, most }: Period) =>
  db.stream(
    SessionRow,
    `with activity as (
       select session_uid, user_id, user_name, started_on, last_activity_on, ended_on
         from session_log
        where started_on > $1
        order by started_on desc
        limit $2
     ),
     begun as (
       select a.session_uid,
              a.user_id,
              min(a.user_name) as user_name,
              coalesce(min(s.started_on), min(a.started_on)) as started_on,
              max(a.last_activity_on) as last_activity_on,
              max(a.ended_on) as ended_on
         from activity a
         left join session s on s.uid = a.session_uid
        group by a.session_uid, a.user_id
     )
     select user_id as "userId",
            user_name as "userName",
            started_on as "startedOn",
            last_activity_on as "lastActivityOn",
            ended_on as "endedOn",
            lead(started_on) over (partition by user_id order by started_on) as "nextOn"
       from begun
      order by started_on, session_uid`,
    [since, most],
  )

const count = async (db: Db, text: string, values: readonly unknown[]) =>
  (await db.query(CountRow, text, values)).at(0)?.count ?? 0

const domain = `lower(substring(email::text from '[^@]*$'))`

/** Accounts whose address is at one of these domains; those for an emergency sign in with a password all the same. */
export const accountsAt = (db: Db, domains: readonly string[]) =>
  count(
    db,
    `select count(*) as count
       from portal_user
      where ${domain} = any($1)
        and not break_glass`,
    [domains],
  )

/** Accounts whose password was set between two moments, and is not to be replaced for another reason. */
export const passwordsSet = (db: Db, { after, before }: { after: Date | null; before: Date | null }) =>
  count(
    db,
    `select count(*) as count
       from portal_user
      where password_hash is not null
        and not password_expired
        and not draft
        and ($1::timestamptz is null or password_changed_on >= $1)
        and ($2::timestamptz is null or password_changed_on < $2)`,
    [after, before],
  )
