// The connections of one instance: some that write, and others on which the database itself refuses every write.
import pg from 'pg'
import { StartFailure } from './start-failure.ts'
import { types } from './values.ts'

const MINUTE = 60_000

export type Connection = {
  connectionString?: string
  host?: string
  port?: number
  database?: string
  user?: string
  password?: string
}

export type PoolSizes = {
  /** Connections that may write. */
  readonly max: number
  /** Connections that only read; as many as may write, unless said. */
  readonly readers?: number | undefined
  /** Connections for short reads, of which a few serve all. */
  readonly short?: number | undefined
  readonly statementTimeout?: number | undefined
}

export const clientOptions = (to: Connection | string) => ({
  // Many small statements: compiling one takes longer than it runs. `options` in the address have the last word.
  options: '-c jit=off',
  ...connectionOf(to),
  types,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  application_name: 'portico',
})

const connectionOf = (to: Connection | string): Connection => {
  const connection = typeof to === 'string' ? { connectionString: to } : to
  const url = connection.connectionString
  if (url !== undefined && !(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)))
    throw new StartFailure('DATABASE_URL is no address of a PostgreSQL (postgres://user:password@host:5432/database).')
  return connection
}

export const openPools = (
  client: ReturnType<typeof clientOptions>,
  { max, readers = max, short = 4, statementTimeout = MINUTE }: PoolSizes,
) => {
  const limits = { statement_timeout: statementTimeout, idle_in_transaction_session_timeout: MINUTE }
  const open = (more: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...client, ...limits, idleTimeoutMillis: 30_000, ...more })
    // A connection that dies is replaced when the next is asked for; unheard, its event would end the process.
    pool.on('error', () => undefined)
    pool.on('connect', (made) => void made.on('error', () => undefined))
    return pool
  }
  return {
    // A transaction sends its first statement right behind its beginning (database.ts).
    writing: open({ max, pipeline: true }),
    reading: open({ max: readers, onConnect: refuseWrites }),
    // Of their own, so that no token waits for a list; more than one for when one is late (shared-connection.ts).
    short: open({ max: short, pipeline: true, onConnect: refuseWrites }),
  }
}

/** Once for each connection, before it is asked anything: no read costs a round trip more. */
const refuseWrites = (made: pg.ClientBase) => made.query(`set default_transaction_read_only = on`)
