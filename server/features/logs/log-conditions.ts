// What of a log is asked for: by the indexes, and by looking at each entry of a window.
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Conditions } from '#server/lists/list-sql.ts'
import type { Range } from './who.store.ts'

export type LogQuery = {
  readonly query: ListQuery & Range
  /** What an index finds, or most entries have. */
  readonly conditions: Conditions
  /** What no index finds: an entry that has it may be as rare as a word that is searched for. */
  readonly lookedFor?: Conditions
  /** An index has few of them, mostly. */
  readonly few?: boolean
  /** Its entries lie in thousands of places of the index that finds them, so none of its orders is the list's. */
  readonly scattered?: boolean
  /** How many of the newest entries are looked at for what no index finds. */
  readonly window?: number
  /** What a search of the window finds, without asking the database; undefined where that has to look. */
  readonly search?: () => Promise<SearchResult | undefined>
}

/** In the order of the list; as many as are counted, and one more, or as the page needs. */
export type SearchResult = { readonly ids: readonly number[]; readonly searchedBackTo: string | null }

/** All of it, however long that takes: for what is streamed. */
export const unbounded = ({ lookedFor, ...asked }: LogQuery): LogQuery => ({
  ...asked,
  conditions: (value) => [...asked.conditions(value), ...(lookedFor?.(value) ?? [])],
})
