// People's pictures: the only writer of avatar.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { bytes } from '#server/kernel/row.ts'

/** Sides in pixels: a large one, and a small one for lists. */
export const portraitSides = { large: 512, small: 96 } as const

const PictureRow = z.object({ mediaType: z.string(), body: bytes })

/** Of the person whose e-mail has this hash, in the size that is needed. */
export const pictureByHash = async (db: Db, { hash, size }: { hash: string; size: number }) =>
  (
    await db.query(
      PictureRow,
      `select media_type as "mediaType",
              case when $2::int <= ${portraitSides.small} then coalesce(small, body) else body end as body
         from avatar
        where email_md5 = $1
           or email_sha256 = $1
        limit 1`,
      [hash.toLowerCase(), size],
    )
  ).at(0)

const VersionRow = z.object({ version: z.string() })

export const pictureVersionOf = async (db: Db, userId: string) =>
  (await db.query(VersionRow, `select version from avatar where user_id = $1`, [userId])).at(0)?.version

export const savePicture = (
  tx: Tx,
  picture: { userId: string; mediaType: string; large: Uint8Array; small: Uint8Array; version: string; now: Date },
) =>
  tx.execute(
    `insert into avatar (user_id, media_type, body, small, version, modified_on)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update
        set media_type = excluded.media_type,
            body = excluded.body,
            small = excluded.small,
            version = excluded.version,
            modified_on = excluded.modified_on`,
    [picture.userId, picture.mediaType, picture.large, picture.small, picture.version, picture.now],
  )

export const deletePicture = (tx: Tx, userId: string) => tx.execute(`delete from avatar where user_id = $1`, [userId])
