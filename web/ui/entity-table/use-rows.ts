// The rows of the page that is shown; while others are fetched they stay (docs/ux.md, rule 15).
import { useRead } from '#web/lib/use-endpoint.ts'
import { requestOf } from './list-query.ts'
import type { ListDef } from './types.ts'
import type { ListState } from './use-list-state.ts'

export const givenOf = <Row>(list: ListDef<Row>, query: Record<string, string>) => ({ params: list.params, query })

type Answer<Row> = { items: Row[]; count: number; countIsExact?: boolean }

/** As far as the pages go where nobody knows exactly how many rows there are. */
const mostPaged = 10_000

export const useRows = <Row>(list: ListDef<Row>, state: ListState) => {
  const answer = useRead(list.list, givenOf(list, requestOf(list, state)), { previous: true })
  const data = answer.data as Answer<Row> | undefined
  const { items, count } = data ?? { items: [] as Row[], count: 0 }
  const isExact = data?.countIsExact !== false
  return { ...answer, items, count: isExact ? count : Math.min(count, mostPaged), about: isExact ? undefined : count }
}
