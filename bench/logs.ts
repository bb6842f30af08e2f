// docs/goals.md row 16: the lists of the logs. `npm run bench -- logs 1000000`. Beside each stands what PostgreSQL
// alone takes for a lookup by a key in the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startServer } from './harness.ts'
import { benchToken } from './million.ts'

const events = Number(process.argv[2] ?? 1_000_000)
process.env['BENCH_LOGS'] = String(events)
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`Adding ${events} audit events …`)
const server = await startServer()
const headers = { authorization: `Bearer ${benchToken}` }

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
const timed = async (times: number, once: (turn: number) => Promise<unknown>) => {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const start = performance.now()
    await once(turn)
    taken.push(performance.now() - start)
  }
  return taken.toSorted((a, b) => a - b)
}

const direct = new pg.Client(server.embedded)
await direct.connect()
const bare = async (text: string) => quantile(await timed(15, () => direct.query(text)), 0.5)
const idOf = async (text: string) => (await direct.query<{ id: string }>(text)).rows[0]?.id ?? ''
const person = await idOf(`select id from portal_user where user_name = 'bench7'`)
const tenant = await idOf(`select id from tenant where title = 'Tenant 40'`)
const wide = await idOf(`select id from tenant where title = 'Tenant 2'`)

const get = (path: string) => async () => {
  const answer = await fetch(`${server.origin}/api/v1/admin/${path}`, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}
const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10)
const lookup = await bare(`select id from audit_event where id = 77`)
const page = await bare(
  `select id from audit_event f where (f.type not like 'sign-in.%' or f.type = 'sign-in.code-mailed') order by at desc, id desc limit 10`,
)
say(`\nRow 16: p95 60 ms, by person or tenant 100 ms. A bare lookup ${ms(lookup)}, a bare page ${ms(page)}`)
type Line = { readonly must?: number; readonly times?: number; readonly pause?: number }

const line = async (name: string, path: string, { must, times = 60, pause }: Line = {}) => {
  const [first = 0] = await timed(1, get(path))
  if (pause === undefined) await timed(4, get(path))
  const before = await server.cpuSeconds()
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    if (pause !== undefined) await sleep(pause)
    taken.push(...(await timed(1, get(path))))
  }
  const cpu = (((await server.cpuSeconds()) - before) * 1000) / times
  const sorted = taken.toSorted((a, b) => a - b)
  const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
  const judged = must === undefined ? '' : `  must ${ms(must)} ${p95 <= must ? 'kept' : 'MISSED'}`
  say(`  ${name.padEnd(34)} p50 ${ms(p50)}  p95 ${ms(p95)}  first ${ms(first)}  cpu ${ms(cpu)}${judged}`)
}

await line('areas, for comparison', 'areas?take=1')
await line('system log', 'systemlog?take=10', { must: 60 })
await line('system log, row 9,990', 'systemlog?take=10&skip=9990', { must: 60 })
await line('by person', `systemlog?userId=${person}`, { must: 100 })
await line('by tenant', `systemlog?tenantId=${tenant}`, { must: 100 })
await line('by tenant with 4,681 tenants', `systemlog?tenantId=${wide}&includeHierarchy=true`, { must: 100 })
await line('by operation', 'systemlog?operation=RemoveRolesInTenant', { must: 60 })
await line('about a person', `systemlog?metadataUserId=${person}`, { must: 60 })
const month = new Date(Date.now() - 30 * 86_400_000).toISOString()
await line('a month', `systemlog?startDate=${encodeURIComponent(month)}`, { must: 60 })
await line('a word', 'systemlog?search=bench7', { must: 60 })
await line('a word that hardly an entry has', 'systemlog?search=bench1234', { must: 60 })
await line('by address', 'systemlog?ip=10.0.1.1', { must: 60 })
await line('by call', 'systemlog?apiEntry=areas', { must: 60 })
await line('a word in the metadata', 'systemlog?search=inheritable&intoMetadata=true', { times: 20 })
await line('operations', 'systemlog/operations')
const someEntry = await idOf(
  `select id from audit_event where type = 'member.changed' order by at desc limit 1 offset 200000`,
)
await line('an old entry, opened', `systemlog/${someEntry}`)
await line('changes of a person', `access/changes?identityId=${person}`)
await line('members as of a month ago', `tenants/${tenant}/members?asOf=${month.slice(0, 10)}`)
await line('sign-ins', 'authenticationlogs?take=10', { must: 60 })
await line('failed sign-ins', 'authenticationlogs?result=Failure', { must: 60 })
await line('sign-ins of a person', `authenticationlogs?userId=${person}`, { must: 60 })
await line('sign-ins with Microsoft', 'authenticationlogs?provider=Microsoft', { times: 20 })
const exported = async (name: string, path: string) => {
  const [before, start] = [server.memory(), performance.now()]
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, server.memory())), 50)
  const answer = await fetch(`${server.origin}/api/v1/admin/${path}`, { headers })
  let [size, first] = [0, 0]
  for await (const part of answer.body ?? []) {
    first ||= performance.now() - start
    size += part.length
  }
  clearInterval(watch)
  const seconds = (performance.now() - start) / 1000
  say(
    `  ${name.padEnd(34)} ${seconds.toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB, first byte ${ms(first).trim()}, memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
  )
}
await exported('export of a month', `systemlog/export?startDate=${encodeURIComponent(month)}`)
await exported('export of a million entries', 'systemlog/export')
const notCached = 5_100
for (const part of ['summary', 'facts', 'loginLastHours', 'connectedPerApp', 'externalApiAccess'])
  await line(`dashboard, ${part}, not cached`, `dashboard/${part}`, { must: 100, times: 4, pause: notCached })
await direct.end()
await server.stop()
