// A server with 100,000 requests for access, asked as each of those whose lists are measured.
import pg from 'pg'
import { startServer } from './harness.ts'
import { measuredLine, quantile, say, timed } from './latencies.ts'
import { call } from './load.ts'
import { requests, tokenOf, type Viewer } from './requests-world.ts'

process.env['BENCH_REQUESTS'] = 'yes'
say(`Adding 20,000 tenants, 100,000 people, 1,000,000 rows of members, ${requests.all} requests …`)
export const server = await startServer()
export const direct = new pg.Client(server.embedded)
await direct.connect()

export const line = measuredLine(server, { most: 40 })
export const rows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await direct.query<Row>(text, [...values])).rows
export const bare = async (text: string, values: readonly unknown[] = []) =>
  quantile(await timed(20, () => direct.query(text, [...values])), 0.5)

type RequestInput = { readonly method?: 'GET' | 'POST'; readonly body?: unknown }

export const ask = async <T>(viewer: Viewer, path: string, { method = 'GET', body }: RequestInput = {}): Promise<T> => {
  const reply = await call(`${server.origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(viewer)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 300)}`)
  return JSON.parse(reply.body) as T
}

export const finish = async () => {
  await direct.end()
  await server.stop()
}
