// What a list is asked for (RFC 7644 section 3.4.2), in the address or in the body of `/.search`.
import { z } from 'zod'
import { attributeName, type Filter, readFilter } from './filter.ts'
import type { Columns } from './filter-sql.ts'
import { isObject } from './incoming.ts'
import { scimRefusal } from './scim-refusal.ts'

export type Page = {
  readonly filter: Filter | undefined
  readonly sortBy: string | undefined
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
  /** What a filter may ask for besides, where several kinds are searched. */
  readonly ofOtherKinds?: Columns
}

export type Selection = {
  readonly attributes: readonly string[] | undefined
  readonly excludedAttributes: readonly string[] | undefined
}

export const mostResults = 200
const usualResults = 100

const names = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((all) => all.map((name) => attributeName(name.trim())).filter(Boolean))
  .optional()

const whole = z.coerce.number().int().catch(Number.NaN)

const Query = z.object({
  attributes: names,
  excludedattributes: names,
  filter: z.string().optional(),
  sortby: z.string().optional(),
  sortorder: z.string().optional(),
  startindex: whole.optional(),
  count: whole.optional(),
})

const read = (query: unknown) => {
  const small = isObject(query)
    ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]))
    : {}
  const { data } = Query.safeParse(small)
  if (!data) throw scimRefusal('invalidSyntax', 'the query is not valid')
  return data
}

export const readSelection = (query: unknown): Selection => {
  const { attributes, excludedattributes: excludedAttributes } = read(query)
  return { attributes, excludedAttributes }
}

export const readPage = (query: unknown): Page & { readonly startIndex: number } => {
  const { filter, sortby, sortorder, startindex = 1, count = usualResults } = read(query)
  if (Number.isNaN(startindex) || Number.isNaN(count))
    throw scimRefusal('invalidValue', 'startIndex and count are whole numbers')
  const startIndex = Math.min(Math.max(startindex, 1), 2_000_000_000)
  return {
    filter: filter === undefined ? undefined : readFilter(filter),
    sortBy: sortby ? attributeName(sortby) : undefined,
    descending: sortorder?.toLowerCase() === 'descending',
    startIndex,
    offset: startIndex - 1,
    limit: Math.min(Math.max(count, 0), mostResults),
  }
}

type Json = Readonly<Record<string, unknown>>

/** Shown whatever was asked for (RFC 7643 section 7). */
const always: ReadonlySet<string> = new Set(['schemas', 'id'])

const pathOf = (name: string) => attributeName(name)

/** Of a resource what was asked for (RFC 7644 section 3.9). */
export const selected = (resource: Json, { attributes, excludedAttributes }: Selection): Json => {
  if (attributes && attributes.length > 0) return kept(resource, (path) => isAsked(path, attributes))
  if (excludedAttributes && excludedAttributes.length > 0)
    return kept(resource, (path) => (excludedAttributes.includes(path) ? 'no' : 'parts'))
  return resource
}

type Inclusion = 'whole' | 'parts' | 'no'

const isAsked = (path: string, attributes: readonly string[]): Inclusion => {
  if (attributes.includes(path)) return 'whole'
  return attributes.some((name) => name.startsWith(`${path}.`)) ? 'parts' : 'no'
}

const kept = (resource: Json, wanted: (path: string) => Inclusion): Json =>
  Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
      const path = pathOf(name)
      const how = always.has(path) ? 'whole' : wanted(path)
      if (how === 'no') return []
      return [[name, how === 'whole' ? value : partsOf(path, value, wanted)]]
    }),
  )

const partsOf = (path: string, value: unknown, wanted: (path: string) => Inclusion): unknown => {
  if (Array.isArray(value)) return value.map((one) => partsOf(path, one, wanted))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const below = `${path}.${name.toLowerCase()}`
      const how = wanted(below)
      if (how === 'no') return []
      return [[name, how === 'whole' ? inner : partsOf(below, inner, wanted)]]
    }),
  )
}
