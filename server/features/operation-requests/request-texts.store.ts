// What the notification of a request says, and in whose language.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { tenantName, displayName, tables } from './request-list.store.ts'

const ReaderRow = z.object({ id: z.uuid(), language: z.string() })

/** In whose language to tell it. */
export const readersOf = (db: Db, ids: readonly string[]) =>
  db.query(ReaderRow, `select id, language from portal_user where id = any($1::uuid[]) and not draft`, [ids])

const RequestTextsRow = z.object({ tenant: z.string(), name: z.string(), roles: z.array(z.string()) })

/** What a request is called when it is told: its tenant, whose it is, and its roles as "Docs: Reader". */
export const textsOf = async (db: Db, id: string) =>
  (
    await db.query(
      RequestTextsRow,
      `select ${tenantName} as tenant,
              ${displayName} as name,
              array(select a.display_name || ': ' || r.name from role r join application a on a.id = r.application_id where r.id = any(o.requested_roles) order by 1) as roles
         from ${tables}
        where o.id = $1`,
      [id],
    )
  ).at(0)
