// Values that travel through a browser and come back unchanged: HMAC-SHA-256 with a key of the database, bound to a
// purpose.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db, Services } from '#server/kernel/context.ts'
import { bytes } from '#server/kernel/row.ts'

const SecretRow = z.object({ value: bytes })

/** One value for all instances, made by whichever starts first. */
export const sharedSecret = async (db: Db, name: string): Promise<Buffer> => {
  await db.execute(`insert into secret (name, value) values ($1, $2) on conflict (name) do nothing`, [
    name,
    randomBytes(32),
  ])
  const [row] = await db.query(SecretRow, `select value from secret where name = $1`, [name])
  if (!row) throw new Error(`no secret named ${name}`)
  return row.value
}

export const createSeal = (key: Buffer): Services['seal'] => {
  const mac = (purpose: string, body: string) =>
    createHmac('sha256', key).update(purpose).update('\0').update(body).digest()
  return {
    sign: (purpose, value) => {
      const body = Buffer.from(value).toString('base64url')
      return `${body}.${mac(purpose, body).toString('base64url')}`
    },
    open: (purpose, sealed) => {
      const [body, tag, ...rest] = sealed.split('.')
      if (!body || !tag || rest.length > 0) return undefined
      const presented = Buffer.from(tag, 'base64url')
      const right = mac(purpose, body)
      return presented.length === right.length && timingSafeEqual(presented, right)
        ? Buffer.from(body, 'base64url').toString()
        : undefined
    },
  }
}
