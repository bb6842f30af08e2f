// The server under load, a process of its own: embedded PostgreSQL with fsync on, one Portico, people to sign in.
import '#server/collecting.ts'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { giveBackMemory } from '#server/give-back-memory.ts'
import { ensureSystemData } from '#server/system-data.ts'
import { connect } from '#server/platform/postgres/database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { startPortico } from '#server/portico.ts'
import { writeWebStub } from '#server/spec/testing/web-stub.ts'
import { benchPassword, benchPeople, benchSecret } from './people.ts'

const FoundRow = z.object({ found: z.boolean() })
const port = Number(process.env['BENCH_PORT'])
const origin = `http://localhost:${port}`
/** `BENCH_FOLDER` keeps the data, so that a large world is made once and measured many times. */
const kept = process.env['BENCH_FOLDER']
const folder = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'portico-bench-')))
await mkdir(folder, { recursive: true })
await chmod(folder, 0o755)
/** `BENCH_DATABASE_PORT`: for a program beside it that knows no sockets of files. */
const tcp = process.env['BENCH_DATABASE_PORT']
const settings: Readonly<Record<string, string>> = tcp ? { listen_addresses: '127.0.0.1', port: tcp } : {}
const embedded = await startEmbedded({ dataFolder: folder, say: () => undefined, settings })
const connection = { ...embedded.connection, ...(tcp ? { port: Number(tcp) } : {}) }
// A machine that is busy with other things may take longer than any statement should.
const database = connect(connection, { max: 20, statementTimeout: 0 })
await migrate(database)
await database.transaction((tx) => ensureSystemData(tx, { now: new Date(), identityUrl: `${origin}/identity` }))
const demonstration = readConfig({
  PORT: String(port),
  PORTICO_DATA: folder,
  PORTICO_LOG_LEVEL: 'error',
  PORTICO_ANONYMOUS_PER_MINUTE: '0',
})
// As it is used: specs and the demonstration read every audit event back through its schema.
const config = { ...demonstration, production: true }
const portico = await startPortico({
  config,
  database,
  connection,
  webFolder: await writeWebStub(folder),
})

const hash = await portico.services.passwords.hash(benchPassword)
const fill = async () => {
  await database.execute(
    `insert into portal_user (id, user_name, email, first_name, last_name, area_id, password_hash, password_changed_on, password_expired)
     select gen_random_uuid(), 'bench' || n, 'bench' || n || '@people.example', 'Ben', 'Chmark', (select id from area where is_default), $1, now(), false
       from generate_series(1, $2::int) n`,
    [hash, benchPeople],
  )
  await database.execute(
    `insert into application (name, display_name, title, redirect_uris, shared_secret_hash, protocol)
     values ('machine', 'Machine', 'Machine', '{}', $1, $2)`,
    [
      await portico.services.passwords.hash(benchSecret),
      JSON.stringify({ clientCredentials: true, responseTypes: [], clientScopes: ['read:things'] }),
    ],
  )
  await database.execute(`create table bare_commit (id uuid primary key, body jsonb not null)`)
  if (process.env['BENCH_MILLION'])
    await (await import('./million.ts')).addMillion(database, Number(process.env['BENCH_MILLION']))
  if (process.env['BENCH_ACCESS']) await (await import('./access-world.ts')).addAccessWorld(database)
  if (process.env['BENCH_LOGS'])
    await (await import('./log-world.ts')).addLogs(database, {
      events: Number(process.env['BENCH_LOGS']),
      years: Number(process.env['BENCH_YEARS'] ?? 1),
    })
  if (process.env['BENCH_REQUESTS']) await (await import('./requests-world.ts')).addRequestsWorld(database)
}
const [filled] = await database.query(FoundRow, `select to_regclass('bare_commit') is not null as found`)
if (!filled?.found) await fill()
/** As autovacuum does: of an empty table it leaves PostgreSQL's own guess, with which no plan reads all of it. */
const TableRow = z.object({ name: z.string() })
const filledTables = await database.query(
  TableRow,
  `select oid::regclass::text as name
     from pg_class
    where relkind = 'r'
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and pg_relation_size(oid) > 0`,
)
for (const { name } of filledTables) await database.execute(`analyze ${name}`)
await portico.app.listen({ port, host: '127.0.0.1' })
await giveBackMemory()

/** Measured in this process, where the server's own work happens. */
process.on('message', async (message: { limit: string; seconds: number }) => {
  const { limits } = await import('./limits.ts')
  const [before, began] = [process.cpuUsage(), performance.now()]
  const perSecond = await limits[message.limit as keyof typeof limits]({
    database,
    passwords: portico.services.passwords,
    hash,
    seconds: message.seconds,
  })
  const { user, system } = process.cpuUsage(before)
  const done = (perSecond * (performance.now() - began)) / 1000
  process.send?.({ limit: message.limit, perSecond, cpu: (user + system) / 1000 / done })
})
process.send?.({ ready: origin, embedded: connection, id: randomUUID() })

process.on('SIGTERM', async () => {
  await portico.close()
  await database.close()
  await embedded.stop()
  if (kept === undefined) await rm(folder, { recursive: true, force: true })
  process.exit(0)
})
