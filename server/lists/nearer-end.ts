// A page in the second half of a long list is nearer from the other end.
import type { ListSql } from './list-sql.ts'

type Window = { readonly skip: number; readonly take: number; readonly count: number }

/**
 * In which order the rows of a page are looked for, and the values of the statement; undefined where there are none.
 */
export const nearerEnd = (
  { order, values, pageValues }: Pick<ListSql, 'order' | 'values' | 'pageValues'>,
  { skip, take, count }: Window,
): { readonly order: string; readonly values: readonly unknown[] } | undefined => {
  const rows = Math.max(0, Math.min(take, count - skip))
  if (rows === 0) return undefined
  return skip < count / 2
    ? { order, values: pageValues }
    : { order: turned(order), values: [...values, rows, count - skip - rows] }
}

const turned = (order: string) =>
  order.replace(/\b(asc|desc)\b/g, (direction) => (direction === 'asc' ? 'desc' : 'asc'))
