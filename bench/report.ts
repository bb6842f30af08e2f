// A figure for the table of `npm run bench` (tools/bench-rows.ts has its rows); alone, a benchmark prints only.
import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { BenchResult } from '../tools/bench-table.ts'

export const report = (result: Omit<BenchResult, 'load'>) => {
  const file = process.env['BENCH_RESULTS']
  if (file) appendFileSync(file, `${JSON.stringify({ ...result, load: loadavg()[0] ?? Number.NaN })}\n`)
}

/** How long a flow is measured; shorter to see that everything works, with figures that say little. */
export const secondsOf = (usual: number) => Number(process.env['BENCH_SECONDS'] ?? usual)
