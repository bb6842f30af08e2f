// PostgreSQL through `pg`: one pool, prepared statements by themselves, numbers and dates as values.
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Db, Tx } from '#server/kernel/context.ts'

export type Connection = {
  connectionString?: string
  host?: string
  port?: number
  database?: string
  user?: string
  password?: string
}

export type Database = Db & {
  /** Commits what `work` did, or nothing. `retry`: once more on serialization failures and deadlocks (40001, 40P01). */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { retry?: boolean }): Promise<T>
  /** One connection for a while: session locks. */
  withClient<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** On a connection of its own, which comes back by itself; `handler` also runs after a reconnect, with ''. */
  listen(channel: string, handler: (payload: string) => void): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

/** The database cannot be reached, or went away in the middle: 503, not a fault of the request. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

const int8 = 20
pg.types.setTypeParser(int8, (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
})

/** Texts of lists vary with their filters; beyond this many they go without a name. */
const mostStatements = 500
const names = new Map<string, string>()
const nameOf = (text: string) => {
  const known = names.get(text)
  if (known || names.size >= mostStatements) return known
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

const connectionLost = /^(08|57P0|53300)|^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH)/
const asUnavailable = (error: unknown): unknown => {
  const { code, message } = error as { code?: string; message?: string }
  const lost = connectionLost.test(code ?? '') || /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(message ?? '')
  return lost ? new DatabaseUnavailable('the database is not available', { cause: error }) : error
}

/** Name of the violated constraint: unique, foreign key or check. */
export const constraintOf = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code !== undefined && ['23505', '23503', '23514'].includes(code) ? constraint : undefined
}

type Runs = { query(config: { text: string; values?: unknown[]; name?: string }): Promise<{ rows: unknown[] }> }

const queryOn =
  (runs: Runs): Db['query'] =>
  async <Row>(text: string, values?: readonly unknown[]) => {
    try {
      const name = values ? nameOf(text) : undefined
      const { rows } = await runs.query({ text, ...(values ? { values: [...values] } : {}), ...(name ? { name } : {}) })
      return rows as Row[]
    } catch (error) {
      throw asUnavailable(error)
    }
  }

export const connect = (connection: Connection, { max }: { max: number }): Database => {
  const options = { ...connection, application_name: 'portico' }
  const pool = new pg.Pool({
    ...options,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A connection that dies while idle is replaced when the next is asked for.
  pool.on('error', () => undefined)
  const client = () => pool.connect().catch((error: unknown) => Promise.reject(asUnavailable(error)))
  return {
    query: queryOn(pool),
    transaction: (work, { retry = false } = {}) => inTransaction(client, work, retry ? 3 : 0),
    withClient: async (work) => {
      const held = await client()
      try {
        return await work({ query: queryOn(held) })
      } finally {
        held.release()
      }
    },
    listen: (channel, handler) => listenOn(options, channel, handler),
    close: () => pool.end(),
  }
}

const inTransaction = async <T>(client: () => Promise<pg.PoolClient>, work: (tx: Tx) => Promise<T>, retries: number): Promise<T> => {
  const held = await client()
  let broken = false
  held.once('error', () => undefined)
  try {
    await held.query('begin')
    const result = await work({ inTransaction: true, query: queryOn(held) })
    await held.query('commit')
    return result
  } catch (error) {
    await held.query('rollback').catch(() => void (broken = true))
    const { code } = error as { code?: string }
    if (retries > 0 && (code === '40001' || code === '40P01')) return await inTransaction(client, work, retries - 1)
    throw asUnavailable(error)
  } finally {
    held.release(broken)
  }
}

const listenOn = async (options: pg.ClientConfig, channel: string, handler: (payload: string) => void) => {
  let closed = false
  let current: pg.Client | undefined
  const open = async (again: boolean): Promise<void> => {
    const client = new pg.Client({ ...options, application_name: `portico listens to ${channel}` })
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => handler(payload ?? ''))
    client.on('end', () => !closed && setTimeout(() => void reopen(), 500).unref())
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    current = client
    if (again) handler('')
  }
  const reopen = async () => {
    if (!closed) await open(true).catch(() => setTimeout(() => void reopen(), 1000).unref())
  }
  await open(false).catch((error: unknown) => Promise.reject(asUnavailable(error)))
  return {
    close: async () => {
      closed = true
      await current?.end()
    },
  }
}
