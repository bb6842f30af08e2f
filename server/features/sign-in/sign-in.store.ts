// Mailed links: the only writer of link_token and reset_request.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { purgeCodes, voidCodesOf } from './codes.store.ts'

const passwordLinks = ['Reset', 'Invitation', 'ExpiredPassword'] as const
/** The table holds other kinds too, which set nobody's password (T10). */
const LinkKind = z.enum(passwordLinks)
type LinkKind = z.output<typeof LinkKind>

type NewLink = {
  tokenHash: Buffer
  userId: string
  kind: LinkKind
  now: Date
  expiresOn: Date
  returnUrl: string | undefined
}

/**
 * The same of a link that is mailed, for anyone who is still what they were when the mail was written: false where a
 * new password, a lock or an unlock came in between (T70).
 */
export const insertMailedLink = async (db: Db, input: NewLink & { mailedTo: string; securityStamp: string }) =>
  (await db.execute(
    `with held as (select id from portal_user where id = $2 and security_stamp = $8 for no key update),
            replaced as (delete from link_token where user_id in (select id from held) and kind = $3)
       insert into link_token (token_hash, user_id, kind, created_on, expires_on, return_url, mailed_to)
       select $1, held.id, $3, $4, $5, $6, $7
         from held
       returning 1`,
    [
      input.tokenHash,
      input.userId,
      input.kind,
      input.now,
      input.expiresOn,
      input.returnUrl ?? null,
      input.mailedTo,
      input.securityStamp,
    ],
  )) > 0

/** A newer link of a kind voids the older ones, in one statement. */
export const insertLink = async (db: Db, input: NewLink) => {
  await db.execute(
    `with replaced as (delete from link_token where user_id = $2 and kind = $3)
     insert into link_token (token_hash, user_id, kind, created_on, expires_on, return_url)
     values ($1, $2, $3, $4, $5, $6)`,
    [input.tokenHash, input.userId, input.kind, input.now, input.expiresOn, input.returnUrl ?? null],
  )
}

const LinkRow = z.object({ kind: LinkKind, returnUrl: z.string().nullable() })

export const linkOf = async (db: Db, input: { tokenHash: Buffer; userId: string; now: Date }) =>
  (
    await db.query(
      LinkRow,
      `select kind, return_url as "returnUrl"
         from link_token
        where token_hash = $1
          and user_id = $2
          and kind = any($4)
          and used_on is null
          and expires_on > $3`,
      [input.tokenHash, input.userId, input.now, passwordLinks],
    )
  ).at(0)

const SpentLinkRow = z.object({ kind: LinkKind, returnUrl: z.string().nullable(), mailedTo: z.string().nullable() })

/** Spends a link; false when it was spent, voided or has expired meanwhile. */
export const spendLink = async (tx: Tx, input: { tokenHash: Buffer; userId: string; now: Date }) =>
  (
    await tx.query(
      SpentLinkRow,
      `update link_token
          set used_on = $3
        where token_hash = $1
          and user_id = $2
          and kind = any($4)
          and used_on is null
          and expires_on > $3
       returning kind, return_url as "returnUrl", mailed_to as "mailedTo"`,
      [input.tokenHash, input.userId, input.now, passwordLinks],
    )
  ).at(0)

/** To impersonate that person, in the browser of that session only. */
export const insertImpersonationLink = async (
  tx: Tx,
  input: { tokenHash: Buffer; userId: string; sessionUid: string; now: Date; expiresOn: Date },
) => {
  await tx.execute(`delete from link_token where kind = 'IdentifyAs' and session_uid = $1`, [input.sessionUid])
  await tx.execute(
    `insert into link_token (token_hash, user_id, kind, session_uid, created_on, expires_on) values ($1, $2, 'IdentifyAs', $3, $4, $5)`,
    [input.tokenHash, input.userId, input.sessionUid, input.now, input.expiresOn],
  )
}

const LinkUserRow = z.object({ userId: z.uuid() })

export const spendImpersonationLink = async (tx: Tx, input: { tokenHash: Buffer; sessionUid: string; now: Date }) =>
  (
    await tx.query(
      LinkUserRow,
      `update link_token
          set used_on = $3
        where token_hash = $1
          and kind = 'IdentifyAs'
          and session_uid = $2
          and used_on is null
          and expires_on > $3
       returning user_id as "userId"`,
      [input.tokenHash, input.sessionUid, input.now],
    )
  ).at(0)

/** A changed password or a lock makes every link and code of the person worthless. */
export const voidSecretsOf = async (tx: Tx, userId: string) => {
  await tx.execute(`delete from link_token where user_id = $1`, [userId])
  await voidCodesOf(tx, userId)
}

/**
 * False when the mails of the hour are used up. Requests for one person wait for each other, or ten at once would count
 * as none (T11).
 */
export const insertRequest = async (tx: Tx, input: { userId: string; now: Date; mostPerHour: number }) => {
  await tx.execute(`select 1 from portal_user where id = $1 for no key update`, [input.userId])
  const inserted = await tx.execute(
    `insert into reset_request (user_id, at)
     select $1, $2
      where (select count(*)
               from reset_request
              where user_id = $1
                and at > $2::timestamptz - interval '1 hour') < $3::int`,
    [input.userId, input.now, input.mostPerHour],
  )
  return inserted > 0
}

/** What nobody can use any more; called by a job. */
export const purgeSpent = async (db: Db) => {
  await db.execute(`delete from link_token where expires_on < now() - interval '30 days'`)
  await purgeCodes(db)
  await db.execute(`delete from reset_request where at < now() - interval '1 day'`)
}

const ActorNameRow = z.object({ name: z.string() })

/** Who stated an audit event, by the name that people know them by; undefined for a job or the system. */
export const namedActorOf = async (db: Db, eventId: string) =>
  (
    await db.query(
      ActorNameRow,
      `select trim(u.first_name || ' ' || u.last_name) as name
         from audit_event f
         join portal_user u on u.id = f.actor_id
        where f.id = $1`,
      [eventId],
    )
  ).at(0)?.name
