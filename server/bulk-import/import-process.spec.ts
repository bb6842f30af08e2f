import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import type { Step } from '#server/kernel/process.ts'
import type { ImportDefinition } from './definition.ts'
import { earlierRows } from './earlier-rows.ts'
import { importProcess } from './import-process.ts'
import type { CheckedRow } from './import-result.ts'
import type { Table, TableRow } from './table.ts'

const tx = {} as Tx
/** Each transaction is lost once to somebody else's write, and runs again. */
const ctx = {
  commit: async (work: (tx: Tx, inside: Ctx) => Promise<{ result: unknown }>) => {
    await work(tx, ctx)
    return { result: (await work(tx, ctx)).result, committed: true }
  },
} as unknown as Ctx

const names = ['ana', 'ben', 'ana', 'cleo', 'ben', 'dora']
let opened = 0
const tableOf = async (): Promise<Table> => ({
  unknown: [],
  columns: [],
  rows: (async function* () {
    opened += 1
    for (let at = 0; at < names.length; at += 2)
      yield names.slice(at, at + 2).map((name, index): TableRow => ({ row: at + index + 2, values: { name } }))
  })(),
})

const begin = () => {
  const earlierOnes = earlierRows<number>()
  const check = async (_: ReadCtx, rows: readonly TableRow[]): Promise<CheckedRow[]> => {
    earlierOnes.begin(rows)
    return rows.map(({ row, values: { name = '' } }) => {
      const before = earlierOnes.get(name)
      earlierOnes.set(name, row)
      return before === undefined
        ? { row, label: name, state: 'ok', issues: [] }
        : {
            row,
            label: name,
            state: 'error',
            issues: [{ code: 'same-as-row', data: { value: name, row: String(before) } }],
          }
    })
  }
  return {
    check,
    prepare: async (_: Ctx, rows: readonly TableRow[]) => async (_tx: Tx, inside: Ctx) => ({
      rows: await check(inside, rows),
      events: [{ type: 'things.imported', subject: 'all' }] as const,
    }),
  }
}

const definition = {
  columns: [],
  process: { type: 'Things', readStoredFile: async () => new Uint8Array() },
  access: 'signed-in',
  target: z.object({}),
  begin,
} as unknown as ImportDefinition<object>

const stepsOf = async (done: number, total?: number) => {
  const steps: Step[] = []
  opened = 0
  await importProcess(definition, tableOf).run(
    ctx,
    { id: 'p', userId: 'u', input: { key: 'k' }, done, total },
    { progress: async () => undefined, step: async (_, step) => void steps.push(step) },
  )
  // Of the two tries of each transaction the second stays.
  return steps.filter((_, index) => index % 2 === 1)
}

const double = (at: number, value: string, row: string) => ({
  row: at,
  reason: `“${value}” stands in row ${row} as well`,
  issues: [{ code: 'same-as-row', data: { value, row } }],
  label: value,
})
const second = { done: 4, total: 6, errors: [double(4, 'ana', '2')], warnings: [] }
const third = { done: 6, total: 6, errors: [double(6, 'ben', '3')], warnings: [] }

test('a row is compared with every earlier one, and never with itself where its transaction runs again', async () => {
  expect(await stepsOf(0)).toEqual([{ done: 2, total: 6, errors: [], warnings: [] }, second, third])
})

test('T59 a resumed import writes exactly what is behind its last step, and finds the same faults as one that was not interrupted', async () => {
  expect(await stepsOf(2)).toEqual([second, third])
  expect(await stepsOf(4)).toEqual([third])
  expect(await stepsOf(6)).toEqual([])
  expect(await stepsOf(2, 6)).toEqual([second, third])
})

test('the workbook is read once: counted rows are kept, and those of a resumed import are not counted again', async () => {
  await stepsOf(0)
  expect(opened).toBe(1)
  await stepsOf(2, 6)
  expect(opened).toBe(1)
})
