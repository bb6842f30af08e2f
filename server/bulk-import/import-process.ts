// An import in the background: a thousand rows are one transaction, with where it stands, so that a crash loses and
// repeats nothing (T59). With the rights of that moment: who lost them meanwhile imports no further, and is told up to
// which row they came.
import { z } from 'zod'
import type { BesideWorkbook } from '#contract/kernel/bulk-import.ts'
import type { Ctx, Db, ReadCtx } from '#server/kernel/context.ts'
import type { Remainder, ProcessKind, RunningProcess } from '#server/kernel/process.ts'
import { readCorrections } from './corrections.ts'
import { commitBatch } from './commit-batch.ts'
import type { ImportDefinition, ImportProcess, ImportRun, WriteBatch } from './definition.ts'
import { errorsOf, warningsOf } from './import-result.ts'
import { type Batches, keptRows } from './kept-rows.ts'
import { rowsLeft } from './rows-left.ts'
import type { Table } from './table.ts'

/** A workbook, and what was corrected in it. */
export type Source = { readonly bytes: Uint8Array; readonly beside: BesideWorkbook }
type Open = (ctx: ReadCtx, source: Source) => Promise<Table>

/** `correctionsKey` is absent where nothing was corrected. */
const StoredFiles = z.object({ key: z.uuid(), correctionsKey: z.uuid().optional() })

const sourceOf = async (
  db: Db,
  { readStoredFile }: ImportProcess,
  { key, correctionsKey }: z.output<typeof StoredFiles>,
): Promise<Source> => ({
  bytes: await readStoredFile(db, key),
  beside: correctionsKey ? { corrections: readCorrections(await readStoredFile(db, correctionsKey)) } : {},
})

/** What one row decides for all of them. */
export const refuseAny = async <Target extends object>(
  ctx: ReadCtx,
  { beforeAny }: ImportDefinition<Target>,
  open: () => Promise<Table>,
) => {
  const judge = await beforeAny?.(ctx)
  if (judge) for await (const rows of (await open()).rows) judge(rows)
}

type CountedRows = {
  readonly total: number
  /** Undefined where they have to be read again. */
  readonly rows?: Batches | undefined
}

/** The same while they are counted, and kept: a large workbook takes seconds to read. */
const countAndRefuse = async (
  ctx: ReadCtx,
  { beforeAny }: Pick<ImportDefinition<object>, 'beforeAny'>,
  table: Table,
): Promise<CountedRows> => {
  const judge = await beforeAny?.(ctx)
  const kept = keptRows()
  let total = 0
  for await (const rows of table.rows) {
    judge?.(rows)
    kept.keep(rows)
    total += rows.length
  }
  return { total, rows: kept.take() }
}

export const importProcess = <Target extends object>(
  definition: ImportDefinition<Target>,
  open: Open,
): ProcessKind => ({
  type: definition.process.type,
  access: definition.access,
  input: z.intersection(StoredFiles, definition.target),
  run: async (ctx, process: RunningProcess<Target & z.output<typeof StoredFiles>>, report) => {
    const source = await sourceOf(ctx.db, definition.process, process.input)
    const { total, rows: kept } = await counted(ctx, definition, { process, open: () => open(ctx, source) })
    const rows = kept ?? (await open(ctx, source)).rows
    const batches = prepared(ctx, definition.begin(process.input), { rows, after: process.done })
    await eachAhead(batches, ({ done, write }, goOn) =>
      commitBatch(ctx, write, (tx, { rows, events, written }) => {
        goOn()
        const stepped = report.step(tx, { done, total, errors: errorsOf(rows), warnings: warningsOf(rows) })
        return { result: undefined, events, written: Promise.all([written, stepped]) }
      }),
    )
    return (await definition.ending?.(ctx, { id: process.id, total })) ?? {}
  },
  left: async (ctx, { input, done, faulty }: Remainder<Target & z.output<typeof StoredFiles>>) => {
    const source = await sourceOf(ctx.db, definition.process, input)
    return rowsLeft.said({ ...(await rowsAround(await open(ctx, source), done)), faulty })
  },
})

type CountedImport = {
  readonly process: Pick<RunningProcess<object>, 'total' | 'done'>
  readonly open: () => Promise<Table>
}

/** Once some are imported, the others are judged no more. */
const counted = async <Target extends object>(
  ctx: ReadCtx,
  definition: ImportDefinition<Target>,
  { process: { total, done }, open }: CountedImport,
): Promise<CountedRows> => {
  const judged = done === 0 ? await countAndRefuse(ctx, definition, await open()) : undefined
  return judged ?? (total === undefined ? countAndRefuse(ctx, {}, await open()) : { total })
}

/** By their numbers in the sheet: the last one that was done, and the first one that was not. */
const rowsAround = async (table: Table, done: number) => {
  const around: number[] = []
  let seen = 0
  for await (const rows of table.rows) {
    around.push(...rows.slice(Math.max(0, done - 1 - seen), Math.max(0, done + 1 - seen)).map(({ row }) => row))
    seen += rows.length
    if (seen > done) break
  }
  return done === 0 ? { last: undefined, next: around[0] } : { last: around[0], next: around[1] }
}

type Batch = { readonly done: number; readonly write: WriteBatch }

/** Rows of an earlier run are read and checked again: later ones are compared with them. */
async function* prepared(
  ctx: Ctx,
  { check, prepare }: ImportRun,
  { rows: all, after }: { rows: Batches; after: number },
): AsyncGenerator<Batch> {
  let done = 0
  for await (const rows of all) {
    done += rows.length
    if (done <= after) await check(ctx, rows)
    else yield { done, write: await prepare(ctx, rows) }
  }
}

/**
 * The next batch is prepared while the database writes this one: from `goOn` on, which is called when the rows are
 * sent, so that preparing does not hold them up.
 */
const eachAhead = async (
  batches: AsyncGenerator<Batch>,
  write: (batch: Batch, goOn: () => void) => Promise<unknown>,
) => {
  try {
    let read = await batches.next()
    while (!read.done) {
      let next: ReturnType<typeof batches.next> | undefined
      const goOn = () => {
        next ??= batches.next()
        next.catch(() => undefined)
        return next
      }
      await write(read.value, goOn)
      read = await goOn()
    }
  } finally {
    await batches.return(undefined)
  }
}
