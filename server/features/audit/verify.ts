// Reads the whole log beside its seals, and says where the first of them does not fit (docs/decisions/0043). It only
// reads, and keeps no more than a batch in memory.
import type { Tx } from '#server/kernel/context.ts'
import { beginning, type ChainedEntry, entryHash, hashLength, sealHash } from './chain.ts'
import { digestOf } from './digest.ts'
import * as store from './seals.store.ts'

/** `seal` names a batch whose own record does not fit, or that is missing. */
export type Break =
  | { readonly what: 'edited' | 'deleted' | 'inserted'; readonly entry: number }
  | { readonly what: 'seal-edited' | 'seal-deleted'; readonly seal: number }

export type Verified = {
  readonly seals: number
  readonly entries: number
  /** Written since the last seal. */
  readonly unsealed: number
  /** Without a digest, since an earlier version wrote them. */
  readonly undigested: number
  readonly head: string | undefined
  readonly firstBreak: Break | undefined
  /** Of the hashes that were kept elsewhere, those that the chain does not have. */
  readonly missingHeads: readonly string[]
}

const sealsAtOnce = 20
const entriesAtOnce = 1_000

/** All of it has to be of one moment: `repeatable read`. */
export const verifyLog = async (tx: Tx, { heads = [] }: { heads?: readonly string[] } = {}): Promise<Verified> => {
  const missing = new Set(heads)
  let [seals, entries, undigested, lastNumber, upTo] = [0, 0, 0, 0, Number.MIN_SAFE_INTEGER]
  let hash: Buffer = beginning
  const result = (firstBreak: Break | undefined, unsealed = 0): Verified => ({
    seals,
    entries,
    unsealed,
    undigested,
    head: seals > 0 ? hash.toString('hex') : undefined,
    firstBreak,
    missingHeads: firstBreak ? [] : [...missing],
  })
  for await (const seal of everySeal(tx)) {
    if (seal.number !== lastNumber + 1) return result({ what: 'seal-deleted', seal: lastNumber + 1 })
    const found = await store.entriesBetween(tx, { above: upTo, upTo: seal.upTo, most: mostOf(seal) })
    const firstBreak = breakIn(seal, hash, found)
    if (firstBreak) return result(firstBreak)
    ;[lastNumber, upTo] = [seal.number, seal.upTo]
    hash = seal.hash
    seals += 1
    entries += found.length
    undigested += found.filter(({ digest }) => digest === null).length
    missing.delete(hash.toString('hex'))
  }
  const { unsealed, firstBreak } = await restOf(tx, upTo)
  return result(firstBreak, unsealed)
}

/** One more than there should be is enough to find what was inserted. */
const mostOf = ({ entries }: store.SealRow) => entries + 1

async function* everySeal(tx: Tx) {
  for (let last = 0; ; ) {
    const some = await store.sealsAfter(tx, last, sealsAtOnce)
    yield* some
    last = some.at(-1)?.number ?? last
    if (some.length < sealsAtOnce) return
  }
}

/** What is not sealed yet can only be judged by its digests. */
const restOf = async (tx: Tx, sealedUpTo: number) => {
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

type Judged = { readonly firstBreak?: Break; readonly hash: Buffer }

/** One place of a seal: the entry that should be there, after the hash of the one before it. */
const judged = (
  { id, hash, digests }: { id: number; hash: Buffer; digests: boolean },
  entry: ChainedEntry | undefined,
  before: Buffer,
): Judged => {
  if (!entry || entry.id > id) return { firstBreak: { what: 'deleted', entry: id }, hash }
  if (entry.id < id) return { firstBreak: { what: 'inserted', entry: entry.id }, hash }
  if (!entryHash(before, entry).equals(hash)) return { firstBreak: { what: 'edited', entry: id }, hash }
  const firstBreak = breakOf(entry, digests)
  return firstBreak ? { firstBreak, hash } : { hash }
}

const breakIn = (seal: store.SealRow, before: Buffer, found: readonly ChainedEntry[]): Break | undefined => {
  const { ids, hashes, digests } = seal
  const broken = { what: 'seal-edited', seal: seal.number } as const
  if (!ids || hashes?.length !== ids.length * hashLength || ids.length !== seal.entries) return broken
  let last = before
  for (const [place, id] of ids.entries()) {
    const hash = hashes.subarray(place * hashLength, (place + 1) * hashLength)
    const { firstBreak } = judged({ id, hash, digests }, found[place], last)
    if (firstBreak) return firstBreak
    last = hash
  }
  const more = found[ids.length]
  if (more) return { what: 'inserted', entry: more.id }
  return sealHash(last, seal).equals(seal.hash) ? undefined : broken
}
