// Where the pages of applications are.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

const UriRow = z.object({ uri: z.string() })

/** The registered redirect addresses of all enabled applications. */
export const redirectAddresses = async (db: Db) => {
  const rows = await db.query(UriRow, `select distinct unnest(redirect_uris) as uri from application where enabled`)
  return rows.map(({ uri }) => uri)
}
