// For docs/scaling.md: what a row of each kind takes on the disk with its indexes, what a sign-in leaves, and what one
// instance asks of PostgreSQL while nobody asks it anything: `npm run bench -- row-bytes [people] [events]`.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addEnduranceWorld, sizesOf } from './endurance-world.ts'
import { signInOnce } from './flows.ts'
import { startServer } from './harness.ts'
import { say } from './latencies.ts'
import { secondsOf } from './report.ts'

const [people, events] = [Number(process.argv[2] ?? 50_000), Number(process.argv[3] ?? 100_000)]
const [signIns, members] = [500, 20_000]

const withWorld = async (env: Record<string, string>, work: (server: Server, direct: pg.Client) => Promise<void>) => {
  for (const name of ['BENCH_MILLION', 'BENCH_LOGS']) delete process.env[name]
  Object.assign(process.env, env)
  const server = await startServer()
  const direct = new pg.Client(server.embedded)
  await direct.connect()
  await work(server, direct)
  await direct.end()
  await server.stop()
}
type Server = Awaited<ReturnType<typeof startServer>>

const printRows = async (direct: pg.Client, title: string, names: readonly string[]) => {
  say(`\n${title}: bytes of a row, with indexes`)
  const sizes = await sizesOf(direct)
  for (const name of names) {
    const { rows } = await direct.query<{ count: string }>(`select count(*) from ${name}`)
    const [count, megabytes] = [Number(rows[0]?.count), sizes.get(name)?.megabytes ?? Number.NaN]
    say(`  ${name.padEnd(20)} ${((megabytes * 1e6) / count).toFixed(0).padStart(6)} bytes   (${count} rows)`)
  }
}

/** By SQL, as the members of bench/access-world.ts. */
const addMembers = async (direct: pg.Client) => {
  await direct.query(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
     select gen_random_uuid(), t.ids[1 + n % cardinality(t.ids)], 'User', p.ids[1 + (n * 7919) % cardinality(p.ids)], n % 3 > 0
       from generate_series(1, ${members}) n
      cross join (select array_agg(id) as ids from tenant where title like 'Endurance %') t
      cross join (select array_agg(id) as ids from portal_user) p
     on conflict do nothing`,
  )
  await direct.query(
    `insert into role_assignment (member_id, role_id)
     select m.id, (select id from role where application_id = 9000 limit 1) from tenant_member m on conflict do nothing`,
  )
}

const total = async (direct: pg.Client) =>
  [...(await sizesOf(direct))].reduce((sum, [, { megabytes }]) => sum + megabytes, 0)

const printSignIns = async (server: Server, direct: pg.Client) => {
  const before = await total(direct)
  for (let n = 0; n < signIns; n++) await signInOnce(server, n)
  const bytes = ((await total(direct)) - before) * 1e6
  say(`\nA sign-in leaves ${(bytes / signIns).toFixed(0)} bytes in all tables together, until what expired is purged`)
}

/** `xact_commit` counts the transactions of others on the database too: there are none. */
const printIdle = async (direct: pg.Client) => {
  const read = async () =>
    (
      await direct.query<{ done: number; connections: number; queues: number }>(
        `select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::float8 as done,
                (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections,
                (select count(*)::int from pgboss.queue) as queues`,
      )
    ).rows[0]
  const before = await read()
  const seconds = secondsOf(60)
  await sleep(seconds * 1000)
  const after = await read()
  const perSecond = ((after?.done ?? 0) - (before?.done ?? 0)) / seconds
  say(
    `\nAn instance that nobody asks: ${perSecond.toFixed(1)} transactions a second over ${seconds} s, ${after?.connections} connections, ${after?.queues} queues`,
  )
}

await withWorld({ BENCH_MILLION: String(people) }, async (server, direct) => {
  await addEnduranceWorld(direct)
  await addMembers(direct)
  const names = ['portal_user', 'user_search', 'tenant', 'tenant_member', 'role_assignment']
  await printRows(direct, `${people} people`, names)
  await printIdle(direct)
  await printSignIns(server, direct)
})
await withWorld({ BENCH_LOGS: String(events) }, (_server, direct) =>
  printRows(direct, `${events} audit events`, ['audit_event', 'audit_seal', 'portal_user', 'tenant']),
)
