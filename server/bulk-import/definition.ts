// What a feature says of its import; everything else is the same for all of them (bulk-import.ts).
import type { z } from 'zod'
import type { Access } from '#contract/kernel/endpoint.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Db, ReadCtx, Tx } from '#server/kernel/context.ts'
import type { Ending, NewFile } from '#server/kernel/process.ts'
import type { CheckedRow } from './import-result.ts'
import type { TableColumn, TableRow } from './table.ts'
import type { ImportTemplate } from './template.ts'

/** How an import goes on after its request: the feature that runs processes fills this. */
export type ImportProcess = {
  readonly type: string
  readonly storeFile: (
    db: Db,
    ctx: Pick<Ctx, 'newId' | 'now' | 'services'>,
    file: NewFile & { readonly ownerId: string },
  ) => Promise<{ readonly key: string }>
  readonly readStoredFile: (db: Db, key: string) => Promise<Uint8Array>
  /** The audit event must be among those of the commit: its reaction starts the process. */
  readonly queue: (
    tx: Tx,
    ctx: Ctx,
    input: object,
  ) => Promise<{ readonly process: { readonly id: string }; readonly event: AuditEvent }>
}

export type WrittenBatch = {
  /** As they were found in the transaction: counts and issues are taken from them. */
  readonly rows: readonly CheckedRow[]
  readonly events: readonly [AuditEvent, ...AuditEvent[]]
  /** Rows that only the commit waits for, where all of them are expected to be written. */
  readonly written?: Promise<unknown> | undefined
}
/**
 * `again`: a constraint refused the batch, as somebody took a name between its check and its transaction. Whom a
 * constraint refuses is left out then.
 */
export type WriteBatch = (tx: Tx, inside: Ctx, how: { readonly again: boolean }) => Promise<WrittenBatch>

/** One reading of a workbook, batch after batch, in which every row is compared with the earlier ones. */
export type ImportRun = {
  check(ctx: ReadCtx, rows: readonly TableRow[]): Promise<readonly CheckedRow[]>
  /**
   * Does what is slow, and hands back what is done in the transaction. What rests on other rows is judged there: by
   * `check` again, or by the constraints.
   */
  prepare(ctx: Ctx, rows: readonly TableRow[]): Promise<WriteBatch>
}

export type ImportDefinition<Target extends object> = {
  readonly columns: readonly TableColumn[]
  readonly template: ImportTemplate
  readonly process: ImportProcess
  /** Whose it is to import: asked again in each transaction of the process. */
  readonly access: Access
  /** What it is imported into, as the process keeps it. */
  readonly target: z.ZodType<Target>
  begin(target: Target): ImportRun
  /**
   * Refuses all rows because of one, before the first is written: many are written batch after batch. Nothing where no
   * row could be refused.
   */
  readonly beforeAny?: (ctx: ReadCtx) => Promise<((rows: readonly TableRow[]) => void) | undefined>
  /** What the process says of itself at its end. */
  readonly ending?: (ctx: ReadCtx, process: { readonly id: string; readonly total: number }) => Promise<Ending>
}
