// A figure for the table of `npm run bench` (tools/bench-rows.ts has its rows); alone, a benchmark prints only.
import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { BenchResult } from '../tools/bench-table.ts'
import { stolenTime } from './stolen-time.ts'

const stolen = stolenTime()

/** Each with what was stolen since the one before it. */
export const report = (result: Omit<BenchResult, 'load' | 'stolen'>) => {
  const file = process.env['BENCH_RESULTS']
  const machine = { load: loadavg()[0] ?? Number.NaN, stolen: stolen() }
  if (file) appendFileSync(file, `${JSON.stringify({ ...result, ...machine })}\n`)
}

/** How long a flow is measured; shorter to see that everything works, with figures that say little. */
export const secondsOf = (usual: number) => Number(process.env['BENCH_SECONDS'] ?? usual)
