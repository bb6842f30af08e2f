// docs/goals.md row 10: a mixed load for long. `npm run bench -- endurance [minutes=30] [people=1000000]`: what the
// memory of the server, the tables and the latencies become.
import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import pg from 'pg'
import { flowsOf, type Kind, shares } from './endurance-flows.ts'
import { addEnduranceWorld, sizesOf, type TableSize } from './endurance-world.ts'
import { startServer } from './harness.ts'
import { ms, quantile, say } from './latencies.ts'
import { perHour, type Sample } from './slope.ts'

const [minutes, people] = [Number(process.argv[2] ?? 30), Number(process.argv[3] ?? 1_000_000)]
const inFlight = 8
/** Of the first and the last minutes; what is before counts as warming up. */
const part = Math.min(5, minutes / 3) * 60
process.env['BENCH_MILLION'] = String(people)
say(`Adding ${people} users …`)
const server = await startServer()
const direct = new pg.Client(server.embedded)
await direct.connect()
const flows = await flowsOf(server, await addEnduranceWorld(direct))

const cycle = Object.entries(shares).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind))
type Call = { readonly kind: Kind; readonly seconds: number; readonly took: number; readonly failed: boolean }
const calls: Call[] = []
const memory: Sample[] = []
const faults = new Map<string, number>()
const before = await sizesOf(direct)
const began = performance.now()
const now = () => (performance.now() - began) / 1000

const work = async () => {
  while (now() < minutes * 60) {
    const kind = cycle[randomInt(cycle.length)] ?? 'userinfo'
    const seconds = now()
    const failed = await flows[kind](calls.length).then(
      () => false,
      (error: unknown) => {
        const what = `${kind}: ${String(error instanceof Error ? error.message : error).slice(0, 80)}`
        faults.set(what, (faults.get(what) ?? 0) + 1)
        return true
      },
    )
    calls.push({ kind, seconds, took: (now() - seconds) * 1000, failed })
  }
}

const summary = (from: number, to: number) => {
  const some = calls.filter(({ seconds }) => seconds >= from && seconds < to)
  return Object.keys(shares).map((kind) => {
    const own = some.filter((each) => each.kind === kind)
    const taken = own.filter(({ failed }) => !failed).map(({ took }) => took)
    taken.sort((a, b) => a - b)
    const [p50, p95] = [quantile(taken, 0.5), quantile(taken, 0.95)]
    return { kind, count: own.length, p50, p95, failed: own.length - taken.length }
  })
}

const sample = () => memory.push({ seconds: now(), value: server.memory() })
const sampling = setInterval(sample, 5_000)
const printing = setInterval(() => {
  const until = now()
  const minute = summary(until - 60, until)
  const failed = minute.reduce((sum, each) => sum + each.failed, 0)
  const figures = minute.map(({ kind, count, p95 }) => `${kind} ${count} p95 ${p95.toFixed(0)}`).join('   ')
  const [megabytes, load] = [server.memory().toFixed(0), loadavg()[0]?.toFixed(1)]
  say(`  ${(until / 60).toFixed(0).padStart(3)} min   ${megabytes} MB   ${failed} errors   load ${load}   ${figures}`)
}, 60_000)
sample()
await Promise.all(Array.from({ length: inFlight }, work))
clearInterval(printing)
clearInterval(sampling)
sample()

const ended = now()
const [first, last] = [summary(0, part), summary(ended - part, ended)]
say(`\nLatencies of the first and the last ${(part / 60).toFixed(1)} minutes, ${inFlight} calls in flight`)
for (const [at, { kind, p50, p95, count, failed }] of first.entries()) {
  const { p50: p50Last = 0, p95: p95Last = 0, count: countLast = 0, failed: failedLast = 0 } = last[at] ?? {}
  say(
    `  ${kind.padEnd(14)} p50 ${ms(p50)} →${ms(p50Last)}   p95 ${ms(p95)} →${ms(p95Last)}   calls ${count} → ${countLast}   errors ${failed} → ${failedLast}`,
  )
}
say(`\nErrors: ${[...faults.values()].reduce((sum, count) => sum + count, 0)} of ${calls.length} calls`)
for (const [what, count] of [...faults].toSorted((a, b) => b[1] - a[1]).slice(0, 10)) say(`  ${count} × ${what}`)

const settled = memory.filter(({ seconds }) => seconds >= part)
const most = Math.max(...memory.map(({ value }) => value))
say(
  `\nMemory of the server: ${memory.at(0)?.value.toFixed(0)} MB at first, ${memory.at(-1)?.value.toFixed(0)} MB at last, ${most.toFixed(0)} MB at most (must 400 MB, aim 250 MB)`,
)
say(
  `  slope ${perHour(settled).toFixed(1)} MB an hour, by least squares after the first ${(part / 60).toFixed(1)} minutes`,
)

const none: TableSize = { name: '', megabytes: 0, live: 0, dead: 0, inserted: 0 }
const after = await sizesOf(direct)
say('\nTables that were changed: size with indexes, rows, rows that are dead (not yet vacuumed)')
for (const [name, table] of [...after].toSorted((a, b) => b[1].megabytes - a[1].megabytes)) {
  const was = before.get(name) ?? none
  if (table.inserted === was.inserted && table.dead === was.dead) continue
  const share = (table.dead / Math.max(1, table.live + table.dead)) * 100
  say(
    `  ${name.padEnd(26)} ${was.megabytes.toFixed(1).padStart(8)} → ${table.megabytes.toFixed(1).padStart(8)} MB   rows ${was.live} → ${table.live}   dead ${was.dead} → ${table.dead} (${share.toFixed(0)} %)`,
  )
}
await direct.end()
await server.stop()
process.exitCode = faults.size > 0 ? 1 : 0
