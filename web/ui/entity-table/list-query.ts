// From what stands in the address to what the server is asked.
import { listQuery } from '#web/lib/list-query.ts'
import type { FilterDef, ListDef, Wire } from './types.ts'
import type { ListState } from './use-list-state.ts'

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`

const anyOf = (field: string, values: readonly string[]) =>
  values.map((value) => `${field} eq ${/^(true|false)$/.test(value) ? value : quoted(value)}`).join(' or ')

const wireOf = (filter: FilterDef, value: string): Wire => {
  if (filter.wire) return filter.wire(value)
  return filter.kind === 'multi' ? { filter: anyOf(filter.key, value.split(',')) } : { [filter.key]: value }
}

/** Of filters and column filters: parameters, and conditions that must all hold. */
const filtersOf = <Row>(list: ListDef<Row>, chosen: ListState['filters']) => {
  const wires = (list.filters ?? []).flatMap((filter) =>
    chosen[filter.key] ? [wireOf(filter, chosen[filter.key] ?? '')] : [],
  )
  const ofColumns = list.columns.flatMap(({ key, filter }) => {
    const values = filter && chosen[`col.${key}`]?.split(',').filter(Boolean)
    return values?.length ? [anyOf(key, values)] : []
  })
  const conditions = [...wires.flatMap(({ filter }) => filter ?? []), ...ofColumns]
  const parameters = Object.fromEntries(
    wires.flatMap((wire) => Object.entries(wire).filter(([name]) => name !== 'filter')),
  )
  return { conditions, parameters }
}

export const requestOf = <Row>(
  list: ListDef<Row>,
  state: ListState,
  range = { skip: (state.page - 1) * state.size, take: state.size },
) => {
  const { conditions, parameters } = filtersOf(list, state.filters)
  const orderBy = { field: state.sort.field, direction: state.sort.descending ? 'desc' : 'asc' } as const
  return listQuery({ search: state.search, ...range, orderBy, filter: conditions }, { ...list.query, ...parameters })
}
