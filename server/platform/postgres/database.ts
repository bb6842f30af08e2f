// PostgreSQL through `pg`: one pool, prepared statements by themselves, numbers and dates as values.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db, Reads, Tx } from '#server/kernel/context.ts'
import { asked } from './asked.ts'
import { BrokenTransaction, isConflict, isStalePlan } from './database-errors.ts'
import { reasonOf } from './failure-reason.ts'
import { lend } from './lend.ts'
import { createListener, type Handler, type Listening } from './listen.ts'
import { clientOptions, type Connection, openPools, type PoolSizes } from './pools.ts'
import { type Pulse, pulseOf, type PulseTiming } from './pulse.ts'
import { checkedRows, type RowReader, trustedRows } from './row-check.ts'
import { statementNames, type StatementNames } from './statement-names.ts'
import { sharedConnection } from './shared-connection.ts'
import { holdBack, inFlight } from './statement-queue.ts'
import { streamed } from './streamed.ts'

export { constraintOf, DatabaseUnavailable } from './database-errors.ts'
export type { Connection } from './pools.ts'

export type TransactionOptions = {
  /**
   * Runs the work again, up to three times, when another transaction was in the way (40001, 40P01). It must bear that.
   */
  readonly retry?: boolean
  readonly isolation?: 'repeatable read' | 'serializable'
  /** The first statement of the transaction, before it has its picture of the database. */
  readonly first?: string
}

/** One connection for a while. `run` sends a script of several statements, without values. */
export type Session = Db & { run(script: string): Promise<void> }

export type Database = Reads & {
  /** On connections that cannot write: the database refuses it. */
  readonly readOnly: Reads
  /** Commits what `work` did, or nothing. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** For what belongs to a session: advisory locks, settings. */
  withClient<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** On one connection for all channels, which comes back by itself; `handler` also runs after a reconnect, with ''. */
  listen(channel: string, handler: Handler): Promise<Listening>
  close(): Promise<void>
}

export type ConnectOptions = PoolSizes & {
  readonly pulse?: PulseTiming
  /** Compares every row with its schema, as specs and the demonstration do. */
  readonly parseRows?: boolean
}

const RETRIES = 3

export const connect = (
  to: Connection | string,
  { pulse: timing, parseRows = false, ...sizes }: ConnectOptions,
): Database => {
  const client = clientOptions(to)
  const { writing, reading, short } = openPools(client, sizes)
  const pulse = pulseOf({ ...client, application_name: 'portico pulse' }, timing)
  const readRows = parseRows ? checkedRows : trustedRows
  const source: Source = { pool: writing, names: statementNames(), pulse, readRows }
  const share = sharedConnection((work) => lend({ ...source, pool: short }, work))
  const shorts = statementsOf(source, (run) => share((connection) => run(connection, true)))
  let closing: Promise<void> | undefined
  return {
    ...readsOf(source, shorts),
    readOnly: readsOf({ ...source, pool: reading }, shorts),
    transaction: (work, options) => retrying(options?.retry ? RETRIES : 0, () => inTransaction(source, work, options)),
    withClient: (work) =>
      lend(source, (connection) =>
        work({
          ...statementsOf(source, (run) => run(connection, true)),
          run: async (script) => void (await connection.query(script)),
        }),
      ),
    listen: createListener({ ...client, application_name: 'portico listens' }).listen,
    close: () => (closing ??= Promise.all([writing, reading, short].map((pool) => pool.end())).then(() => undefined)),
  }
}

type Source = {
  readonly pool: pg.Pool
  readonly names: StatementNames
  readonly pulse: Pulse
  readonly readRows: RowReader
}

/** `alone`: not in a transaction, so that a statement that failed may simply be sent again. */
type Run<T> = (connection: pg.PoolClient, alone: boolean) => Promise<T>

const statementsOf = ({ names, readRows }: Source, on: <T>(run: Run<T>, text: string) => Promise<T>): Db => ({
  query: async (row, text, values) => {
    const { rows } = await on((connection, alone) => runNamed(names, connection, text, values, alone), text)
    return readRows(row, text, rows)
  },
  execute: async (text, values) => {
    const { rowCount } = await on((connection, alone) => runNamed(names, connection, text, values, alone), text)
    return rowCount ?? 0
  },
})

const readsOf = (source: Source, short: Db): Reads => ({
  ...statementsOf(source, (run) => lend(source, (connection) => run(connection, true))),
  short,
  stream: (row, text, values, rowsAtOnce) => streamed(source, row, { text, values, rowsAtOnce }),
})

// oxlint-disable-next-line max-params -- one call, many times a request: no object is made for it
const runNamed = async (
  names: StatementNames,
  connection: pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  alone: boolean,
): Promise<pg.QueryResult> => {
  const name = names.of(text)
  const query = { text, ...(name && { name }), ...(values && { values: values as unknown[] }) }
  try {
    return await asked(connection, query)
  } catch (error) {
    // Where it was asked for, instead of where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    if (!name || !isStalePlan(error)) throw error
    names.renew(text)
    if (!alone) throw error
    return runNamed(names, connection, text, values, false)
  }
}

const begin = ({ isolation, first }: TransactionOptions) =>
  [isolation ? `begin isolation level ${isolation}` : 'begin', ...(first ? [first] : [])].join('; ')

const isRead = (text: string) => /^\s*select\b/.test(text)

const inTransaction = <T>(source: Source, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> =>
  lend(source, async (connection) => {
    const sent = inFlight(() => {
      holdBack(connection.connection.stream)
      return asked(connection, { text: begin(options) })
    })
    const { keep, behind } = reasonOf()
    try {
      const result = await work({
        inTransaction: true,
        ...statementsOf(source, (run, text) => {
          const send = () => {
            holdBack(connection.connection.stream)
            return run(connection, false).catch(keep)
          }
          return sent.add(send, { reads: isRead(text) })
        }),
      })
      await sent.end()
      await sent.begun
      const { command } = await asked(connection, { text: 'commit' })
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back: its work caught an error of the database and went on.')
      return result
    } catch (error) {
      await sent.end()
      // Behind a `begin` that failed the others fail as well, and this is why.
      const cause = await sent.begun.then(
        () => behind(error),
        (first: unknown) => first,
      )
      await connection.query('rollback').catch(() => Promise.reject(new BrokenTransaction('', { cause })))
      throw cause
    }
  })

const retrying = async <T>(times: number, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (times === 0 || !isConflict(error)) throw error
    await sleep(5 + Math.random() * 20 * (RETRIES - times + 1))
    return retrying(times - 1, run)
  }
}
