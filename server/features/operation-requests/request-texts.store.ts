// What is told of requests, and to whom.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { displayName, tenantName } from './request-items.store.ts'

const ReaderRow = z.object({ id: z.uuid(), language: z.string() })

/** In whose language to tell it. */
export const readersOf = (db: Db, ids: readonly string[]) =>
  db.query(ReaderRow, `select id, language from portal_user where id = any($1::uuid[]) and not draft`, [ids])

const RequestTextsRow = z.object({
  id: z.uuid(),
  tenant: z.string(),
  name: z.string(),
  creator: z.string(),
  /** Asked for by the person who gets it. */
  own: z.boolean(),
  note: z.string().nullable(),
  roles: z.array(z.string()),
})
export type RequestTexts = z.output<typeof RequestTextsRow>

/** What requests are called when they are told: their tenant, whose they are, and their roles as "Docs: Reader". */
export const textsOf = (db: Db, ids: readonly string[]) =>
  db.query(
    RequestTextsRow,
    `select o.id,
            ${tenantName} as tenant,
            ${displayName} as name,
            o.created_by_display_name as creator,
            o.created_by is not distinct from o.identity_id as own,
            o.note,
            array(select a.display_name || ': ' || r.name from role r join application a on a.id = r.application_id where r.id = any(o.requested_roles) order by 1) as roles
       from operation_request o
      where o.id = any($1::uuid[])
      order by 3, 2, 1`,
    [ids],
  )

/** An upload tells of its first request only, and its next ones an hour later. */
export const isOneOfMany = async (db: Db, id: string) =>
  (await db.execute(
    `select 1 as found
       from operation_request o
       join operation_request b on b.tenant_id = o.tenant_id
                               and b.created_by = o.created_by
                               and b.request_type = 'BulkInsert'
                               and (b.created_on, b.id) < (o.created_on, o.id)
                               and b.created_on > o.created_on - interval '1 hour'
      where o.id = $1
        and o.request_type = 'BulkInsert'
      limit 1`,
    [id],
  )) > 0
