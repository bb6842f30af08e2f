// What a list asks its server (R7.1-03, R7.1-04): one shape for all of them, merged the OData way.

type Order = { field: string; direction?: 'asc' | 'desc' }

type ListRequest = {
  search?: string
  skip?: number
  take?: number
  orderBy?: Order
  /** Conditions that must all hold. */
  filter?: string | readonly (string | undefined)[]
  select?: string | readonly string[]
  /** The user-scoped twin of an administrators' list (A-17). */
  useProfile?: boolean
}
type ExtraQuery = Record<string, string | number | boolean | undefined>

const flat = (value: string | readonly (string | undefined)[] | undefined) =>
  (typeof value === 'string' ? [value] : (value ?? [])).filter((entry): entry is string => !!entry)

const orderText = ({ field, direction = 'asc' }: Order) => `${field} ${direction}`

const conditions = (filter: ListRequest['filter']) => {
  const all = flat(filter)
  return all.length > 1 ? all.map((one) => `(${one})`).join(' and ') : all[0]
}

const texts = (extra: ExtraQuery) =>
  Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

export const listQuery = (
  { search, skip = 0, take = 10, orderBy, filter, select, useProfile }: ListRequest = {},
  extra: ExtraQuery = {},
) => {
  const query = {
    search: search?.trim() || undefined,
    skip: String(skip),
    take: String(take),
    orderBy: orderBy && orderText(orderBy),
    filter: conditions(filter),
    select: [...new Set(flat(select))].join(',') || undefined,
    useProfile: useProfile ? 'true' : undefined,
    ...texts(extra),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<string, string>
}

const literal = (value: string | number | boolean) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** `where('areaId', 'eq', id)`: a condition in the filter's grammar, with its value quoted. */
export const where = (
  field: string,
  relation: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le',
  value: string | number | boolean,
) => `${field} ${relation} ${literal(value)}`
