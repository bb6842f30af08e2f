// A reading of many rows bit by bit, at the pace of whoever takes them.
import type pg from 'pg'
import type { z } from 'zod'
import { asked, lent } from './asked.ts'
import { asUnavailable } from './database-errors.ts'
import type { RowReader } from './row-check.ts'

type Reading = { text: string; values: readonly unknown[] | undefined; rowsAtOnce: number | undefined }

/** The next rows are read while these are used: whoever takes them waits for PostgreSQL only where that is slower. */
async function* fetched(connection: pg.PoolClient, rowsAtOnce: number) {
  const next = { text: `fetch ${rowsAtOnce} from reading` }
  const read = () => {
    const reading = asked(connection, next)
    // Nobody may want them any more.
    reading.catch(() => undefined)
    return reading
  }
  for (let reading = read(); ; ) {
    const { rows } = await reading
    if (rows.length === rowsAtOnce) reading = read()
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) return
  }
}

/** A cursor in a snapshot of its own; the connection goes back when the last row was read, or nobody reads any more. */
export async function* streamed<Row extends z.ZodType>(
  { pool, readRows }: { readonly pool: pg.Pool; readonly readRows: RowReader },
  row: Row,
  { text, values = [], rowsAtOnce = 2_000 }: Reading,
): AsyncGenerator<z.output<Row>[]> {
  const connection = await lent(pool).catch((error: unknown) => Promise.reject(asUnavailable(error)))
  let broken = true
  try {
    await asked(connection, { text: 'begin isolation level repeatable read read only' })
    await asked(connection, { text: `declare reading no scroll cursor for ${text}`, values: values as unknown[] })
    for await (const rows of fetched(connection, rowsAtOnce)) yield readRows(row, text, rows)
  } finally {
    broken = await asked(connection, { text: 'rollback' }).then(
      () => false,
      () => true,
    )
    connection.release(broken)
  }
}
