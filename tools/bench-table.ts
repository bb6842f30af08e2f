// What the benchmarks reported, as one table: a line for each row, beside its bare limit, the load of the machine
// and what its host gave to others meanwhile.
import type { BenchRow } from './bench-rows.ts'

/** What a benchmark writes into the file of `BENCH_RESULTS`, one JSON a line (bench/report.ts). */
export type BenchResult = {
  readonly row: string
  readonly value: number
  /** What the machine can do at best, in words, from the same run. */
  readonly bare: string
  /** The load average of the last minute, when it was reported. */
  readonly load: number
  /** Percent of the processors' time that the host gave to others since the row before; null where nobody counts it. */
  readonly stolen: number | null
  /** Calls that failed: the figure is then of the others. */
  readonly errors?: number | undefined
}

/** A row that was reported twice counts as the last time; a line that a killed benchmark left half is passed over. */
export const resultsOf = (text: string): ReadonlyMap<string, BenchResult> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const result = parsed(line)
      return result ? [[result.row, result]] : []
    }),
  )

const parsed = (line: string): BenchResult | undefined => {
  try {
    return JSON.parse(line) as BenchResult
  } catch {
    return undefined
  }
}

const isReached = ({ better }: BenchRow, value: number, goal: number) =>
  better === 'most' ? value <= goal : value >= goal

const word = (row: BenchRow, { value, errors = 0 }: BenchResult, goal: number | undefined) => {
  if (goal === undefined) return '–'
  return errors === 0 && isReached(row, value, goal) ? 'reached' : 'missed'
}

const figure = (value: number | undefined, unit: string) =>
  value === undefined ? '–' : `${shortest(value)}${unit && ` ${unit}`}`

/** Three digits that say something, so that 0.999 is not shown as the 1 that it misses. */
const shortest = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3))))

const head = ['row', 'measured', 'must', 'aim', 'must is', 'aim is', 'bare limit of the same run', 'load', 'stolen']

const cellsOf = (row: BenchRow, result: BenchResult | undefined) => {
  const goals = [figure(row.must, row.unit), figure(row.aim, row.unit)]
  if (!result || !Number.isFinite(result.value))
    return [row.title, 'not measured', ...goals, '', '', `npm run bench -- ${row.bench}`, '', '']
  return [
    row.title,
    figure(result.value, row.unit) + (result.errors ? ` (${result.errors} errors)` : ''),
    ...goals,
    word(row, result, row.must),
    word(row, result, row.aim),
    result.bare,
    result.load.toFixed(1),
    typeof result.stolen === 'number' ? `${result.stolen.toFixed(1)} %` : '–',
  ]
}

/** Markdown, so that it can be pasted where it is talked about. */
export const tableOf = (rows: readonly BenchRow[], results: ReadonlyMap<string, BenchResult>): string => {
  const lines = [head, ...rows.map((row) => cellsOf(row, results.get(row.id)))]
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  const drawn = lines.map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [drawn[0], rule, ...drawn.slice(1)].join('\n')
}
