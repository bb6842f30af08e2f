import { describe, expect, test } from 'vitest'
import type { BenchRow } from './bench-rows.ts'
import { benchRows } from './bench-rows.ts'
import { resultsOf, tableOf } from './bench-table.ts'

const time: BenchRow = { id: 'time', title: 'time', bench: 'one', unit: 'ms', better: 'most', must: 8, aim: 5 }
const share: BenchRow = { id: 'share', title: 'share', bench: 'two', unit: '', better: 'least', must: 0.6, aim: 0.75 }
const reported = (row: string, value: number, more = {}) =>
  JSON.stringify({ row, value, bare: 'a bare one', load: 1.25, stolen: 0.52, ...more })
/** The cells of the only row. */
const cellsOf = (row: BenchRow, ...lines: string[]) =>
  tableOf([row], resultsOf(lines.join('\n')))
    .split('\n')
    .at(2)
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

describe('the table of the benchmarks', () => {
  test('says of must and aim whether they are reached, beside the bare limit, the load and what was stolen', () => {
    expect(cellsOf(time, reported('time', 6))).toEqual([
      ...['time', '6 ms', '8 ms', '5 ms', 'reached', 'missed', 'a bare one', '1.3', '0.5 %'],
    ])
    expect(cellsOf(time, reported('time', 6, { stolen: Number.NaN }))?.at(-1)).toBe('–')
  })

  test('a time may be at its bound and not above it, a share not below it', () => {
    const words = (row: BenchRow, value: number) => cellsOf(row, reported(row.id, value))?.slice(4, 6)
    expect(words(time, 8)).toEqual(['reached', 'missed'])
    expect(words(time, 8.01)).toEqual(['missed', 'missed'])
    expect(words(share, 0.75)).toEqual(['reached', 'reached'])
    expect(words(share, 0.599)).toEqual(['missed', 'missed'])
  })

  test('a figure with failed calls has missed, and says how many', () => {
    expect(cellsOf(time, reported('time', 1, { errors: 3 }))?.slice(1, 6)).toEqual([
      ...['1 ms (3 errors)', '8 ms', '5 ms', 'missed', 'missed'],
    ])
  })

  test('a row without a result says how it is measured', () => {
    expect(cellsOf(share)).toEqual(['share', 'not measured', '0.6', '0.75', '', '', 'npm run bench -- two', '', ''])
    expect(cellsOf(share, reported('share', Number.NaN))?.[1]).toBe('not measured')
  })

  test('a row without a must is judged by its aim alone', () => {
    const { must: _, ...aimOnly } = time
    expect(cellsOf(aimOnly, reported('time', 4))?.slice(2, 6)).toEqual(['–', '5 ms', '–', 'reached'])
  })

  test('the last result of a row counts, and half a line is passed over', () => {
    expect(cellsOf(time, reported('time', 9), reported('time', 4), '{"row":"time","va')?.[1]).toBe('4 ms')
  })

  test('each row has a name of its own, and an aim that is no easier than its must', () => {
    expect(new Set(benchRows.map(({ id }) => id)).size).toBe(benchRows.length)
    for (const { better, must, aim } of benchRows)
      if (must !== undefined) expect(better === 'most' ? aim <= must : aim >= must).toBe(true)
  })
})
