// Latencies of one call after the other as lines of a table, each beside the bare statement of the same run. On a busy
// machine the clock tells of its other users as well: the processor time of server and database stands beside it.
import type { startServer } from './harness.ts'

export const say = (line: string) => process.stdout.write(`${line}\n`)

export const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

const leastTimes = 20

/** Ends early after so many seconds, but not before twenty of them. */
export const timed = async (times: number, once: (turn: number) => Promise<unknown>, { atMost = Infinity } = {}) => {
  const taken: number[] = []
  const until = performance.now() + atMost * 1000
  for (let turn = 0; turn < times && (turn < leastTimes || performance.now() < until); turn++) {
    const start = performance.now()
    await once(turn)
    taken.push(performance.now() - start)
  }
  return taken.toSorted((a, b) => a - b)
}

export const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10)

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'cpuSeconds'>
type Row = {
  readonly name: string
  readonly once: (turn: number) => Promise<unknown>
  /** What PostgreSQL alone takes for it, in milliseconds. */
  readonly bare?: number
  readonly note?: string
}

export const measuredLine =
  (server: Server, { times = 200, atMost = 6, most }: { times?: number; atMost?: number; most: number }) =>
  async ({ name, once, bare, note = '' }: Row) => {
    await timed(5, once)
    const before = server.cpuSeconds()
    const taken = await timed(times, once, { atMost })
    const cpu = ((server.cpuSeconds() - before) * 1000) / taken.length
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(taken, q))
    const over = (p95 ?? 0) > most ? `over ${most}` : ''
    say(
      `  ${name.padEnd(44)} p50 ${ms(p50 ?? 0)}  p95 ${ms(p95 ?? 0)}  p99 ${ms(p99 ?? 0)}   cpu ${ms(cpu)}   ${bare === undefined ? ''.padEnd(15) : `bare ${ms(bare)}`}   ${over.padEnd(8)} ${note}`.trimEnd(),
    )
    return taken
  }
