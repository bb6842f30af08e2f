// Passkeys, and the challenges that were answered: the only writer of both tables.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { bytes } from '#server/kernel/row.ts'

const PasskeyRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  credentialId: bytes,
  publicKey: bytes,
  counter: z.number(),
  transports: z.array(z.string()),
  synced: z.boolean(),
  name: z.string(),
  createdOn: z.date(),
  lastUsedOn: z.date().nullable(),
})
export type PasskeyRow = z.output<typeof PasskeyRow>

const columns = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
              synced, name, created_on as "createdOn", last_used_on as "lastUsedOn"`

export const passkeysOf = (db: Db, userId: string) =>
  db.query(PasskeyRow, `select ${columns} from passkey where user_id = $1 order by created_on, id`, [userId])

export const passkeyByCredential = async (db: Db, credentialId: Buffer) =>
  (await db.query(PasskeyRow, `select ${columns} from passkey where credential_id = $1`, [credentialId])).at(0)

/** Of one person, locked. */
export const passkeyById = async (tx: Tx, { id, userId }: { id: string; userId: string }) =>
  (
    await tx.query(PasskeyRow, `select ${columns} from passkey where id = $1 and user_id = $2 for update`, [id, userId])
  ).at(0)

export const insertPasskey = (tx: Tx, passkey: Omit<PasskeyRow, 'lastUsedOn'>) =>
  tx.execute(
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, synced, name, created_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.synced,
      passkey.name,
      passkey.createdOn,
    ],
  )

/** False where it was removed, or used elsewhere, since its counter was compared. */
export const usePasskey = async (tx: Tx, input: { id: string; seen: number; counter: number; now: Date }) =>
  (await tx.execute(
    `update passkey
        set counter = $3,
            last_used_on = $4
      where id = $1
        and counter = $2`,
    [input.id, input.seen, input.counter, input.now],
  )) > 0

export const renamePasskey = (tx: Tx, { id, name }: { id: string; name: string }) =>
  tx.execute(`update passkey set name = $2 where id = $1`, [id, name])

export const deletePasskey = (tx: Tx, id: string) => tx.execute(`delete from passkey where id = $1`, [id])

/** False where there was none. */
export const deletePasskeysOf = async (tx: Tx, userId: string) =>
  (await tx.execute(`delete from passkey where user_id = $1`, [userId])) > 0

/** False where it was answered before, on whatever instance. */
export const spendChallenge = async (tx: Tx, input: { hash: Buffer; expiresOn: Date }) =>
  (await tx.execute(
    `insert into passkey_challenge_used (challenge_hash, expires_on) values ($1, $2) on conflict do nothing`,
    [input.hash, input.expiresOn],
  )) > 0

/** What nobody can answer any more; called by a job. */
export const purgeChallenges = (db: Db) => db.execute(`delete from passkey_challenge_used where expires_on < now()`)
