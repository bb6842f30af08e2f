// Writes request_notice: who was told of a request.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'

const ReaderRow = z.object({ id: z.uuid(), language: z.string() })

/** Those of them who have no such notice yet, and have one from now on, with their languages. */
export const recordNotices = (
  tx: Tx,
  { requestId, userIds, kind }: { requestId: string; userIds: readonly string[]; kind: 'waiting' },
) =>
  tx.query(
    ReaderRow,
    `with told as (
       insert into request_notice (request_id, user_id, kind)
       select $1, id, $3
         from portal_user
        where id = any($2::uuid[])
          and not draft
       on conflict do nothing
       returning user_id)
     select u.id, u.language
       from told
       join portal_user u on u.id = told.user_id
      order by u.id`,
    [requestId, userIds, kind],
  )
