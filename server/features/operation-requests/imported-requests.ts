// The good rows of an import as requests that wait, each with its audit event.
import type { WrittenBatch } from '#server/bulk-import/definition.ts'
import { type CheckedRow, errorsOf } from '#server/bulk-import/import-result.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { Issue } from '#server/kernel/issue.ts'
import { requestEvents } from './operation-requests.events.ts'
import { type ImportedRequest, insertRequests } from './request-import.store.ts'

/** All rows, and of the good ones what was written; `more`: what stands in the log before the requests. */
type RequestImport<Row> = {
  readonly rows: readonly Row[]
  readonly requestOf: (row: Row) => ImportedRequest | undefined
  /** What is wrong with a row that was good, and could not be written. */
  readonly lost: Issue
  readonly more: readonly AuditEvent[]
}

export const writeRequests = async <Row extends CheckedRow>(
  tx: Tx,
  ctx: Ctx,
  { tenantId, rows, requestOf, lost, more }: RequestImport<Row> & { readonly tenantId: string },
): Promise<WrittenBatch> => {
  const by = callerOf(ctx).id
  const requests = rows.flatMap((row) => requestOf(row) ?? [])
  const inserted = await insertRequests(tx, requests, { tenantId, by, now: ctx.now })
  const written = rows.map((row): CheckedRow => {
    const { state, issues, label } = row
    const isLost = state !== 'error' && !inserted.has(requestOf(row)?.id ?? '')
    return isLost ? { row: row.row, label, state: 'error', issues: [lost] } : { row: row.row, label, state, issues }
  })
  const counts = { inserted: inserted.size, failed: errorsOf(written).length }
  const created = requests.filter(({ id }) => inserted.has(id)).map((request) => createdEvent(request, tenantId))
  return {
    rows: written,
    events: [requestEvents.imported({ subject: by, tenantId, after: counts }), ...more, ...created],
  }
}

const createdEvent = (request: ImportedRequest, tenantId: string) =>
  requestEvents.created({
    subject: request.id,
    tenantId,
    after: { ...request, roles: [...request.roles], tenantId, requestType: 'BulkInsert', identityType: 'User' },
  })
