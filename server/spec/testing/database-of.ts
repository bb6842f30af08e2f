import type { Connection } from '#server/platform/postgres/database.ts'

/** Another database of the same server. */
export const databaseOf = (connection: Connection, database: string): Connection => {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
