// The authentication log and the system log as workbooks (R7.10-02), streamed whatever their length.
import type { logs } from '#contract/logs.ts'
import type { AuthenticationLogEntry } from '#contract/log-entries.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { sheetRows } from '#server/downloads/sheet-rows.ts'
import type { RawAnswer } from '#contract/kernel/endpoint.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { type SheetBatch, type SheetColumn, sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { attemptsOf, authenticationLog } from './authentication-log.store.ts'
import { shownEntry } from './entry.ts'
import { readLog } from './log-page.store.ts'
import { changesOf, systemLog, type SystemLogRow } from './system-log.store.ts'

type Api = typeof logs

type File = { readonly file: string; readonly sheet: string; readonly columns: readonly SheetColumn[] }

const workbook = (ctx: ReadCtx, { file, sheet, columns }: File, rows: AsyncIterable<SheetBatch>): RawAnswer => ({
  raw: true,
  headers: { 'content-type': sheetMediaType, 'content-disposition': attachment(file) },
  body: ctx.services.sheets.write({ name: sheet, columns, rows }),
})

const attempts: File = {
  file: 'AuthLogs.xlsx',
  sheet: 'Authentication Logs',
  columns: [
    { title: 'date', width: 20 },
    { title: 'userName', width: 28 },
    { title: 'result', width: 16 },
    { title: 'reason', width: 44 },
    { title: 'authenticationProvider', width: 22 },
    { title: 'returnUrl', width: 44 },
    { title: 'ip', width: 18 },
  ],
}

/** R3.6-03 */
const resultText = (result: AuthenticationLogEntry['result']) =>
  result === 'FullUserLocked' ? 'Permanent lock' : result

const attemptCells = (entry: AuthenticationLogEntry) => [
  new Date(entry.date),
  entry.userName,
  resultText(entry.result),
  entry.reason,
  entry.authenticationProvider,
  entry.returnUrl,
  entry.ip,
]

export const exportAuthentication: UseCase<Api['exportAuthentication']> = async (ctx, { query }) =>
  workbook(ctx, attempts, sheetRows(readLog(ctx.db, authenticationLog, attemptsOf(query)), attemptCells))

const entries: File = {
  file: 'SystemLog.xlsx',
  sheet: 'System Logs',
  columns: [
    { title: 'date', width: 20 },
    { title: 'userName', width: 28 },
    { title: 'operation', width: 32 },
    { title: 'tenantName', width: 30 },
    { title: 'apiEntry', width: 48 },
    { title: 'ip', width: 18 },
    { title: 'metaData', width: 60 },
  ],
}

const entryCells = (row: SystemLogRow) => {
  const { metaData } = shownEntry(row)
  return [
    new Date(row.date),
    row.userName,
    row.operation,
    row.tenantName,
    row.apiEntry,
    row.ip,
    metaData && JSON.stringify(metaData),
  ]
}

export const exportSystem: UseCase<Api['exportSystem']> = async (ctx, { query }) =>
  workbook(ctx, entries, sheetRows(readLog(ctx.db, systemLog(query), changesOf(query)), entryCells))
