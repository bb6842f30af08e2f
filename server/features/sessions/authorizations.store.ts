// What an application is given in a session: a code, its grant, and its identifiers there.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { hashed } from './bearers.store.ts'
import { type NewPayload, payloadColumns, rowSql, savedFrom, unwaited } from './payloads.store.ts'

export type Authorization = {
  readonly secret: string
  readonly clientId: string
  /** As it was read; undefined where the application had none in this session. */
  readonly grantBefore: string | undefined
  readonly authorization: { readonly sid: string; readonly grantId: string }
  readonly payloads: readonly NewPayload[]
}

const AuthorizedRow = z.object({ authorized: z.boolean(), unwaited: z.string() })

/**
 * One statement, which waits for no disk: a crash loses a sign-in under way, and nothing else. False, and nothing
 * written, where the session is over, or the application was given another grant in it meanwhile. What other
 * applications are given at the same moment stays (two tabs of one browser).
 */
export const authorize = async (db: Db, { secret, clientId, grantBefore, authorization, payloads }: Authorization) => {
  const values: unknown[] = [
    hashed(secret),
    clientId,
    grantBefore ?? null,
    JSON.stringify({ [clientId]: authorization }),
  ]
  const rows = payloads.map((payload) => rowSql(payload, (one) => `$${values.push(one)}`))
  const [row] = await db.query(
    AuthorizedRow,
    `with given as (
       update session
          set payload = payload || jsonb_build_object('authorizations', coalesce(payload -> 'authorizations', '{}') || $4::jsonb),
              last_seen_on = now()
        where id = $1
          and payload #>> array['authorizations', $2, 'grantId'] is not distinct from $3
       returning 1
     ), saved as (
       ${savedFrom(`(values ${rows.join(', ')}) as r (${payloadColumns})
        where exists (select 1 from given)`)}
     )
     select exists (select 1 from given) as authorized, ${unwaited}`,
    values,
  )
  return row?.authorized ?? false
}
