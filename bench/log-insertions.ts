// What an audit event costs to store, in a log of a size: `npm run bench -- log-insertions 300000`. The schema as it
// was before the indexes of the logs, with them, and as it is now, in turns, on one PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect, type Database } from '#server/platform/postgres/database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { migrateUntil } from '#server/spec/testing/older-version.ts'

const size = Number(process.argv[2] ?? 300_000)
const batch = 5_000
const turns = 12
const singles = 300
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-bench-'))
const embedded = await startEmbedded({ dataFolder: folder, say: () => undefined })
const admin = connect(embedded.connection, { max: 1 })

/** Of people and tenants by chance: each index is written somewhere else. */
const insert = (database: Database, events: number) =>
  database.execute(
    `insert into audit_event (at, type, subject, actor_kind, actor_id, actor_name, ip, api_entry, operation, tenant_id, before, after)
     select clock_timestamp(),
            case n % 10 when 0 then 'member.changed' when 1 then 'user.changed' when 2 then 'data.read' when 3 then 'sign-in.failed' else 'sign-in.succeeded' end,
            gen_random_uuid()::text, 'user', gen_random_uuid(), 'somebody', '10.0.0.1', 'POST /api/v1/account/login',
            case n % 10 when 0 then 'RemoveRolesInTenant' when 2 then 'TenantsController_GetEntities' end,
            case when n % 10 in (0, 2) then gen_random_uuid() end,
            case when n % 10 < 2 then jsonb_build_object('identityId', gen_random_uuid(), 'isInheritable', true) end,
            case when n % 10 < 3 then jsonb_build_object('identityId', gen_random_uuid(), 'isInheritable', false)
                 else jsonb_build_object('userName', 'somebody', 'reason', 'Signed in', 'result', case n % 10 when 3 then 'Failure' else 'Success' end, 'provider', 'Local') end
       from generate_series(1, $1::int) n`,
    [events],
  )

const schemas: readonly (readonly [string, (database: Database) => Promise<unknown>])[] = [
  ['before the indexes of the logs', (database) => migrateUntil('_logs.sql', database)],
  ['with them', (database) => migrateUntil('_audit_seals.sql', database)],
  ['now', (database) => migrate(database)],
]

const made = await Promise.all(
  schemas.map(async ([name, make], place) => {
    await admin.execute(`create database bench_${place}`)
    const database = connect({ ...embedded.connection, database: `bench_${place}` }, { max: 1, statementTimeout: 0 })
    await make(database)
    return { name, database, taken: [] as number[], alone: [] as number[] }
  }),
)

for (const { database } of made) await insert(database, size)
/** µs for one. */
const each = async (count: number, work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return ((performance.now() - start) * 1000) / count
}
for (let turn = 0; turn < turns; turn++)
  for (const { database, taken, alone } of made) {
    taken.push(await each(batch, () => insert(database, batch)))
    await database.execute(`set synchronous_commit = off`)
    alone.push(
      await each(singles, async () => {
        for (let event = 0; event < singles; event++) await insert(database, 1)
      }),
    )
  }
const shown = (taken: readonly number[]) => {
  const sorted = taken.toSorted((a, b) => a - b)
  return `${sorted[0]?.toFixed(0).padStart(5)} ${sorted[turns >> 1]?.toFixed(0).padStart(5)}`
}
say(`\nµs for one event in a log of ${size}, the least, and the middle of ${turns}:`)
say(`of ${batch} in one statement; in a transaction of its own, without waiting for the disk`)
for (const { name, database, taken, alone } of made) {
  say(`  ${name.padEnd(32)} ${shown(taken)}   ${shown(alone)}`)
  await database.close()
}
await admin.close()
await embedded.stop()
await rm(folder, { recursive: true, force: true })
