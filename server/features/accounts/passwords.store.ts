// Passwords that accounts have and had: the only writer of password_history.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'

const PasswordRow = z.object({ hash: z.string() })

/** The hashes that must not be used again, newest first. */
export const rememberedPasswords = async (db: Db, userId: string, most: number) =>
  (
    await db.query(
      PasswordRow,
      `select password_hash as hash
         from password_history
        where user_id = $1
        order by set_on desc
        limit $2`,
      [userId, most],
    )
  ).map((row) => row.hash)

export const setPassword = async (tx: Tx, input: { userId: string; hash: string; now: Date; expired: boolean }) => {
  await tx.execute(
    `update portal_user
        set password_hash = $2,
            password_changed_on = $3,
            password_expired = $4,
            security_stamp = gen_random_uuid(),
            modified_on = $3
      where id = $1`,
    [input.userId, input.hash, input.now, input.expired],
  )
  await tx.execute(
    `insert into password_history (user_id, password_hash, set_on) values ($1, $2, $3) on conflict do nothing`,
    [input.userId, input.hash, input.now],
  )
}

/** What is set with a new account is no more to be used again than what is set later (R5.1-09). */
export const rememberAdded = `insert into password_history (user_id, password_hash, set_on)
     select id, password_hash, password_changed_on
       from added
      where password_hash is not null`
