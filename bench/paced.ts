// So many flows are begun each second, however long they take. A latency counts from the moment at which its flow was
// to begin: a server that falls behind is not asked less.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measurement } from './load.ts'
import { quantile } from './latencies.ts'

type Pace = {
  readonly perSecond: number
  readonly seconds: number
  readonly warmUp?: number
  readonly flow: (n: number) => Promise<void>
}

/** More than this under way, and the server does not keep up: what is due fails at once. */
const most = 5_000

/** What is kept of a call is one number: collecting its garbage would stop the clock of those under way. */
export const measureAtRate = async ({ perSecond, seconds, warmUp = 2, flow }: Pace): Promise<Measurement> => {
  const total = Math.round(perSecond * (seconds + warmUp))
  const counted = Math.round(perSecond * warmUp)
  const latencies = new Float64Array(total)
  const so = { far: 0, way: 0, done: 0, errors: 0 }
  const began = performance.now()
  const dueOf = (n: number) => began + (n * 1000) / perSecond
  const one = async (n: number) => {
    so.way++
    try {
      if (so.way > most) throw new Error('the server does not keep up')
      await flow(n)
      if (n >= counted) latencies[so.done++] = performance.now() - dueOf(n)
    } catch (error) {
      if (n >= counted && so.errors++ === 0) process.stderr.write(`${String(error).slice(0, 300)}\n`)
    } finally {
      so.way--
    }
  }
  while (so.far < total || so.way > 0) {
    while (so.far < total && dueOf(so.far) <= performance.now()) void one(so.far++)
    await sleep(1)
  }
  const elapsed = (performance.now() - dueOf(counted)) / 1000
  const sorted = [...latencies.subarray(0, so.done).toSorted()]
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(sorted, q))
  return {
    perSecond: so.done / elapsed,
    p50: p50 ?? 0,
    p95: p95 ?? 0,
    p99: p99 ?? 0,
    errors: so.errors,
    done: so.done,
  }
}
