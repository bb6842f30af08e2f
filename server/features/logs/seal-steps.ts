// All seals of the log in steps: no read lasts long, and whoever waits sees how far it is.
import type { LogBreak } from '#contract/log-entries.ts'
import { type Break, verifyLog } from '#server/features/audit/audit.public.ts'
import type { Db } from '#server/kernel/context.ts'
import type { Verification } from './logs.events.ts'

const shown = (found: Break): LogBreak =>
  'seal' in found ? { what: found.what, number: found.seal } : { what: `entry-${found.what}`, number: found.entry }

type Seals = { readonly first: number; readonly last: number }

const breakAmong = async (db: Db, seals: Seals) => {
  const found = await verifyLog(db, { seals })
  const missing = seals.first + found.seals
  // The last of them is missed by none after it.
  const gone: LogBreak | undefined = missing <= seals.last ? { what: 'seal-deleted', number: missing } : undefined
  return { entries: found.entries, firstBreak: found.firstBreak ? shown(found.firstBreak) : gone }
}

/** What broke is looked at twice: old months may have been dropped meanwhile. */
const verified = async (db: Db, seals: Seals) => {
  const found = await breakAmong(db, seals)
  return found.firstBreak ? breakAmong(db, seals) : found
}

type Steps = {
  readonly total: number
  readonly sealsAtOnce?: number
  readonly onStep?: (done: number) => Promise<void>
}

/** Up to the first break, where there is one. */
export const verifySeals = async (db: Db, { total, sealsAtOnce = 50, onStep }: Steps): Promise<Verification> => {
  let entries = 0
  for (let first = 1; first <= total; first += sealsAtOnce) {
    const last = Math.min(total, first + sealsAtOnce - 1)
    const found = await verified(db, { first, last })
    entries += found.entries
    if (found.firstBreak) return { seals: last, entries, firstBreak: found.firstBreak }
    await onStep?.(last)
  }
  return { seals: total, entries, firstBreak: null }
}
