// A filter as a condition of SQL. What stands in the text comes from the columns; what was written travels as values.
import { likeText } from '#server/lists/list-sql.ts'
import type { Comparison, Filter, Value } from './filter.ts'
import { scimRefusal } from './scim-refusal.ts'

type Column = {
  readonly sql: string
  /** `exact`: capital letters matter. */
  readonly kind: 'text' | 'exact' | 'boolean' | 'time'
  /** Of an attribute with many values: what a condition on one of them means for the whole. */
  readonly within?: (condition: string) => string
}
export type Columns = Readonly<Record<string, Column>>

const types: Readonly<Record<Column['kind'], string>> = {
  text: 'text',
  exact: 'text',
  boolean: 'boolean',
  time: 'timestamptz',
}

/** An attribute that nothing has there: it is compared as one that nobody has filled in (RFC 7644 section 3.4.2.1). */
const empty = ({ kind }: Pick<Column, 'kind'>): Column => ({ sql: `null::${types[kind]}`, kind })

export const emptyColumns = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, empty(column)]))

/** Of what is not kept. */
export const emptyNamed = (names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, empty({ kind: name.endsWith('.primary') ? 'boolean' : 'text' })]))

type Parameter = (value: unknown) => string

const columnOf = (columns: Columns, attribute: string): Column => {
  const column = Object.hasOwn(columns, attribute) ? columns[attribute] : undefined
  if (!column) throw scimRefusal('invalidFilter', `nothing is found by “${attribute.slice(0, 60)}”`)
  return column
}

export const filterSql = (columns: Columns, filter: Filter, parameter: Parameter): string => {
  switch (filter.kind) {
    case 'joined':
      return `(${filter.parts.map((part) => filterSql(columns, part, parameter)).join(` ${filter.by} `)})`
    case 'not':
      return `(not coalesce(${filterSql(columns, filter.part, parameter)}, false))`
    case 'within':
      return filterSql(columns, below(filter.attribute, filter.part), parameter)
    case 'present':
      return isPresent(columnOf(columns, filter.attribute))
    case 'compare':
      return ofColumn(columnOf(columns, filter.attribute), filter, parameter)
  }
}

const asItIs = (condition: string) => condition

const isPresent = ({ sql, kind, within = asItIs }: Column) =>
  within(kind === 'boolean' || kind === 'time' ? `${sql} is not null` : `coalesce(${sql}, '') <> ''`)

type Compare = Extract<Filter, { kind: 'compare' }>

/** Of an attribute with many values none is what `ne` says. */
const ofColumn = (column: Column, { by, value }: Compare, parameter: Parameter) => {
  const { within } = column
  if (within && by === 'ne') return `(not ${within(compared(column, 'eq', value, parameter))})`
  return (within ?? asItIs)(compared(column, by, value, parameter))
}

/** `emails[type eq "work"]` speaks of `emails.type`: of each attribute with many values one is kept. */
const below = (attribute: string, filter: Filter): Filter => {
  switch (filter.kind) {
    case 'joined':
      return { ...filter, parts: filter.parts.map((part) => below(attribute, part)) }
    case 'not':
      return { ...filter, part: below(attribute, filter.part) }
    case 'within':
      throw scimRefusal('invalidFilter', 'a filter in brackets holds no other')
    default:
      return { ...filter, attribute: `${attribute}.${filter.attribute}` }
  }
}

const relations: Partial<Record<Comparison, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }

const compared = (column: Column, by: Comparison, value: Value, parameter: Parameter): string => {
  const { sql, kind } = column
  if (value === null) return nothing(sql, by)
  if (by === 'ne') return `(not coalesce(${compared(column, 'eq', value, parameter)}, false))`
  if (kind === 'boolean') return ofBoolean(sql, by, value, parameter)
  if (typeof value !== 'string') throw scimRefusal('invalidFilter', 'a text is compared with a text only')
  if (kind === 'time') return ofTime(sql, by, value, parameter)
  const [left, right] = kind === 'exact' ? [sql, value] : [`lower(${sql})`, value.toLowerCase()]
  const relation = relations[by]
  if (relation) return `${left} ${relation} ${parameter(right)}`
  return `${left} like ${parameter(patternOf(by, right))}`
}

const patternOf = (by: Comparison, text: string) =>
  `${by === 'sw' ? '' : '%'}${likeText(text)}${by === 'ew' ? '' : '%'}`

const nothing = (sql: string, by: Comparison) => {
  if (by !== 'eq' && by !== 'ne') throw scimRefusal('invalidFilter', 'null is compared with eq and ne only')
  return `${sql} is ${by === 'eq' ? '' : 'not '}null`
}

/** Entra asks for `active eq "True"`. */
const ofBoolean = (sql: string, by: Comparison, value: Value, parameter: Parameter) => {
  const written = String(value).toLowerCase()
  if (by !== 'eq' || !['true', 'false'].includes(written))
    throw scimRefusal('invalidFilter', 'yes or no is compared with eq and ne, and with true and false')
  return `${sql} = ${parameter(written === 'true')}`
}

const ofTime = (sql: string, by: Comparison, value: string, parameter: Parameter) => {
  const relation = relations[by]
  const time = new Date(value)
  if (!relation || !/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(time.getTime()))
    throw scimRefusal('invalidFilter', 'a time is compared with eq, ne, gt, ge, lt and le, and with a time')
  return `date_trunc('milliseconds', ${sql}) ${relation} ${parameter(time)}`
}

/** What a list is ordered by. */
export const orderSql = (columns: Columns, attribute: string): string => {
  const { sql, kind, within } = columnOf(columns, attribute)
  if (within) throw scimRefusal('invalidValue', 'nothing is ordered by an attribute with many values')
  return kind === 'text' ? `lower(${sql})` : sql
}
