// One row of the pages at hand, changed at once (R5.7-03); gives back how to take it back.
import type { QueryClient } from '@tanstack/react-query'
import { resourceOf } from '#web/lib/use-endpoint.ts'
import type { ListDef } from './types.ts'

type Page<Row> = { items?: readonly Row[] }

export const patchRow = <Row>(
  answers: QueryClient,
  list: ListDef<Row>,
  { key, change }: { key: string; change: object },
) => {
  const pages = { queryKey: [resourceOf(list.list), list.list.path] }
  void answers.cancelQueries(pages)
  const before = answers.getQueriesData<Page<Row>>(pages)
  answers.setQueriesData<Page<Row>>(
    pages,
    (page) =>
      page?.items && {
        ...page,
        items: page.items.map((row) => (list.rowKey(row) === key ? { ...row, ...change } : row)),
      },
  )
  return () => {
    for (const [name, page] of before) answers.setQueryData(name, page)
  }
}
