// The pictures of people.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { bytes } from '#server/kernel/row.ts'

const AvatarRow = z.object({ mediaType: z.string(), body: bytes })

/** A picture, by the hash of its owner's e-mail. */
export const avatarByHash = async (db: Db, hash: string) =>
  (
    await db.query(
      AvatarRow,
      `select media_type as "mediaType", body
         from avatar
        where email_md5 = $1
           or email_sha256 = $1
        limit 1`,
      [hash.toLowerCase()],
    )
  ).at(0)
