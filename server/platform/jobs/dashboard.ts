// The queue library's own dashboard, over the same database; loaded when somebody looks at it for the first time
//
import type { DashboardHandler } from '@pg-boss/dashboard/handler'

type Connection = {
  connectionString?: string
  host?: string
  port?: number
  database?: string
  user?: string
  password?: string
}

type Dashboard = { answer(request: Request): Promise<Response>; close(): Promise<void> }

/** A folder as host is a Unix socket, which an address can only carry as a parameter. */
const addressOf = ({
  connectionString,
  host = 'localhost',
  port = 5432,
  database = '',
  user = '',
  password = '',
}: Connection) => {
  if (connectionString) return connectionString
  const who = encodeURIComponent(user) + (password ? `:${encodeURIComponent(password)}` : '')
  const name = encodeURIComponent(database)
  return host.startsWith('/')
    ? `postgres://${who}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${who}@${host}:${port}/${name}`
}

export const createDashboard = (
  connection: Connection,
  { basePath, host }: { basePath: string; host: string },
): Dashboard => {
  let opened: Promise<DashboardHandler> | undefined
  const open = async () => {
    const { createDashboardHandler } = await import('@pg-boss/dashboard/handler')
    return createDashboardHandler({
      databases: [{ url: addressOf(connection), name: 'Portico' }],
      basePath,
      allowedActionOrigins: [host],
    })
  }
  return {
    answer: async (request) => (await (opened ??= open()))(request),
    close: async () => (await opened)?.close(),
  }
}
