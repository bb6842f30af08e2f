// One-time secrets: the only writer of two_factor_challenge, link_token and reset_request.
import type { Db, Tx } from '#server/kernel/context.ts'

export type Challenge = { id: string; userId: string; codeHash: Buffer | null; attempts: number; returnUrl: string | null }

/** A newer code makes the older ones void. */
export const insertChallenge = async (
  tx: Tx,
  input: { id: string; tokenHash: Buffer; userId: string; now: Date; expiresOn: Date; returnUrl: string | undefined },
) => {
  await tx.query(`update two_factor_challenge set void = true where user_id = $1 and used_on is null and not void`, [input.userId])
  await tx.query(
    `insert into two_factor_challenge (id, token_hash, user_id, created_on, expires_on, return_url)
     values ($1, $2, $3, $4, $5, $6)`,
    [input.id, input.tokenHash, input.userId, input.now, input.expiresOn, input.returnUrl ?? null],
  )
}

export const openChallenge = async (tx: Tx, input: { tokenHash: Buffer; now: Date; mostAttempts: number }) =>
  (
    await tx.query<Challenge>(
      `select id, user_id as "userId", code_hash as "codeHash", attempts, return_url as "returnUrl"
         from two_factor_challenge
        where token_hash = $1
          and not void
          and used_on is null
          and expires_on > $2
          and attempts < $3
          for update`,
      [input.tokenHash, input.now, input.mostAttempts],
    )
  ).at(0)

/** Tries of the last hour over all transactions of one person (T8). */
export const triesSince = async (tx: Tx, input: { userId: string; since: Date }) =>
  (
    await tx.query<{ tries: number }>(
      `select coalesce(sum(attempts), 0)::int as tries from two_factor_challenge where user_id = $1 and created_on > $2`,
      [input.userId, input.since],
    )
  ).at(0)?.tries ?? 0

export const countTry = async (tx: Tx, id: string) => {
  await tx.query(`update two_factor_challenge set attempts = attempts + 1 where id = $1`, [id])
}

export const useChallenge = async (tx: Tx, input: { id: string; now: Date }) => {
  await tx.query(`update two_factor_challenge set used_on = $2 where id = $1`, [input.id, input.now])
}

/** For the job that mails the code: still wanted, and to whom. */
export const challengeToMail = async (db: Db, input: { id: string; now: Date }) =>
  (
    await db.query<{ userId: string }>(
      `select user_id as "userId"
         from two_factor_challenge
        where id = $1
          and not void
          and used_on is null
          and expires_on > $2`,
      [input.id, input.now],
    )
  ).at(0)

export const setCode = async (tx: Tx, input: { id: string; codeHash: Buffer }) => {
  await tx.query(`update two_factor_challenge set code_hash = $2 where id = $1`, [input.id, input.codeHash])
}

const passwordLinks = ['Reset', 'Invitation', 'ExpiredPassword'] as const
/** The table holds other kinds too, which set nobody's password (T10). */
export type LinkKind = (typeof passwordLinks)[number]

/** A newer link of a kind voids the older ones. */
/** In one statement: instead of the one before of its kind. */
export const insertLink = async (
  db: Db,
  input: { tokenHash: Buffer; userId: string; kind: LinkKind; now: Date; expiresOn: Date; returnUrl: string | undefined },
) => {
  await db.query(
    `with replaced as (delete from link_token where user_id = $2 and kind = $3)
     insert into link_token (token_hash, user_id, kind, created_on, expires_on, return_url)
     values ($1, $2, $3, $4, $5, $6)`,
    [input.tokenHash, input.userId, input.kind, input.now, input.expiresOn, input.returnUrl ?? null],
  )
}

export const linkOf = async (db: Db, input: { tokenHash: Buffer; userId: string; now: Date }) =>
  (
    await db.query<{ kind: LinkKind; returnUrl: string | null }>(
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

/** Spends a link; false when it was spent, voided or has expired meanwhile. */
export const spendLink = async (tx: Tx, input: { tokenHash: Buffer; userId: string; now: Date }) =>
  (
    await tx.query<{ kind: LinkKind; returnUrl: string | null }>(
      `update link_token
          set used_on = $3
        where token_hash = $1
          and user_id = $2
          and kind = any($4)
          and used_on is null
          and expires_on > $3
       returning kind, return_url as "returnUrl"`,
      [input.tokenHash, input.userId, input.now, passwordLinks],
    )
  ).at(0)

/** To act as that person, in the browser of that session only. */
export const insertIdentifyAs = async (tx: Tx, input: { tokenHash: Buffer; userId: string; sessionUid: string; now: Date; expiresOn: Date }) => {
  await tx.query(`delete from link_token where kind = 'IdentifyAs' and session_uid = $1`, [input.sessionUid])
  await tx.query(`insert into link_token (token_hash, user_id, kind, session_uid, created_on, expires_on) values ($1, $2, 'IdentifyAs', $3, $4, $5)`, [input.tokenHash, input.userId, input.sessionUid, input.now, input.expiresOn])
}

export const spendIdentifyAs = async (tx: Tx, input: { tokenHash: Buffer; sessionUid: string; now: Date }) =>
  (
    await tx.query<{ userId: string }>(
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
  await tx.query(`delete from link_token where user_id = $1`, [userId])
  await tx.query(`update two_factor_challenge set void = true where user_id = $1 and used_on is null`, [userId])
}

/** False when the mails of the hour are used up. Requests for one person wait for each other, or ten at once would count as none (T11). */
export const insertRequest = async (tx: Tx, input: { userId: string; now: Date; mostPerHour: number }) => {
  await tx.query(`select 1 from portal_user where id = $1 for no key update`, [input.userId])
  const inserted = await tx.query(
    `insert into reset_request (user_id, at)
     select $1, $2
      where (select count(*)
               from reset_request
              where user_id = $1
                and at > $2::timestamptz - interval '1 hour') < $3::int
     returning 1 as inserted`,
    [input.userId, input.now, input.mostPerHour],
  )
  return inserted.length > 0
}

/** The language in which a reset was asked for, if the page told. */
export const languageAsked = async (db: Db, factId: string) =>
  (await db.query<{ language: string | null }>(`select after ->> 'language' as language from fact where id = $1::bigint`, [factId])).at(0)?.language ?? undefined

/** What nobody can use any more; called by a job. */
export const purgeSpent = async (db: Db) => {
  await db.query(`delete from link_token where expires_on < now() - interval '30 days'`)
  await db.query(`delete from two_factor_challenge where expires_on < now() - interval '1 day'`)
  await db.query(`delete from reset_request where at < now() - interval '1 day'`)
}

/** When a fact happened: its mail may leave a day later. */
export const timeOf = async (db: Db, factId: string) =>
  (await db.query<{ at: Date }>(`select at from fact where id = $1`, [factId])).at(0)?.at

/** How the lock of a fact came out: for a while, or for good. */
export const lockResultOf = async (db: Db, factId: string) =>
  (await db.query<{ result: string }>(`select after ->> 'result' as result from fact where id = $1`, [factId])).at(0)?.result

/** Who stated a fact, by the name that people know them by; undefined for a job or the system. */
export const namedActorOf = async (db: Db, factId: string) =>
  (
    await db.query<{ name: string }>(
      `select trim(u.first_name || ' ' || u.last_name) as name
         from fact f
         join portal_user u on u.id = f.actor_id
        where f.id = $1`,
      [factId],
    )
  ).at(0)?.name

/** What an e-mail was, what it became, and when. */
export const addressesOf = async (db: Db, factId: string) =>
  (
    await db.query<{ before: string; after: string; at: Date }>(
      `select before ->> 'email' as before,
              after ->> 'email' as after,
              at
         from fact
        where id = $1`,
      [factId],
    )
  ).at(0)
