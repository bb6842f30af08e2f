// One pipeline for every import of a workbook: a dry run first, a few rows at once, many in the background
// (import-process.ts). Faulty rows are named and left out; the others are imported.
import { type BesideWorkbook, type ImportResult, maxImportRows, rowsAtOnce } from '#contract/kernel/bulk-import.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx } from '#server/kernel/context.ts'
import type { NewFile } from '#server/kernel/process.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { Progress } from '#server/kernel/use-case.ts'
import { commitBatch } from './commit-batch.ts'
import type { ImportDefinition } from './definition.ts'
import { correctedBatches, correctionsOf, fileOfCorrections } from './corrections.ts'
import { importProcess, refuseAny, type Source } from './import-process.ts'
import { resultInBackground, resultOf } from './import-result.ts'
import { keepChecked, previewOf } from './preview.ts'
import { fewRows, readTable, type Table } from './table.ts'
import { writeTemplate } from './template.ts'

type Upload<Target> = {
  readonly target: Target
  readonly bytes: Uint8Array
  readonly beside: BesideWorkbook
  readonly dryRun: boolean | undefined
  readonly progress?: Progress
}

export const defineImport = <Target extends object>(definition: ImportDefinition<Target>) => {
  const { columns } = definition
  const open = async (ctx: ReadCtx, { bytes, beside: { corrections } }: Source): Promise<Table> => {
    const table = await readTable(ctx.services.sheets, bytes, { columns, rows: maxImportRows })
    return { ...table, rows: correctedBatches(table.rows, { columns, corrections: correctionsOf(corrections) }) }
  }
  return {
    /** Answers the endpoint that takes the workbook. */
    insert: async (ctx: Ctx, upload: Upload<Target>) => {
      const table = await open(ctx, upload)
      if (upload.dryRun) return preview(ctx, definition, { ...upload, table })
      const rows = await fewRows(table, rowsAtOnce)
      if (!rows) {
        await refuseAny(ctx, definition, () => open(ctx, upload))
        return inBackground(ctx, definition, upload)
      }
      const write = await definition.begin(upload.target).prepare(ctx, rows)
      return commitBatch<ImportResult>(ctx, write, (_, batch) => ({ ...batch, result: resultOf(batch.rows, table) }))
    },
    process: importProcess(definition, open),
    template: (ctx: ReadCtx) => writeTemplate(ctx, definition),
  }
}

/** Nothing is written but that somebody tried. */
const preview = async <Target extends object>(
  ctx: Ctx,
  { begin, columns }: ImportDefinition<Target>,
  { target, beside, table, progress }: Upload<Target> & { readonly table: Table },
) => {
  const { check } = begin(target)
  const kept = keepChecked(correctionsOf(beside.corrections))
  for await (const rows of table.rows) {
    kept.keep(rows, await check(ctx, rows))
    progress?.(kept.checked.length, kept.checked.length)
  }
  return unchanged<ImportResult>(previewOf(kept, table, columns))
}

const inBackground = async <Target extends object>(
  ctx: Ctx,
  { process }: ImportDefinition<Target>,
  { target, bytes, beside: { corrections } }: Upload<Target>,
) => {
  const ownerId = callerOf(ctx).id
  const keep = (file: NewFile) => process.storeFile(ctx.db, ctx, { ownerId, ...file })
  const { key } = await keep({ name: 'import.xlsx', contentType: sheetMediaType, body: bytes })
  const kept = corrections && (await keep(fileOfCorrections(corrections)))
  return ctx.commit<ImportResult>(async (tx, inside) => {
    const queued = await process.queue(tx, inside, {
      ...target,
      key,
      ...(kept && { correctionsKey: kept.key }),
    })
    return { result: resultInBackground(queued.process.id), events: [queued.event] }
  })
}
