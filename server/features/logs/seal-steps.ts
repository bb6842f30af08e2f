// All seals of the log in steps: no read lasts long, and whoever waits sees how far it is.
import type { LogBreak } from '#contract/log-entries.ts'
import { type Break, hashesOfSeals, verifyLog, verifyUnsealed } from '#server/features/audit/audit.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { headsSent } from './head-sent.store.ts'
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
export const verifySome = async (db: Db, seals: Seals) => {
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
    const found = await verifySome(db, { first, last })
    entries += found.entries
    if (found.firstBreak) return { seals: last, entries, firstBreak: found.firstBreak }
    await onStep?.(last)
  }
  return { seals: total, entries, firstBreak: null }
}

/** A chain that was computed anew has other hashes than those that were sent outside. */
const verifyHeads = async (db: Db) => {
  const sent = await headsSent(db)
  const stored = await hashesOfSeals(
    db,
    sent.map(({ seal }) => seal),
  )
  const other = sent.find(({ seal, hash }) => !stored.some((one) => one.seal === seal && one.hash === hash))
  const firstBreak: LogBreak | null = other ? { what: 'seal-edited', number: other.seal } : null
  return { heads: sent.length, firstBreak }
}

/** After the seals: the heads that were sent outside, and what is not sealed yet as far as that can be said. */
export const verifyRest = async (db: Db, sealed: Verification): Promise<Verification> => {
  if (sealed.firstBreak) return sealed
  const { heads, firstBreak } = await verifyHeads(db)
  if (firstBreak) return { ...sealed, firstBreak }
  const rest = await verifyUnsealed(db)
  return { ...sealed, heads, unsealed: rest.unsealed, firstBreak: rest.firstBreak ? shown(rest.firstBreak) : null }
}

export const verifyWhole = async (db: Db, steps: Steps): Promise<Verification> =>
  verifyRest(db, await verifySeals(db, steps))
