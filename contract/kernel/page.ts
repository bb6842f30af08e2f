// Lists: one query grammar (R7.1-03, R7.1-04) and one answer (R3.4-01) for all of them.
import { z } from 'zod'
import { issue } from './issue.ts'

const count = (fallback: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .catch(fallback)
    .transform((n) => Math.min(n, most))

/** What the selectors of the specification may ask for at most. */
export const mostRows = 1_000_000

// Made once: a schema costs more to make than to use, and every list reads both.
const rowsToSkip = count(0, Number.MAX_SAFE_INTEGER)
const rowsToTake = count(10, mostRows)

const text = z.string().optional()

const first = (...values: (string | undefined)[]) => values.find((value) => value !== undefined && value !== '')

/** `name desc` in one, or the field with its direction beside it. */
const orderOf = (sortText: string | undefined, beside: string | undefined) => {
  const [field = '', direction = ''] = (sortText ?? '').trim().split(/\s+/)
  return field ? { field, descending: (direction || beside || 'asc').toLowerCase() === 'desc' } : undefined
}

const synonyms = {
  search: text,
  searchQuery: text,
  $search: text,
  skip: text,
  $skip: text,
  top: text,
  take: text,
  $top: text,
  orderBy: text,
  orderby: text,
  $orderby: text,
  field: text,
  direction: text,
  filter: text,
  $filter: text,
  select: text,
  $select: text,
  $format: text,
  $count: text,
  useProfile: text,
}
type Wire = { readonly [K in keyof typeof synonyms]?: string | undefined }

/** The wire's synonyms, read into one shape; first non-empty wins. */
const readWire = (q: Wire) => ({
  search: first(q.search, q.searchQuery, q.$search),
  skip: rowsToSkip.parse(first(q.skip, q.$skip) ?? 0),
  take: rowsToTake.parse(first(q.top, q.take, q.$top) ?? 10),
  orderBy: orderOf(first(q.orderBy, q.orderby, q.$orderby, q.field), q.direction),
  filter: first(q.filter, q.$filter),
  select: first(q.select, q.$select)
    ?.split(',')
    .map((name) => name.trim()),
  odata:
    q.$format === 'odata' ||
    [q.$search, q.$skip, q.$top, q.$orderby, q.$filter, q.$select, q.$count].some((v) => v !== undefined),
})

export const ListQuery = z.object(synonyms).transform(readWire)

/** A list with parameters of its own beside the common ones: `listQuery({ locked: flag })`. */
export const listQuery = <Own extends z.ZodRawShape>(own: Own) =>
  z.object({ ...synonyms, ...own }).transform((q) => {
    const beside = Object.fromEntries(Object.keys(own).map((name) => [name, (q as Record<string, unknown>)[name]]))
    return { ...readWire(q as Wire), ...(beside as z.output<z.ZodObject<Own>>) }
  })

/** A yes or no in an address, yes by its bare name as well; anything else is refused. */
export const flag = z
  .enum(['true', 'True', '', 'false', 'False'], { error: issue('not-yes-or-no') })
  .transform((raw) => raw.toLowerCase() !== 'false')
  .optional()

/** A filter of a list: empty asks for nothing, what is not understood is refused. */
export const filterOf = <Filter extends z.ZodType>(filter: Filter) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(filter)
    .optional()

export type ListQuery = z.output<typeof ListQuery>

/** `items` and `count` always; `value` and `@odata.count` as well when the caller speaks OData. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    count: z.number().int(),
    value: z.array(item).optional(),
    '@odata.count': z.number().int().optional(),
  })

export type Page<Item> = { items: Item[]; count: number }

export const page = <Item>(items: Item[], total: number, { odata }: { odata: boolean }): Page<Item> =>
  odata ? { items, count: total, ...{ value: items, '@odata.count': total } } : { items, count: total }
