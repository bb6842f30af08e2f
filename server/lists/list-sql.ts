// A list's search, filter, order and page as SQL. What the caller writes travels as values only; what stands in the
// text comes from the shape (T33).
import type { ListQuery } from '#contract/kernel/page.ts'
import { type Comparison, type Filter, type Literal, readFilter } from './odata-filter.ts'
import { malformed } from '#server/kernel/issue.ts'

export type ListField = {
  readonly sql: string
  readonly type: 'text' | 'uuid' | 'boolean' | 'time' | 'number'
  /** Shown, but neither an order nor a condition. */
  readonly shownOnly?: true
  /** What it is ordered by, where that is something else. */
  readonly order?: string
  /** The function whose results are the same for what counts as the same, where an index has them. */
  readonly sameBy?: string
  /** What `eq` means, where it is more than that they are equal. */
  readonly eq?: (parameter: string) => string
  /**
   * What `contains` and `startswith` mean, where it is found by another way: of a pattern of `ilike`. `must` of a
   * condition without which nothing is found.
   */
  readonly like?: (parameter: string, of: { readonly must: boolean }) => string
}

export type ListShape = {
  /** By their names on the wire. */
  readonly fields: Readonly<Record<string, ListField>>
  /** `modifiedOn desc`: the order without a wish, or with one for an unknown field. */
  readonly order: string
  /** Settles ties, so that no row is on two pages. */
  readonly key: string
  /** Folded text (`folded(…)`), in which every word of the search must occur. */
  readonly search?: string
  /** Where an index has `letter_pairs(…)` of that text. */
  readonly pairs?: boolean
  /** Where that text is elsewhere: what its conditions mean for a row of the list. */
  readonly searchWithin?: (conditions: string) => string
}

export type ListSql = {
  readonly where: string
  readonly order: string
  /** `limit $3 offset $4` */
  readonly page: string
  /** Of the conditions: what a count takes. */
  readonly values: readonly unknown[]
  /** Of the conditions and the page. */
  readonly pageValues: readonly unknown[]
  readonly descending: boolean
  /** The conditions of the search alone, with the values of all of them. */
  readonly searched: string
}

type Value = (value: unknown) => string
/** Conditions of the list's own parameters; `undefined` for one that was not asked for. */
export type Conditions = (value: Value) => readonly (string | undefined)[]

/** No prepared statement: the plan depends on what is searched for (platform/postgres/statement-names.ts). */
export const unprepared = '/* list */'

export const listSql = (shape: ListShape, query: ListQuery, more: Conditions = () => []): ListSql => {
  const values: unknown[] = []
  const value: Value = (parameter) => `$${values.push(parameter)}`
  for (const name of query.select ?? [])
    if (!Object.hasOwn(shape.fields, name)) refuse('select', `has no field “${name.slice(0, 40)}”`)
  const conditions = [...more(value), query.filter && filterSql(shape, readFilter(query.filter), { value, must: true })]
  const { searched, found } = searchSql(shape, query.search, value)
  const { field, descending } = orderOf(shape, query)
  const pageValues = [...values, query.take, query.skip]
  return {
    where: all([...conditions, found]) || 'true',
    order: orderSql(shape, field, descending ? 'desc' : 'asc'),
    page: `limit $${values.length + 1} offset $${values.length + 2}`,
    values,
    pageValues,
    descending,
    searched,
  }
}

const orderSql = ({ key }: ListShape, { sql, order = sql }: ListField, direction: 'asc' | 'desc') =>
  sql === key ? `${sql} ${direction}` : `${order} ${direction}, ${key} ${direction}`

const refuse = (path: string, message: string): never => {
  throw malformed(path, message)
}

const sortable = (shape: ListShape, name: string) => {
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  return field?.shownOnly ? undefined : field
}

const orderOf = (shape: ListShape, { orderBy }: ListQuery) => {
  const sorted = orderBy && sortable(shape, orderBy.field)
  if (orderBy && sorted) return { field: sorted, descending: orderBy.descending }
  const [name = '', direction] = shape.order.split(' ')
  const field = sortable(shape, name)
  if (!field) throw new TypeError(`a list cannot be ordered by ${name}`)
  return { field, descending: direction === 'desc' }
}

const mostWords = 8

const all = (conditions: readonly (string | undefined)[]) => conditions.filter(Boolean).join('\n   and ')

export const wordsOf = (text = '') => text.trim().slice(0, 200).split(/\s+/).filter(Boolean).slice(0, mostWords)

/** Every word must occur, in any order; `%` and `_` mean themselves (T34). */
const searchSql = (shape: ListShape, text = '', value: Value) => {
  const { search, searchWithin } = shape
  const words = wordsOf(text)
  if (search === undefined || words.length === 0) return { searched: '', found: undefined }
  const searched = all(words.map((word) => wordSql(search, { word, pairs: shape.pairs ?? false }, value)))
  return { searched, found: searchWithin?.(searched) ?? searched }
}

/**
 * Fewer letters than a trigram has would read the whole index, and then every row (pg_trgm): an index of pairs has
 * them, or else the rows alone are faster. That index has another collation than "C"; `like` costs two thirds of
 * `strpos`.
 */
const wordSql = (search: string, { word, pairs }: { word: string; pairs: boolean }, value: Value) => {
  const letters = lettersOf(word)
  if (letters > 2) return `${search} like '%' || folded(${value(likeText(word))}) || '%'`
  if (letters < 2 || !pairs) return `${search} collate "C" like '%' || folded(${value(likeText(word))}) || '%'`
  const sought = `folded(${value(word)})`
  const occurs = `strpos(${search}, ${sought}) > 0`
  // A letter may be folded into two: then the pairs may stand apart.
  return `(letter_pairs(${search}) collate "C" @> letter_pairs(${sought}) and (length(${sought}) = 2 or ${occurs}))`
}

const lettersOf = (word: string) => [...word.normalize('NFD').replace(/\p{M}/gu, '')].length

export const likeText = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

const relations: Record<Comparison, string> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' }

type FilterPlace = { readonly value: Value; readonly must: boolean }

const filterSql = (shape: ListShape, filter: Filter, { value, must }: FilterPlace): string => {
  if (filter.kind === 'joined') {
    const within = { value, must: must && filter.by === 'and' }
    return `(${filterSql(shape, filter.parts[0], within)} ${filter.by} ${filterSql(shape, filter.parts[1], within)})`
  }
  if (filter.kind === 'not') return `(not coalesce(${filterSql(shape, filter.part, { value, must: false })}, false))`
  const field = sortable(shape, filter.field) ?? refuse('filter', `has no field “${filter.field.slice(0, 40)}”`)
  if (filter.kind === 'contains' || filter.kind === 'startswith') {
    const pattern = value(`${filter.kind === 'contains' ? '%' : ''}${likeText(filter.value)}%`)
    return likeSql(field, filter.kind, { pattern, must })
  }
  if (filter.value === null) return nullSql(field, filter.kind)
  return compared(field, filter.kind, value(literalOf(field, filter.value, filter.field)))
}

const likeSql = (
  { sql, type, like }: ListField,
  kind: 'contains' | 'startswith',
  { pattern, must }: { pattern: string; must: boolean },
) => {
  if (type !== 'text') return refuse('filter', `compares texts only in ${kind}`)
  return like?.(pattern, { must }) ?? `${sql}::text ilike ${pattern}`
}

const compared = ({ sql, sameBy, eq }: ListField, relation: Comparison, parameter: string) => {
  if (relation === 'eq' && eq) return eq(parameter)
  if (relation === 'ne') return `${sql} is distinct from ${parameter}`
  return relation === 'eq' && sameBy
    ? `${sameBy}(${sql}::text) = ${sameBy}(${parameter})`
    : `${sql} ${relations[relation]} ${parameter}`
}

const nullSql = ({ sql }: ListField, relation: Comparison) => {
  if (relation === 'eq') return `${sql} is null`
  if (relation === 'ne') return `${sql} is not null`
  return refuse('filter', 'compares null with eq and ne only')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostNumber = 2_147_483_647

const isTime = (text: string) => {
  const year = new Date(text).getUTCFullYear()
  return year > 0 && year < 10_000
}

/** What a literal is to a field of each kind; undefined for a literal of another kind. */
const readAs: Record<ListField['type'], (literal: string | number | boolean) => unknown> = {
  boolean: (literal) => (typeof literal === 'boolean' ? literal : undefined),
  // All numbers of ours are whole; the database reads no other into them.
  number: (literal) => (Number.isInteger(literal) && Math.abs(Number(literal)) <= mostNumber ? literal : undefined),
  uuid: (literal) => (typeof literal === 'string' && uuid.test(literal) ? literal : undefined),
  time: (literal) => (typeof literal === 'string' && isTime(literal) ? new Date(literal) : undefined),
  text: (literal) => (typeof literal === 'boolean' ? undefined : String(literal)),
}

const literalOf = ({ type }: ListField, literal: Exclude<Literal, null>, name: string): unknown =>
  readAs[type](literal) ?? refuse('filter', `compares “${name}” with a value of another kind`)
