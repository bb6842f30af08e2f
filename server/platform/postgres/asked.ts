// What is asked of the driver on every call, by its callbacks: with the promises that it makes itself some hundred
// bytes outlive each statement until old objects are collected, which stops the thread for longer than anything else
// (docs/performance.md).
import pg from 'pg'

export const lent = (pool: pg.Pool): Promise<pg.PoolClient> => {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
  pool.connect((error, connection) => (connection ? resolve(connection) : reject(error)))
  return promise
}

/** What the published types of the driver leave out. */
type Query = pg.Query & { name: string | undefined; callback: (error: Error | null, result: pg.QueryResult) => void }
const { Query: OwnQuery } = pg as unknown as { Query: new (text: string, values?: readonly unknown[]) => Query }

/**
 * A query that is made here: one that the driver makes of a description copies that, property by property. A function
 * that is written where it is stored in a property is an old object from the start, and holds all that it uses until
 * old objects are collected (docs/decisions/0074): it has a name first.
 */
export const asked = (connection: pg.PoolClient, { text, values, name }: pg.QueryConfig): Promise<pg.QueryResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const query = new OwnQuery(text, values)
  query.name = name
  const callback = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
  query.callback = callback
  connection.query(query)
  return promise
}
