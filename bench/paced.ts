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

export const measureAtRate = async ({ perSecond, seconds, warmUp = 2, flow }: Pace): Promise<Measurement> => {
  const total = Math.round(perSecond * (seconds + warmUp))
  const counted = Math.round(perSecond * warmUp)
  const latencies: number[] = []
  const under = { way: 0, errors: 0 }
  const began = performance.now()
  const dueOf = (n: number) => began + (n * 1000) / perSecond
  const one = async (n: number) => {
    under.way++
    try {
      if (under.way > most) throw new Error('the server does not keep up')
      await flow(n)
      if (n >= counted) latencies.push(performance.now() - dueOf(n))
    } catch (error) {
      if (n >= counted && under.errors++ === 0) process.stderr.write(`${String(error).slice(0, 300)}\n`)
    } finally {
      under.way--
    }
  }
  const all: Promise<void>[] = []
  while (all.length < total) {
    while (all.length < total && dueOf(all.length) <= performance.now()) all.push(one(all.length))
    await sleep(1)
  }
  await Promise.all(all)
  const elapsed = (performance.now() - dueOf(counted)) / 1000
  latencies.sort((a, b) => a - b)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(latencies, q))
  const { errors } = under
  return {
    perSecond: latencies.length / elapsed,
    p50: p50 ?? 0,
    p95: p95 ?? 0,
    p99: p99 ?? 0,
    errors,
    done: latencies.length,
  }
}
