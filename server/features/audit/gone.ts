// What rests on the audit log says so where the log is no longer there: months whose time was over
// (PORTICO_AUDIT_RETENTION_MONTHS).
import type { Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { newestCut } from './cuts.store.ts'
import { wasTaken } from './seals.store.ts'

/** The first day of which everything is there, as `2026-11-01`; null where nothing was ever dropped. */
export const keptSince = async (db: Db): Promise<string | null> =>
  (await newestCut(db, { table: 'audit_event' }))?.keptSince ?? null

const gone = (since: string) => new Refusal('log-dropped', 410, { since })

/** "As of" takes back what was changed since: of a moment before the log begins it would be wrong. */
export const refuseBeforeLog = async (db: Db, moment: string | undefined) => {
  if (!moment) return
  const since = await keptSince(db)
  if (since && new Date(moment) < new Date(`${since}T00:00:00Z`)) throw gone(since)
}

/** Of an id that has no entry: whether it had one that was dropped, as far as that can be known. */
export const refuseGoneEntry = async (db: Db, id: number) => {
  const since = await keptSince(db)
  if (since && (await wasTaken(db, id))) throw gone(since)
}
