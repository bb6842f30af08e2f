// Values that travel through a browser and come back unchanged: HMAC-SHA-256 with a key of the database, bound to a
// purpose. Values that are stored and read again: AES-256-GCM with a key that is derived from it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
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

const ivBytes = 12
const tagBytes = 16

/** Bound to its purpose: moved to another row it cannot be read. */
const createCipher = (secret: Buffer): Pick<Services['seal'], 'encrypt' | 'decrypt'> => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'portico: values at rest', 32))
  return {
    encrypt: (purpose, value) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      return Buffer.concat([iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    decrypt: (purpose, encrypted) => {
      const whole = Buffer.from(encrypted, 'base64url')
      if (whole.length < ivBytes + tagBytes) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, ivBytes)).setAAD(Buffer.from(purpose))
      decipher.setAuthTag(whole.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(whole.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

export const createSeal = (key: Buffer): Services['seal'] => {
  const mac = (purpose: string, body: string) =>
    createHmac('sha256', key).update(purpose).update('\0').update(body).digest()
  return {
    ...createCipher(key),
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
