// Seals what was written to the audit log, in batches, behind everybody who writes: nobody waits for the chain
// (docs/decisions/0043).
import type { Tx } from '#server/kernel/context.ts'
import { type ChainedEntry, entryHash, sealHash } from './chain.ts'
import * as store from './seals.store.ts'

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

type Sealing = {
  /** Read committed: what commits meanwhile is seen by the next statement. */
  readonly transaction: Transaction
  readonly now: () => Date
  /** Waits a moment for transactions that are about to end. */
  readonly pause: () => Promise<void>
}

/** Of one seal. */
const entriesAtOnce = 1_000
/** Of one run, so that a stop never waits long for it: the rest is for the next minute. */
const sealsAtOnce = 500
const pauses = 20

/** Answers how many entries were sealed. First what an earlier run waited for in vain, then what came since. */
export const sealLog = async (sealing: Sealing): Promise<number> => {
  const before = await sealSettled(sealing, sealsAtOnce)
  const rest = sealsAtOnce - Math.ceil(before / entriesAtOnce)
  return before + (rest > 0 ? await sealSettled(sealing, rest) : 0)
}

const sealSettled = async (sealing: Sealing, mostSeals: number): Promise<number> => {
  const upTo = await settledUpTo(sealing)
  if (upTo === undefined) return 0
  let sealed = 0
  for (let seal = 0; seal < mostSeals; seal++) {
    const entries = await sealing.transaction((tx) => sealNext(tx, { upTo, now: sealing.now() }))
    sealed += entries
    if (entries < entriesAtOnce) break
  }
  return sealed
}

/** The ids up to which nothing can appear any more; undefined where there are none, or somebody is still at it. */
const settledUpTo = async ({ transaction, pause }: Sealing): Promise<number | undefined> => {
  await transaction(beginToWait)
  for (let turn = 0; turn < pauses; turn++) {
    const state = await transaction(store.sealingState)
    if (!state || state.upTo === null) return undefined
    if (state.settled) return state.upTo
    await pause()
  }
  return undefined
}

/** What is waited for already is sealed first: where somebody is always at it, a later end would never come. */
const beginToWait = async (tx: Tx) => {
  if (!(await store.takeSealingLock(tx))) return
  const state = await store.sealingState(tx)
  if (!state || state.upTo !== null) return
  const taken = await store.lastTakenId(tx)
  if (taken > (await store.lastSeal(tx)).upTo) await store.waitFor(tx, taken)
}

type Turn = { readonly upTo: number; readonly now: Date }

const sealNext = async (tx: Tx, { upTo, now }: Turn): Promise<number> => {
  if (!(await store.takeSealingLock(tx))) return 0
  const last = await store.lastSeal(tx)
  const entries = await store.entriesBetween(tx, { above: last.upTo, upTo, most: entriesAtOnce })
  if (entries.length < entriesAtOnce) await store.waitNoMore(tx)
  if (entries.length === 0) return 0
  const state = await store.sealingState(tx)
  const digests = !state?.digestsFrom || state.digestsFrom <= now
  await store.insertSeal(tx, sealed(entries, last.hash, { number: last.number + 1, digests, sealedOn: now }))
  return entries.length
}

type Line = Pick<store.NewSeal, 'number' | 'digests' | 'sealedOn'>

export const sealed = (entries: readonly ChainedEntry[], before: Buffer, line: Line): store.NewSeal => {
  let last = before
  const hashes = entries.map((entry) => (last = entryHash(last, entry)))
  const ids = entries.map(({ id }) => id)
  const whole = { ...line, entries: ids.length, upTo: ids.at(-1) ?? 0 }
  return { ...whole, ids, hashes: Buffer.concat(hashes), hash: sealHash(last, whole) }
}
