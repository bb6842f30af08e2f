// One pipeline for every import of a workbook: a dry run first, a few rows at once, many in the background
// (import-process.ts). Faulty rows are named and left out; the others are imported.
import { type ImportResult, maxImportRows, rowsAtOnce } from '#contract/kernel/bulk-import.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx } from '#server/kernel/context.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { Progress } from '#server/kernel/use-case.ts'
import type { ImportDefinition } from './definition.ts'
import { importProcess, refuseAny } from './import-process.ts'
import { type CheckedRow, previewOf, resultInBackground, resultOf } from './import-result.ts'
import { fewRows, readTable, type Table } from './table.ts'
import { writeTemplate } from './template.ts'

type Upload<Target> = {
  readonly target: Target
  readonly bytes: Uint8Array
  readonly dryRun: boolean | undefined
  readonly progress?: Progress
}

export const defineImport = <Target extends object>(definition: ImportDefinition<Target>) => {
  const open = (ctx: ReadCtx, bytes: Uint8Array) =>
    readTable(ctx.services.sheets, bytes, { columns: definition.columns, rows: maxImportRows })
  return {
    /** Answers the endpoint that takes the workbook. */
    insert: async (ctx: Ctx, upload: Upload<Target>) => {
      const table = await open(ctx, upload.bytes)
      if (upload.dryRun) return preview(ctx, definition, { ...upload, table })
      const rows = await fewRows(table, rowsAtOnce)
      if (!rows) {
        await refuseAny(ctx, definition, () => open(ctx, upload.bytes))
        return inBackground(ctx, definition, upload)
      }
      const write = await definition.begin(upload.target).prepare(ctx, rows)
      return ctx.commit<ImportResult>(async (tx, inside) => {
        const written = await write(tx, inside)
        return { result: resultOf(written.rows, table), events: written.events }
      })
    },
    process: importProcess(definition, open),
    template: (ctx: ReadCtx) => writeTemplate(ctx, definition),
  }
}

/** Nothing is written but that somebody tried. */
const preview = async <Target extends object>(
  ctx: Ctx,
  { begin }: ImportDefinition<Target>,
  { target, table, progress }: Upload<Target> & { readonly table: Table },
) => {
  const { check } = begin(target)
  const checked: CheckedRow[] = []
  for await (const rows of table.rows) {
    for (const { row, state, label, issues } of await check(ctx, rows)) checked.push({ row, state, label, issues })
    progress?.(checked.length, checked.length)
  }
  return unchanged<ImportResult>(previewOf(checked, table))
}

const inBackground = async <Target extends object>(
  ctx: Ctx,
  { process }: ImportDefinition<Target>,
  { target, bytes }: Upload<Target>,
) => {
  const { key } = await process.storeFile(ctx.db, ctx, {
    ownerId: callerOf(ctx).id,
    name: 'import.xlsx',
    contentType: sheetMediaType,
    body: bytes,
  })
  return ctx.commit<ImportResult>(async (tx, inside) => {
    const queued = await process.queue(tx, inside, { ...target, key })
    return { result: resultInBackground(queued.process.id), events: [queued.event] }
  })
}
