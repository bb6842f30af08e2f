// Those who are told of what endangers the portal as a whole.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

const GodRow = z.object({ id: z.uuid(), language: z.string() })

export const godsToTell = (db: Db) =>
  db.query(
    GodRow,
    `select u.id, u.language
       from portal_role_holders('00000000-0000-0000-0000-000000000000', 'God') h
       join portal_user u on u.id = h.user_id
      where not u.draft
      order by u.id`,
  )
