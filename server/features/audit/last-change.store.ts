// Who changed something last, as the audit log has it.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'

const LastChangeRow = z.object({ by: z.string().nullable() })

/** By the name that they have now, or had; nobody where the system did it. */
export const lastToChange = async (db: Db, { subject, changes }: { subject: string; changes: readonly string[] }) => {
  const [last] = await db.query(
    LastChangeRow,
    `select case when f.actor_kind = 'user' then coalesce(${displayNameOf('u')}, f.actor_name) end as by
       from audit_event f
       left join portal_user u on u.id = f.actor_id
      where f.subject = $1
        and f.type = any($2)
      order by f.id desc
      limit 1`,
    [subject, changes],
  )
  return last?.by ?? null
}
