// Signing keys, shared by all instances through the database. The newest that may sign already is the one that signs;
// a new one is published a while before, an old one for as long as its tokens live (T62).
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Db, Tx } from '#server/kernel/context.ts'
import * as store from './keys.store.ts'

/** Clients may cache the key set for an hour; a new key signs only after that, and an old one stays a day. */
const publishedAheadMinutes = 70
const publishedAfterHours = 26
const rotationDays = 30

export const publishedKeys = async (db: Db): Promise<JWK[]> => {
  const rows = await store.readKeys(db, publishedAfterHours)
  return rows.map(({ kid, algorithm, jwk }) => ({ ...jwk, kid, alg: algorithm, use: 'sig' }))
}

const addKey = async (tx: Tx, algorithm: store.Algorithm, aheadMinutes: number) => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  await store.insertKey(tx, { kid, algorithm, jwk, aheadMinutes })
  return kid
}

/** At the first start. */
export const ensureKeys = async (tx: Tx) => {
  await store.lockKeys(tx)
  for (const algorithm of store.algorithms) if (!(await store.hasKey(tx, algorithm))) await addKey(tx, algorithm, 0)
}

/** Adds a key where the newest is old, retires what a newer one has replaced, forgets what no token needs. */
export const rotateKeys = async (tx: Tx, { force }: { force: boolean }) => {
  await store.lockKeys(tx)
  const added: string[] = []
  for (const algorithm of store.algorithms)
    if (force || !(await store.hasFreshKey(tx, algorithm, rotationDays)))
      added.push(await addKey(tx, algorithm, publishedAheadMinutes))
  await store.retireReplacedKeys(tx)
  await store.forgetRetiredKeys(tx, publishedAfterHours)
  return added
}
