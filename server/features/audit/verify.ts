// Reads the whole log beside its seals, and says where the first of them does not fit (docs/decisions/0043). It only
// reads, and keeps no more than a batch in memory.
import type { Db } from '#server/kernel/context.ts'
import { beginning, type ChainedEntry, entryHash, hashLength, sealHash } from './chain.ts'
import { type Cut, newestCut } from './cuts.store.ts'
import { digestOf } from './digest.ts'
import { rangesOf } from './ranges.ts'
import * as store from './seals.store.ts'

/** `seal` names a batch whose own record does not fit, or that is missing. */
export type Break =
  | { readonly what: 'edited' | 'deleted' | 'inserted'; readonly entry: number }
  | { readonly what: 'seal-edited' | 'seal-deleted'; readonly seal: number }

export type VerificationResult = {
  readonly seals: number
  readonly entries: number
  /** Written since the last seal. */
  readonly unsealed: number
  /** Without a digest, since an earlier version wrote them. */
  readonly undigested: number
  readonly head: string | undefined
  /** The first day after the months that were dropped. */
  readonly keptSince: string | undefined
  readonly firstBreak: Break | undefined
  /** Of the hashes that were kept elsewhere, those that the chain does not have. */
  readonly missingHeads: readonly string[]
}

const sealsAtOnce = 20
const entriesAtOnce = 1_000

type VerifyInput = {
  /** Hashes that were kept elsewhere. */
  readonly heads?: readonly string[]
  /** Only these; all of them, and what is not sealed yet, where none are said. */
  readonly seals?: { readonly first: number; readonly last: number }
}

/** The whole log has to be of one moment: `repeatable read`. */
export const verifyLog = async (tx: Db, { heads = [], seals }: VerifyInput = {}): Promise<VerificationResult> => {
  const missing = new Set(heads)
  const cut = await newestCut(tx, { table: 'audit_event' })
  const known = knownCut(cut)
  const found = { seals: 0, entries: 0, undigested: 0 }
  let last = await beforeSeal(tx, seals?.first ?? 1)
  const result = (firstBreak: Break | undefined, unsealed = 0): VerificationResult => ({
    ...found,
    unsealed,
    keptSince: cut?.keptSince,
    head: found.seals > 0 ? last.hash.toString('hex') : undefined,
    firstBreak,
    missingHeads: firstBreak ? [] : [...missing],
  })
  for await (const seal of everySeal(tx, last.number, seals?.last)) {
    if (seal.number !== last.number + 1) return result({ what: 'seal-deleted', seal: last.number + 1 })
    const entries = await store.entriesBetween(tx, { above: last.upTo, upTo: seal.upTo, most: mostOf(seal) })
    const firstBreak = breakIn(seal, { before: last.hash, entries, known })
    if (firstBreak) return result(firstBreak)
    last = seal
    found.seals += 1
    found.entries += entries.length
    found.undigested += entries.filter(({ digest }) => digest === null).length
    missing.delete(seal.hash.toString('hex'))
  }
  if (seals) return result(undefined)
  const { unsealed, firstBreak } = await restOf(tx, last.upTo)
  return result(firstBreak, unsealed)
}

type DroppedRecords = {
  /** Whether a seal lost all of its entries, or an entry was lost by its seal, with a month that was dropped. */
  readonly seal: (number: number) => boolean
  readonly entry: (id: number) => boolean
}

const knownCut = (cut: Cut | undefined): DroppedRecords => ({
  seal: rangesOf(cut?.seals ?? ''),
  entry: rangesOf(cut?.ids ?? ''),
})

/** Ids begin with 1: whoever inserts a lower one is found as well. */
const start = { number: 0, upTo: Number.MIN_SAFE_INTEGER, hash: beginning }

const beforeSeal = async (tx: Db, first: number): Promise<Pick<store.SealRow, 'number' | 'upTo' | 'hash'>> => {
  if (first === 1) return start
  return (await store.sealsAfter(tx, first - 2, 1)).at(0) ?? start
}

/** One more than there should be is enough to find what was inserted. */
const mostOf = ({ entries }: store.SealRow) => entries + 1

async function* everySeal(tx: Db, after: number, upTo = Number.MAX_SAFE_INTEGER) {
  for (let last = after; ; ) {
    const some = await store.sealsAfter(tx, last, sealsAtOnce)
    yield* some.filter(({ number }) => number <= upTo)
    last = some.at(-1)?.number ?? last
    if (some.length < sealsAtOnce || last >= upTo) return
  }
}

/** What was written since the last seal. */
export const verifyUnsealed = async (db: Db) => restOf(db, (await store.lastSeal(db))?.upTo ?? start.upTo)

/** What is not sealed yet can only be judged by its digests. */
const restOf = async (tx: Db, sealedUpTo: number) => {
  const state = await store.sealingState(tx)
  const digests = !state?.digestsFrom
  let [unsealed, above] = [0, sealedUpTo]
  for (;;) {
    const some = await store.entriesBetween(tx, { above, upTo: Number.MAX_SAFE_INTEGER, most: entriesAtOnce })
    const firstBreak = some.map((entry) => breakOf(entry, digests)).find((found) => found !== undefined)
    if (firstBreak) return { unsealed, firstBreak }
    unsealed += some.length
    above = some.at(-1)?.id ?? above
    if (some.length < entriesAtOnce) return { unsealed, firstBreak: undefined }
  }
}

/** By what the product wrote with it. */
const breakOf = (entry: ChainedEntry, digests: boolean): Break | undefined => {
  if (entry.digest === null) return digests ? { what: 'inserted', entry: entry.id } : undefined
  return entry.digest === digestOf(entry) ? undefined : { what: 'edited', entry: entry.id }
}

/** One place of a seal: the entry that should be there, after the hash of the one before it. */
const judged = (
  { id, hash, digests }: { id: number; hash: Buffer; digests: boolean },
  entry: ChainedEntry | undefined,
  before: Buffer,
): Break | undefined => {
  if (!entry || entry.id > id) return { what: 'deleted', entry: id }
  if (entry.id < id) return inserted(entry)
  return entryHash(before, entry).equals(hash) ? breakOf(entry, digests) : { what: 'edited', entry: id }
}

type SealedEntries = {
  readonly before: Buffer
  readonly entries: readonly ChainedEntry[]
  readonly known: DroppedRecords
}

const breakIn = (seal: store.SealRow, found: SealedEntries): Break | undefined => {
  const { ids, hashes } = seal
  const broken = { what: 'seal-edited', seal: seal.number } as const
  if (!ids && !hashes) return found.known.seal(seal.number) ? inserted(found.entries[0]) : broken
  if (!ids || hashes?.length !== ids.length * hashLength || ids.length !== seal.entries) return broken
  return breakAmong({ ...seal, ids, hashes }, found)
}

const inserted = (entry: ChainedEntry | undefined): Break | undefined => entry && { what: 'inserted', entry: entry.id }

type WholeSeal = store.SealRow & { readonly ids: readonly number[]; readonly hashes: Buffer }

const breakAmong = (seal: WholeSeal, { before, entries, known }: SealedEntries): Break | undefined => {
  let [last, next] = [before, 0]
  for (const [place, id] of seal.ids.entries()) {
    const hash = seal.hashes.subarray(place * hashLength, (place + 1) * hashLength)
    const entry = entries[next]
    const isGone = entry?.id !== id && known.entry(id)
    const firstBreak = isGone ? undefined : judged({ id, hash, digests: seal.digests }, entry, last)
    if (firstBreak) return firstBreak
    if (!isGone) next += 1
    last = hash
  }
  if (!sealHash(last, seal).equals(seal.hash)) return { what: 'seal-edited', seal: seal.number }
  return inserted(entries[next])
}
