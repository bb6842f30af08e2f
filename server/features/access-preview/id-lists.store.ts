// Thousands of ids as one text, to the database and back: rows and arrays of so many cost more to write and read.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'

/** Ids with commas between; `null` as `string_agg` answers it where there are none. */
export const listed = (ids: string | null) => (ids === null ? [] : ids.split(','))

const ListRow = z.object({ ids: z.string().nullable() })

/** Of a statement whose rows have an `id`. */
export const idsBy = async (tx: Tx, statement: string, values: readonly unknown[]) => {
  const text = `select string_agg(id::text, ',') as ids from (${statement}) found`
  const [row] = await tx.query(ListRow, text, values)
  return listed(row?.ids ?? null)
}

/** As PostgreSQL writes an array of them; nothing in an id has to be quoted. */
export const arrayOf = (ids: readonly string[]) => `{${ids.join()}}`
