// Codes of the second factor, and the sign-ins that wait for them: the only writer of two_factor_challenge. A row holds
// a code, or leads to the one that holds it (`code_of`).
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { bytes } from '#server/kernel/row.ts'

/** The code that was mailed, or one of the person's authenticator app. */
const ChallengeMethod = z.enum(['mail', 'app'])

export const Challenge = z.object({
  codeId: z.uuid(),
  userId: z.uuid(),
  method: ChallengeMethod,
  codeHash: bytes.nullable(),
  returnUrl: z.string().nullable(),
  mailedTo: z.string().nullable(),
})
export type Challenge = z.output<typeof Challenge>

type NewChallenge = {
  id: string
  tokenHash: Buffer
  userId: string
  now: Date
  expiresOn: Date
  returnUrl: string | undefined
}

type Kind = { codeOf: string | null; method: z.output<typeof ChallengeMethod> }

const insert = (tx: Tx, input: NewChallenge & Kind) =>
  tx.execute(
    `insert into two_factor_challenge (id, token_hash, user_id, created_on, expires_on, return_url, code_of, method)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      input.id,
      input.tokenHash,
      input.userId,
      input.now,
      input.expiresOn,
      input.returnUrl ?? null,
      input.codeOf,
      input.method,
    ],
  )

/** A newer code makes the older ones void. */
export const insertCode = async (tx: Tx, input: NewChallenge) => {
  await voidCodesOf(tx, input.userId)
  await insert(tx, { ...input, codeOf: null, method: 'mail' })
}

export const insertSharing = (tx: Tx, input: NewChallenge & { codeOf: string }) =>
  insert(tx, { ...input, method: 'mail' })

/** Waits for a code of the authenticator app: nothing is mailed, and others that wait go on waiting. */
export const insertForApp = (tx: Tx, input: NewChallenge) => insert(tx, { ...input, codeOf: null, method: 'app' })

const Code = z.object({
  id: z.uuid(),
  createdOn: z.date(),
  expiresOn: z.date(),
  works: z.boolean(),
  mailedAgain: z.boolean(),
})

/**
 * Codes of the last hour that nobody used, newest first. Anyone who asks holds the account: two at once count each
 * other.
 */
export const unusedCodes = (tx: Tx, input: { userId: string; now: Date; mostAttempts: number }) =>
  tx.query(
    Code,
    `select id,
            created_on as "createdOn",
            expires_on as "expiresOn",
            not void and expires_on > $2 and attempts < $3 as works,
            mailed_again_on is not null as "mailedAgain"
       from two_factor_challenge
      where user_id = $1
        and method = 'mail'
        and code_of is null
        and used_on is null
        and created_on > $2::timestamptz - interval '1 hour'
      order by created_on desc`,
    [input.userId, input.now, input.mostAttempts],
  )

export const setMailedAgain = (tx: Tx, input: { id: string; now: Date }) =>
  tx.execute(`update two_factor_challenge set mailed_again_on = $2 where id = $1`, [input.id, input.now])

export const openChallenge = async (tx: Tx, input: { tokenHash: Buffer; now: Date; mostAttempts: number }) =>
  (
    await tx.query(
      Challenge,
      `select code.id as "codeId",
              code.user_id as "userId",
              code.method,
              code.code_hash as "codeHash",
              asked.return_url as "returnUrl",
              code.mailed_to as "mailedTo"
         from two_factor_challenge asked
         join two_factor_challenge code on code.id = coalesce(asked.code_of, asked.id)
        where asked.token_hash = $1
          and not code.void
          and code.used_on is null
          and code.expires_on > $2
          and code.attempts < $3
          for update of code`,
      [input.tokenHash, input.now, input.mostAttempts],
    )
  ).at(0)

const TriesRow = z.object({ tries: z.number() })

/** Tries of the last hour over all codes of one person (T8). */
export const triesSince = async (tx: Tx, input: { userId: string; since: Date }) =>
  (
    await tx.query(
      TriesRow,
      `select coalesce(sum(attempts), 0)::int as tries from two_factor_challenge where user_id = $1 and created_on > $2`,
      [input.userId, input.since],
    )
  ).at(0)?.tries ?? 0

export const countTry = async (tx: Tx, codeId: string) => {
  await tx.execute(`update two_factor_challenge set attempts = attempts + 1 where id = $1`, [codeId])
}

export const useCode = async (tx: Tx, input: { codeId: string; now: Date }) => {
  await tx.execute(`update two_factor_challenge set used_on = $2 where id = $1`, [input.codeId, input.now])
}

const CodeUserRow = z.object({ userId: z.uuid() })

/** For the job that mails the code: still wanted, and to whom. */
export const codeToMail = async (db: Db, input: { id: string; now: Date }) =>
  (
    await db.query(
      CodeUserRow,
      `select user_id as "userId"
         from two_factor_challenge
        where id = $1
          and not void
          and used_on is null
          and expires_on > $2`,
      [input.id, input.now],
    )
  ).at(0)

export const setCode = async (tx: Tx, input: { id: string; codeHash: Buffer; mailedTo: string }) => {
  const values = [input.id, input.codeHash, input.mailedTo]
  await tx.execute(`update two_factor_challenge set code_hash = $2, mailed_to = $3 where id = $1`, values)
}

export const voidCodesOf = (tx: Tx, userId: string) =>
  tx.execute(`update two_factor_challenge set void = true where user_id = $1 and used_on is null and not void`, [
    userId,
  ])

/** What nobody can use any more; called by a job. */
export const purgeCodes = (db: Db) =>
  db.execute(`delete from two_factor_challenge where expires_on < now() - interval '1 day'`)
