// How many connections PostgreSQL lets us open.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

const ConnectionsRow = z.object({ allowed: z.number() })

export const allowedConnections = async (db: Db) => {
  const [row] = await db.query(
    ConnectionsRow,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  )
  return row?.allowed
}
