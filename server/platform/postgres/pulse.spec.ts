// T60: a database that stands still. The proxy between is stopped instead of the server, which other specs use.
import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { type Connection, DatabaseUnavailable } from './database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { pulseOf, standard } from './pulse.ts'

const pulse = { patience: 200, answersWithin: 300 }

let fresh: FreshDatabase
let database: SpecDatabase
let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  fresh = await freshDatabase()
  proxy = await startProxy(fresh.connection)
  database = connectSpec(proxy.connection, { max: 2, pulse })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await fresh.drop()
})

/** To the same database; paused, it takes connections and bytes, and passes none of them on. */
const startProxy = async (to: Connection) => {
  const url = to.connectionString ? new URL(to.connectionString) : undefined
  // A socket stands in the query of an address.
  const host = url ? (url.searchParams.get('host') ?? url.hostname) : (to.host ?? '')
  const port = Number(url ? (url.searchParams.get('port') ?? url.port) : to.port) || 5432
  const upstream = () => (host.startsWith('/') ? connectTo(path.join(host, `.s.PGSQL.${port}`)) : connectTo(port, host))
  const pairs = new Set<Socket>()
  const callers = new Set<Socket>()
  let paused = false
  const server = createServer((near) => {
    const far = upstream()
    for (const socket of [near, far]) {
      pairs.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => pairs.delete(socket))
      if (paused) socket.pause()
    }
    callers.add(near)
    near.on('close', () => callers.delete(near))
    near.on('data', (part) => far.write(part))
    far.on('data', (part) => near.write(part))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  if (url) Object.assign(url, { hostname: '127.0.0.1', port: String(address.port) })
  for (const name of ['host', 'port']) url?.searchParams.delete(name)
  const connection: Connection = url ? { connectionString: url.href } : { ...to, host: '127.0.0.1', port: address.port }
  return {
    connection,
    pause: () => {
      paused = true
      for (const socket of pairs) socket.pause()
    },
    goOn: () => {
      paused = false
      for (const socket of pairs) socket.resume()
    },
    /** When those that call have closed their connections, whatever they were promised. */
    left: () =>
      Promise.all(
        [...callers].map((near) => {
          near.removeAllListeners('data')
          const closed = new Promise<void>((resolve) => near.once('close', () => resolve()))
          near.resume()
          return closed
        }),
      ),
    close: () => {
      for (const socket of pairs) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

test('T60 of a database that stands still the caller hears in time, and the next call after it works', async () => {
  const NumberRow = z.object({ four: z.int() })
  await database.query(`select 1`)
  await database.short.query(NumberRow, `select 4 as four`)
  proxy.pause()
  const began = performance.now()
  const short = () => database.short.query(NumberRow, `select 4 as four`)
  const waiting = [database.query(`select 2`), short(), short(), database.transaction((tx) => tx.query(`select 3`))]
  for (const one of waiting) await expect(one).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(performance.now() - began).toBeLessThan(8_000)
  await proxy.left()
  proxy.goOn()
  expect(await database.query(`select 4 as four`)).toEqual([{ four: 4 }])
  expect(await short()).toEqual([{ four: 4 }])
})

/** Of a database that is there, and may be slow to say so on a loaded machine. */
const patient = { patience: 200, answersWithin: 60_000 }

test('T60 a statement that only takes long is left alone', async () => {
  const other = connectSpec(proxy.connection, { max: 1, pulse: patient })
  expect(await other.query(`select 5 as five from pg_sleep(1.2)`)).toEqual([{ five: 5 }])
  await other.close()
})

test('T60 a database that refuses the question, as one with too many connections does, is there', async () => {
  const { connectionString, ...to } = fresh.connection
  const url = connectionString ? Object.assign(new URL(connectionString), { pathname: '/nowhere' }).href : undefined
  const created = pulseOf(url ? { connectionString: url } : { ...to, database: 'nowhere' }, patient)
  expect(await created.watch(database.query(`select 6 as six from pg_sleep(1.2)`))).toEqual([{ six: 6 }])
})

test('T60 the product waits less than ten seconds', () => {
  expect(standard.patience + standard.answersWithin).toBeLessThan(10_000)
})
