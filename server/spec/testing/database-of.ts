import type { Connection } from '#server/platform/postgres/database.ts'

/** Another database of the same server. */
export const databaseOf = (connection: Connection, database: string): Connection => {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** For a program that reads DATABASE_URL. */
export const addressOf = ({
  connectionString,
  host = '',
  port = 5432,
  database = '',
  user = '',
  password = '',
}: Connection) =>
  connectionString ??
  `postgres://${user}:${password}@localhost/${database}?${new URLSearchParams({ host, port: String(port) })}`
