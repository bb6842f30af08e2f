// The audit log sealed to its end, whatever else runs on the same PostgreSQL: what is not settled yet is waited for.
import { setTimeout as sleep } from 'node:timers/promises'
import { countUnsealed, sealLog } from '#server/features/audit/audit.public.ts'
import type { Database } from '#server/platform/postgres/database.ts'

export const sealAll = async (
  database: Pick<Database, 'transaction'>,
  { transaction = database.transaction, now = () => new Date() } = {},
) => {
  for (let unsealed = 1; unsealed > 0; ) {
    await sealLog({ transaction, now, pause: () => sleep(20) })
    unsealed = await database.transaction(countUnsealed)
  }
}
