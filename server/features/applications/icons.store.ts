// The only writer of application_icon.
import type { Tx } from '#server/kernel/context.ts'

export const saveIcon = (tx: Tx, icon: { applicationId: number; mediaType: string; body: Uint8Array; etag: string }) =>
  tx.execute(
    `insert into application_icon (application_id, media_type, body, etag)
     values ($1, $2, $3, $4)
     on conflict (application_id) do update
        set media_type = excluded.media_type,
            body = excluded.body,
            etag = excluded.etag`,
    [icon.applicationId, icon.mediaType, Buffer.from(icon.body), icon.etag],
  )

export const deleteIcon = (tx: Tx, applicationId: number) =>
  tx.execute(`delete from application_icon where application_id = $1`, [applicationId])
