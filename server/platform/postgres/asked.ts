// What is asked of the driver on every call, by its callbacks: with the promises that it makes itself some hundred
// bytes outlive each statement until old objects are collected, which stops the thread for longer than anything else
// (docs/performance.md).
import type pg from 'pg'

export const lent = (pool: pg.Pool): Promise<pg.PoolClient> => {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
  pool.connect((error, connection) => (connection ? resolve(connection) : reject(error)))
  return promise
}

export const asked = (connection: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  connection.query(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  return promise
}
