// The only writer of signing_key.
import { z } from 'zod'
import type { JWK } from 'jose'
import type { Db, Tx } from '#server/kernel/context.ts'

export const algorithms = ['ES256', 'RS256'] as const
const Algorithm = z.enum(algorithms)
export type Algorithm = z.output<typeof Algorithm>

const KeyRow = z.object({
  kid: z.string(),
  algorithm: Algorithm,
  jwk: z.custom<JWK>((jwk) => jwk instanceof Object),
  signs: z.boolean(),
})

/** Of each algorithm first the one that signs; a retired one for so many hours. */
export const readKeys = (db: Db, retiredHours: number) =>
  db.query(
    KeyRow,
    `select kid, algorithm, private_jwk as jwk, signs_from <= now() as signs
       from signing_key
      where retired_on is null
         or retired_on > now() - make_interval(hours => $1)
      order by algorithm, (signs_from <= now() and retired_on is null) desc, signs_from desc`,
    [retiredHours],
  )

type NewKey = { kid: string; algorithm: Algorithm; jwk: JWK; aheadMinutes: number }

export const insertKey = (tx: Tx, { kid, algorithm, jwk, aheadMinutes }: NewKey) =>
  tx.execute(
    `insert into signing_key (kid, algorithm, private_jwk, signs_from)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [kid, algorithm, JSON.stringify(jwk), aheadMinutes],
  )

/** Instances may start, or rotate, together. */
export const lockKeys = (tx: Tx) => tx.execute(`select pg_advisory_xact_lock(hashtext('signing_key'))`)

export const hasKey = async (tx: Tx, algorithm: Algorithm) =>
  (await tx.execute(`select 1 as found from signing_key where algorithm = $1 and retired_on is null`, [algorithm])) > 0

const NewestKeyRow = z.object({ fresh: z.boolean() })

export const hasFreshKey = async (tx: Tx, algorithm: Algorithm, days: number) => {
  const [newest] = await tx.query(
    NewestKeyRow,
    `select created_on > now() - make_interval(days => $2) as fresh from signing_key where algorithm = $1 and retired_on is null order by signs_from desc limit 1`,
    [algorithm, days],
  )
  return newest?.fresh ?? false
}

export const retireReplacedKeys = (tx: Tx) =>
  tx.execute(
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

export const forgetRetiredKeys = (tx: Tx, retiredHours: number) =>
  tx.execute(`delete from signing_key where retired_on < now() - make_interval(hours => $1)`, [retiredHours])

/** Heard by every instance. */
export const rotationChannel = 'portico_keys'

export const tellOfRotation = (db: Db) => db.execute(`select pg_notify($1, '')`, [rotationChannel])
