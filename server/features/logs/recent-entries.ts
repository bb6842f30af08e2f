// The newest entries of the system log in memory, as far as a search looks at them (docs/decisions/0051): what is
// sealed never changes, and most entries share their texts with others. The rest is read with each search.
import type { SystemLogQuery } from '#contract/log-query.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { wordsOf } from '#server/lists/list-sql.ts'
import type { SearchResult } from './log-conditions.ts'
import { isOldestFirst, mostFound, mostSearched } from './log-sql.store.ts'
import * as store from './recent-entries.store.ts'
import { systemLog } from './system-log.store.ts'

/** Each text once, and folded. */
class Texts {
  readonly #places = new Map<string, number>()
  readonly written: string[] = []
  readonly folded: string[] = []

  /** -1 where there is none. */
  placeOf(text: string | null) {
    if (text === null) return -1
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.written.length)
    return this.written.push(text) - 1
  }

  /** What came since the last time. */
  async fold(ctx: ReadCtx) {
    const next = this.written.slice(this.folded.length)
    if (next.length === 0) return
    const first = this.folded.length
    const texts = await store.foldedTexts(ctx.db, next)
    // Somebody else may have been as far meanwhile.
    for (const [place, text] of texts.entries()) this.folded[first + place] = text
  }
}

type Entry = {
  readonly id: number
  readonly at: number
  readonly actorName: number
  readonly apiEntry: number
  readonly operation: number
  readonly ip: number
  readonly actorId: number
  readonly tenantId: number
}

type RecentEntries = {
  readonly texts: Texts
  /** Newest first. */
  readonly entries: readonly Entry[]
  /** They are all that there is up to this id, or the newest of them. */
  readonly upTo: number
}

const entryOf = (texts: Texts, row: store.EntryRow): Entry => ({
  id: row.id,
  at: row.at,
  actorName: texts.placeOf(row.actorName),
  apiEntry: texts.placeOf(row.apiEntry),
  operation: texts.placeOf(row.operation),
  ip: texts.placeOf(row.ip),
  actorId: texts.placeOf(row.actorId),
  tenantId: texts.placeOf(row.tenantId),
})

const newestFirst = (a: Entry, b: Entry) => b.at - a.at || b.id - a.id

/** By the server that answers: several of them may run in one process. */
const known = new WeakMap<object, Promise<RecentEntries>>()

const read = async (ctx: ReadCtx, upTo: number): Promise<RecentEntries> => {
  const texts = new Texts()
  const entries: Entry[] = []
  for await (const rows of store.newestEntries(ctx.db, { upTo, most: mostSearched }))
    for (const row of rows) entries.push(entryOf(texts, row))
  await texts.fold(ctx)
  return { texts, entries, upTo }
}

/** More than these since the last seal are not searched here. */
const mostSince = 20_000

/** Texts that no entry has any more are forgotten with it. */
const kept = (recent: RecentEntries): RecentEntries => {
  if (recent.entries.length < mostSearched + mostSince) return recent
  const texts = new Texts()
  const again = (place: number) => {
    const known = texts.placeOf(recent.texts.written[place] ?? null)
    if (known >= 0) texts.folded[known] = recent.texts.folded[place] ?? ''
    return known
  }
  const entries = recent.entries.slice(0, mostSearched).map((entry) => ({
    ...entry,
    actorName: again(entry.actorName),
    apiEntry: again(entry.apiEntry),
    operation: again(entry.operation),
    ip: again(entry.ip),
    actorId: again(entry.actorId),
    tenantId: again(entry.tenantId),
  }))
  return { ...recent, texts, entries }
}

const first = async (ctx: ReadCtx, upTo: number) => {
  const reading = read(ctx, upTo)
  known.set(ctx.services, reading)
  reading.catch(() => known.delete(ctx.services))
  return reading
}

/** All that a search looks at; undefined where too much is not sealed yet. */
const recentEntries = async (ctx: ReadCtx): Promise<RecentEntries | undefined> => {
  const before = await known.get(ctx.services)
  const { upTo, isThere } = await store.settled(ctx.db, before?.entries.at(-1)?.id ?? 0)
  // A month that was dropped takes the oldest with it.
  const recent = before && (isThere || before.entries.length === 0) ? before : await first(ctx, upTo)
  const rows = await store.entriesAfter(ctx.db, { upTo: recent.upTo, most: mostSince + 1 })
  if (rows.length > mostSince) {
    if (upTo > recent.upTo) known.delete(ctx.services)
    return undefined
  }
  const since = rows.map((row) => entryOf(recent.texts, row))
  await recent.texts.fold(ctx)
  const and = (more: readonly Entry[]) =>
    more.length > 0 ? [...recent.entries, ...more].toSorted(newestFirst) : recent.entries
  const settled = since.filter(({ id }) => id <= upTo)
  if (upTo > recent.upTo) known.set(ctx.services, Promise.resolve(kept({ ...recent, entries: and(settled), upTo })))
  return { ...recent, entries: and(since).slice(0, mostSearched) }
}

/** Which of the words each text has, as bits. */
const marksOf = (texts: readonly string[], words: readonly string[]) =>
  Uint8Array.from(texts, (text) =>
    words.reduce((marks, word, place) => (text.includes(word) ? marks | (1 << place) : marks), 0),
  )

const matching = async (ctx: ReadCtx, { texts }: RecentEntries, query: SystemLogQuery) => {
  const words = await store.foldedTexts(ctx.db, wordsOf(query.search))
  const named = words.length > 0 ? await store.idsNamed(ctx.db, wordsOf(query.search)) : new Set<string>()
  const [apiEntry] = query.apiEntry ? await store.foldedTexts(ctx.db, [query.apiEntry]) : []
  const marks = marksOf(texts.folded, words)
  const all = (1 << words.length) - 1
  const isNamed = Uint8Array.from(texts.written, (text) => (named.has(text) ? 1 : 0))
  const isEntry = Uint8Array.from(texts.folded, (text) => (apiEntry === undefined || text.includes(apiEntry) ? 1 : 0))
  const ip = query.ip ? texts.written.indexOf(query.ip) : undefined
  const marked = (place: number) => marks[place] ?? 0
  return (entry: Entry) =>
    (ip === undefined || (ip >= 0 && entry.ip === ip)) &&
    (apiEntry === undefined || isEntry[entry.apiEntry] === 1) &&
    ((marked(entry.actorName) | marked(entry.apiEntry) | marked(entry.operation) | marked(entry.ip)) === all ||
      isNamed[entry.actorId] === 1 ||
      isNamed[entry.tenantId] === 1)
}

const narrowing = [
  'filter',
  'startDate',
  'endDate',
  'operation',
  'userId',
  'tenantId',
  'metadataUserId',
  'metadataTenantId',
] as const

const isOfAll = (query: SystemLogQuery) =>
  !query.intoMetadata &&
  !query.changesOnly &&
  narrowing.every((name) => !query[name]) &&
  !isOldestFirst(systemLog(query).shape, query)

/** The ids that a search of the whole log finds, newest first; undefined where it is narrowed by an index. */
export const searchRecent = async (
  ctx: ReadCtx,
  query: SystemLogQuery,
  window = mostSearched,
): Promise<SearchResult | undefined> => {
  const recent = isOfAll(query) ? await recentEntries(ctx) : undefined
  if (!recent) return undefined
  const matches = await matching(ctx, recent, query)
  const looked = recent.entries.slice(0, window)
  const ids: number[] = []
  for (const entry of looked) {
    if (matches(entry)) ids.push(entry.id)
    if (ids.length === mostFound(query)) break
  }
  const last = looked[window - 1]
  return { ids, searchedBackTo: last ? new Date(Math.floor(last.at / 1000)).toISOString() : null }
}
