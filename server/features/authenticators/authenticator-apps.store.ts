// Authenticator apps, their recovery codes, and wrong codes: the only writer of these tables.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'

const AppRow = z.object({
  /** Encrypted. */
  secret: z.string(),
  createdOn: z.date(),
  confirmedOn: z.date().nullable(),
  lastStep: z.number(),
})
export type AppRow = z.output<typeof AppRow>

const columns = `secret, created_on as "createdOn", confirmed_on as "confirmedOn", last_step as "lastStep"`

export const appOf = async (db: Db, userId: string) =>
  (await db.query(AppRow, `select ${columns} from authenticator_app where user_id = $1`, [userId])).at(0)

/** One that counts: its first code was typed. */
export const hasApp = async (db: Db, userId: string) =>
  (await db.execute(`select 1 as found from authenticator_app where user_id = $1 and confirmed_on is not null`, [
    userId,
  ])) > 0

/** In place of one that was begun and never confirmed. */
export const insertApp = (tx: Tx, input: { userId: string; secret: string; now: Date }) =>
  tx.execute(
    `insert into authenticator_app (user_id, secret, created_on)
     values ($1, $2, $3)
     on conflict (user_id) do update
        set secret = excluded.secret,
            created_on = excluded.created_on
      where authenticator_app.confirmed_on is null`,
    [input.userId, input.secret, input.now],
  )

export const confirmApp = (tx: Tx, input: { userId: string; step: number; now: Date }) =>
  tx.execute(`update authenticator_app set confirmed_on = $2, last_step = $3 where user_id = $1`, [
    input.userId,
    input.now,
    input.step,
  ])

/** False where this code, or a later one, was taken before, on whatever instance. */
export const takeStep = async (tx: Tx, input: { userId: string; step: number }) =>
  (await tx.execute(`update authenticator_app set last_step = $2 where user_id = $1 and last_step < $2`, [
    input.userId,
    input.step,
  ])) > 0

/** False where there was none. */
export const deleteApp = async (tx: Tx, userId: string) =>
  (await tx.execute(`delete from authenticator_app where user_id = $1`, [userId])) > 0

export const replaceRecoveryCodes = async (tx: Tx, input: { userId: string; hashes: readonly Buffer[] }) => {
  await tx.execute(`delete from recovery_code where user_id = $1`, [input.userId])
  await tx.execute(`insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])`, [
    input.userId,
    input.hashes,
  ])
}

/** False for a wrong one, and for one that was used. */
export const spendRecoveryCode = async (tx: Tx, input: { userId: string; hash: Buffer; now: Date }) =>
  (await tx.execute(
    `update recovery_code
        set used_on = $3
      where user_id = $1
        and code_hash = $2
        and used_on is null`,
    [input.userId, input.hash, input.now],
  )) > 0

export const recoveryCodesLeft = async (db: Db, userId: string) =>
  (
    await db.query(
      CountRow,
      `select count(*)::int as count from recovery_code where user_id = $1 and used_on is null`,
      [userId],
    )
  ).at(0)?.count ?? 0

export const countTry = (tx: Tx, input: { userId: string; now: Date }) =>
  tx.execute(`insert into authenticator_try (user_id, tried_on) values ($1, $2)`, [input.userId, input.now])

export const triesSince = async (db: Db, input: { userId: string; since: Date }) =>
  (
    await db.query(
      CountRow,
      `select count(*)::int as count from authenticator_try where user_id = $1 and tried_on > $2`,
      [input.userId, input.since],
    )
  ).at(0)?.count ?? 0

/** What nobody counts any more; called by a job. */
export const purgeTries = (db: Db) =>
  db.execute(`delete from authenticator_try where tried_on < now() - interval '1 day'`)
