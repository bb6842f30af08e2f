// The administrators of applications as a workbook, in the background (R7.11-09): the notification AdminReport links
// it.
import { z } from 'zod'
import { dashboard } from '#contract/dashboard.ts'
import { reportedSheetRows } from '#server/downloads/sheet-rows.ts'
import { processKind, queueProcess } from '#server/features/notifications/notifications.public.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { type AdministratorRow, countAdministrators, readAdministrators } from './admin-report.store.ts'

export const adminReport: UseCase<(typeof dashboard)['adminReport']> = async (ctx, { input }) => {
  const applicationIds = [...new Set(input)]
  const total = await countAdministrators(ctx.db, applicationIds)
  return ctx.commit(async (tx) => {
    const { process, event } = await queueProcess(tx, ctx, { type: 'AdminReport', input: { applicationIds }, total })
    return { result: { success: true, errors: [], process }, events: [event] }
  })
}

const columns = [
  { title: 'applicationName', width: 28 },
  { title: 'roleName', width: 28 },
  { title: 'tenantName', width: 36 },
  { title: 'identityType', width: 14 },
  { title: 'identityName', width: 30 },
  { title: 'userName', width: 28 },
  { title: 'email', width: 34 },
  { title: 'isInheritable', width: 14 },
  { title: 'since', width: 26 },
  { title: 'endsOn', width: 26 },
]

const cells = (row: AdministratorRow) => [
  row.applicationName,
  row.roleName,
  row.tenantName,
  row.identityType,
  row.identityName,
  row.userName,
  row.email,
  row.isInheritable,
  row.since,
  row.endsOn,
]

export const adminReportKind = processKind({
  access: dashboard.adminReport.access,
  type: 'AdminReport',
  input: z.object({ applicationIds: z.array(z.number().int()) }),
  run: async (ctx, { input: { applicationIds } }, report) => {
    const total = await countAdministrators(ctx.db, applicationIds)
    const rows = reportedSheetRows(readAdministrators(ctx.db, applicationIds), cells, { report, total })
    return {
      file: {
        name: 'AdminReport.xlsx',
        contentType: sheetMediaType,
        body: ctx.services.sheets.write({ name: 'Administrators', columns, rows }),
      },
    }
  },
})
