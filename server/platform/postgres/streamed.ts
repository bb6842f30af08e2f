// A reading of many rows bit by bit, at the pace of whoever takes them.
import type pg from 'pg'
import type { z } from 'zod'
import { asUnavailable } from './database-errors.ts'
import type { RowReader } from './row-check.ts'

type Reading = { text: string; values: readonly unknown[] | undefined; rowsAtOnce: number | undefined }

/** A cursor in a snapshot of its own; the connection goes back when the last row was read, or nobody reads any more. */
export async function* streamed<Row extends z.ZodType>(
  { pool, readRows }: { readonly pool: pg.Pool; readonly readRows: RowReader },
  row: Row,
  { text, values = [], rowsAtOnce = 2_000 }: Reading,
): AsyncGenerator<z.output<Row>[]> {
  const connection = await pool.connect().catch((error: unknown) => Promise.reject(asUnavailable(error)))
  let broken = true
  try {
    await connection.query('begin isolation level repeatable read read only')
    await connection.query({ text: `declare reading no scroll cursor for ${text}`, values: values as unknown[] })
    for (;;) {
      const { rows } = await connection.query(`fetch ${rowsAtOnce} from reading`)
      if (rows.length === 0) break
      yield readRows(row, text, rows)
    }
  } finally {
    broken = await connection.query('rollback').then(
      () => false,
      () => true,
    )
    connection.release(broken)
  }
}
