// A connection for the time of some work.
import type pg from 'pg'
import { lent } from './asked.ts'
import { asUnavailable, BrokenTransaction, DatabaseUnavailable, isLost } from './database-errors.ts'
import type { Pulse } from './pulse.ts'

type Source = { readonly pool: pg.Pool; readonly pulse: Pulse }

/** At once: one that is pipelined would wait for the answers to all that it was asked. */
const cut = ({ connection }: pg.PoolClient) => connection.stream.destroy()

/** Not `pool.query`: that throws a connection away, and its prepared statements, for every violated constraint. */
export const lend = async <T>(source: Source, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> => {
  const connection = await lent(source.pool).catch((error: unknown) => Promise.reject(asUnavailable(error)))
  try {
    const result = await source.pulse.watch(work(connection))
    connection.release()
    return result
  } catch (error) {
    const isGone = isLost(error) || error instanceof BrokenTransaction || error instanceof DatabaseUnavailable
    if (isGone) cut(connection)
    connection.release(isGone)
    throw error instanceof BrokenTransaction ? asUnavailable(error.cause) : asUnavailable(error)
  }
}
