// Signing keys, shared by all instances through the database. The newest that may sign already is the one that signs;
// a new one is published a while before, an old one for as long as its tokens live (T62).
import { z } from 'zod'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Db, Tx } from '#server/kernel/context.ts'

export const algorithms = ['ES256', 'RS256'] as const
const Algorithm = z.enum(algorithms)
type Algorithm = z.output<typeof Algorithm>

/** Clients may cache the key set for an hour; a new key signs only after that, and an old one stays a day. */
const publishedAheadMinutes = 70
const publishedAfterHours = 26
export const rotationDays = 30

const KeyRow = z.object({
  kid: z.string(),
  algorithm: Algorithm,
  jwk: z.custom<JWK>((jwk) => jwk instanceof Object),
  signs: z.boolean(),
})
type KeyRow = z.output<typeof KeyRow>

export const publishedKeys = async (db: Db): Promise<JWK[]> => {
  const rows = await db.query(
    KeyRow,
    `select kid, algorithm, private_jwk as jwk, signs_from <= now() as signs
       from signing_key
      where retired_on is null
         or retired_on > now() - make_interval(hours => $1)
      order by algorithm, (signs_from <= now() and retired_on is null) desc, signs_from desc`,
    [publishedAfterHours],
  )
  return rows.map(({ kid, algorithm, jwk }) => ({ ...jwk, kid, alg: algorithm, use: 'sig' }))
}

const insertKey = async (tx: Tx, algorithm: Algorithm, aheadMinutes: number) => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  await tx.execute(
    `insert into signing_key (kid, algorithm, private_jwk, signs_from)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [kid, algorithm, JSON.stringify(jwk), aheadMinutes],
  )
  return kid
}

/** At the first start; under a lock, since instances may start together. */
export const ensureKeys = async (tx: Tx) => {
  await tx.execute(`select pg_advisory_xact_lock(hashtext('signing_key'))`)
  for (const algorithm of algorithms) {
    const any = await tx.execute(`select 1 as found from signing_key where algorithm = $1 and retired_on is null`, [
      algorithm,
    ])
    if (any === 0) await insertKey(tx, algorithm, 0)
  }
}

const NewestKeyRow = z.object({ fresh: z.boolean() })

/** Adds a key where the newest is old, retires what a newer one has replaced, forgets what no token needs. */
export const rotateKeys = async (tx: Tx, { force }: { force: boolean }) => {
  await tx.execute(`select pg_advisory_xact_lock(hashtext('signing_key'))`)
  const added: string[] = []
  for (const algorithm of algorithms) {
    const [newest] = await tx.query(
      NewestKeyRow,
      `select created_on > now() - make_interval(days => $2) as fresh from signing_key where algorithm = $1 and retired_on is null order by signs_from desc limit 1`,
      [algorithm, rotationDays],
    )
    if (force || !newest?.fresh) added.push(await insertKey(tx, algorithm, publishedAheadMinutes))
  }
  await tx.execute(
    `update signing_key old
        set retired_on = now()
      where retired_on is null
        and exists (
              select 1
                from signing_key newer
               where newer.algorithm = old.algorithm
                 and newer.signs_from <= now()
                 and newer.signs_from > old.signs_from)`,
  )
  await tx.execute(`delete from signing_key where retired_on < now() - make_interval(hours => $1)`, [
    publishedAfterHours,
  ])
  return added
}
