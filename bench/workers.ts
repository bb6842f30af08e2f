// docs/goals.md row 14: what a second worker is worth. The program with one process and with two workers, on one
// database, under the same load in turns: `npm run bench -- workers`.
//
// Load generator and PostgreSQL need processors too. So each worker is given a fixed share of one, and what is left
// serves the others: the ratio is that of workers that have a processor each, as long as generator and database
// have enough, which is seen by what is left idle. Then, without shares, the processor time of a call tells what a
// second worker costs. Not shown on two processors: how PostgreSQL and the disk scale further.
import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { z } from 'zod'
import { insertGlobalMember } from '#server/features/members/first-administrator.store.ts'
import { connect } from '#server/platform/postgres/database.ts'
import { clientCredentialsOnce, readOnce, signInOnce } from './flows.ts'
import { startServer } from './harness.ts'
import { quantile, say } from './latencies.ts'
import { measure } from './load.ts'
import { whyNoShares, withShares } from './processor-share.ts'
import { residentMegabytes } from './processor-time.ts'
import { report } from './report.ts'
import { type RunningProgram, startProgram } from './start-workers.ts'

const [turns, seconds] = [Number(process.argv[2] ?? 3), Number(process.argv[3] ?? 8)]
const IdRow = z.object({ id: z.string() })

const server = await startServer()
const database = connect(server.embedded as { host: string }, { max: 1 })
await database.transaction(async (tx) => {
  const [administrator] = await tx.query(IdRow, `select id from portal_user where user_name = 'bench1'`)
  const roles = ['Administrator']
  await insertGlobalMember(tx, { id: randomUUID(), userId: administrator?.id ?? '', now: new Date(), roles })
})
await database.close()
const one = await startProgram(server, 1)
const two = await startProgram(server, 2)
const { access_token: token } = await signInOnce(one, 0)

/**
 * `inFlight`: for each worker. With one number for both programs, each of two workers would have half the load.
 * `share`: of a processor, for each worker. A list takes PostgreSQL more than twice what it takes a worker: with 0.3
 * for each of two it would have two processors busy, and the ratio would be theirs.
 */
type Load = { name: string; inFlight: number; share: number; flow: (at: RunningProgram, n: number) => Promise<void> }
const loads: readonly Load[] = [
  { name: 'client_credentials', inFlight: 48, share: 0.3, flow: clientCredentialsOnce },
  {
    name: 'list of users',
    inFlight: 48,
    share: 0.2,
    flow: ({ origin }, n) => readOnce(`${origin}/api/v1/admin/users?take=25&skip=${(n % 40) * 25}`, token),
  },
  { name: 'sign-in', inFlight: 24, share: 0.3, flow: async (at, n) => void (await signInOnce(at, n)) },
]

/** Milliseconds that no processor had anything to do. */
const idleSoFar = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)

/** `idle`: the share of all processors that nobody took, in percent. */
type Turn = { rate: number; program: number; postgres: number; generator: number; idle: number; errors: number }
const atOnce = (at: RunningProgram, { inFlight }: Load) => inFlight * at.workers.length
const turn = async (at: RunningProgram, load: Load): Promise<Turn> => {
  const before = [at.cpuSeconds(), server.cpuSeconds(), process.cpuUsage()] as const
  const [begun, idle] = [performance.now(), idleSoFar()]
  const { done, errors } = await measure({
    seconds,
    warmUp: 0,
    inFlight: atOnce(at, load),
    flow: (n) => load.flow(at, n),
  })
  const took = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(before[2])
  const each = (cpuSeconds: number) => (cpuSeconds * 1000) / done
  return {
    rate: done / took,
    program: each(at.cpuSeconds() - before[0]),
    postgres: each(server.cpuSeconds() - before[1]),
    generator: each((user + system) / 1_000_000),
    idle: (idleSoFar() - idle) / (took * 10 * cpus().length),
    errors,
  }
}

const median = (of: readonly Turn[], value: keyof Turn) =>
  quantile(
    of.map((one_) => one_[value]).toSorted((a, b) => a - b),
    0.5,
  )
const line = (name: string, of: readonly Turn[]) => {
  const ms = (value: keyof Turn) => `${median(of, value).toFixed(2)} ms`.padStart(9)
  const errors = of.reduce((sum, each) => sum + each.errors, 0)
  say(
    `  ${name.padEnd(32)} ${median(of, 'rate').toFixed(0).padStart(6)} per second   cpu of a call: program ${ms('program')}  PostgreSQL ${ms('postgres')}  generator ${ms('generator')}   idle ${median(of, 'idle').toFixed(0).padStart(2)} %   ${errors} errors`,
  )
}

const compare = async (load: Load, way: <T>(at: RunningProgram, work: () => Promise<T>) => Promise<T>) => {
  const [alone, both]: [Turn[], Turn[]] = [[], []]
  for (let n = 0; n < turns; n++) {
    alone.push(await way(one, () => turn(one, load)))
    both.push(await way(two, () => turn(two, load)))
  }
  line(`${load.name}, 1 worker`, alone)
  line(`${load.name}, 2 workers`, both)
  return { alone, both }
}

/** What V8 compiles after a thousand calls each worker compiles for itself: two need twice as many. */
const warmUp = async (load: Load) => {
  for (const at of [one, two]) {
    const flow = (n: number) => load.flow(at, n)
    await measure({ seconds: 15 * at.workers.length, warmUp: 0, inFlight: atOnce(at, load), flow })
  }
}

const memory = (pids: readonly number[]) => pids.map((pid) => `${residentMegabytes(pid).toFixed(0)} MB`).join(', ')
say(`\nLoad average of the machine before: ${loadavg()[0]?.toFixed(1)} (above 1, others take part in the figures)`)
say(`Memory after the start: one process ${memory(one.workers)}; workers ${memory(two.workers)}`)

const measureShared = async () => {
  say(`\nEach worker with a share of a processor: ${turns} turns of ${seconds} s (must 1.7 ×, aim 1.9 ×)`)
  const ratios: { readonly name: string; readonly ratio: number }[] = []
  for (const load of loads) {
    const { alone, both } = await compare(load, ({ workers }, work) => withShares(workers, load.share, work))
    const ratio = median(both, 'rate') / median(alone, 'rate')
    ratios.push({ name: load.name, ratio })
    say(`  a second worker, with ${load.share} of a processor each: ${ratio.toFixed(2)} ×\n`)
  }
  report({
    row: 'second-worker',
    value: Math.min(...ratios.map(({ ratio }) => ratio)),
    bare: ratios.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', '),
  })
}

for (const load of loads) await warmUp(load)
const why = whyNoShares()
if (why) say(`\nWhat a second worker is worth is not measured: ${why}\n`)
else await measureShared()

say(`Without shares, generator and PostgreSQL on the same processors: ${turns} turns of ${seconds} s`)
for (const load of loads) {
  const { alone, both } = await compare(load, (_at, work) => work())
  const costs = median(both, 'program') / median(alone, 'program')
  say(
    `  ${(median(both, 'rate') / median(alone, 'rate')).toFixed(2)} × the calls; a call takes ${costs.toFixed(2)} × the processor time of the program\n`,
  )
}
say(`Memory after the load: one process ${memory(one.workers)}; workers ${memory(two.workers)}`)
await one.stop()
await two.stop()
await server.stop()
