// What a list answers: one page, and how many rows it has in all. The page and the count are read from the same tables
// under the same conditions.
import type { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { type ListSql, unprepared } from './list-sql.ts'

type ListSource<Row extends z.ZodType> = {
  readonly row: Row
  readonly columns: string
  readonly tables: string
}

export const pageAndCount = async <Row extends z.ZodType>(
  db: Db,
  { row, columns, tables }: ListSource<Row>,
  { where, order, page, values, pageValues }: Pick<ListSql, 'where' | 'order' | 'page' | 'values' | 'pageValues'>,
): Promise<{ items: z.output<Row>[]; count: number }> => {
  const items = await db.query(
    row,
    `${unprepared} select ${columns}
       from ${tables}
      where ${where}
      order by ${order}
      ${page}`,
    pageValues,
  )
  const [total] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from ${tables} where ${where}`,
    values,
  )
  return { items, count: total?.count ?? 0 }
}
