// The list as a workbook, in the background (R7.7-04, A-161): read from a cursor, whatever its length.
import { z } from 'zod'
import { tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { reportedSheetRows } from '#server/downloads/sheet-rows.ts'
import { processKind, queueProcess } from '#server/features/notifications/notifications.public.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { countTenants, readTenants } from './tenants.store.ts'

type Api = typeof tenants

/** What the list was asked with, but for the page. */
const ExportInput = z.object({
  search: z.string().optional(),
  filter: z.string().optional(),
  orderBy: z.object({ field: z.string(), descending: z.boolean() }).optional(),
  creation: z.enum(['Auto', 'Manual']).optional(),
  isUserCustomized: z.boolean().optional(),
})
type ExportInput = z.infer<typeof ExportInput>

const everything = ({ search, filter, orderBy, creation, isUserCustomized }: ExportInput) => ({
  search,
  filter,
  orderBy,
  creation,
  isUserCustomized,
  select: undefined,
  odata: false,
  skip: 0,
  take: 0,
})

/** Counted at once: a filter that cannot be read is refused here, and not an hour later. */
export const exportTenants: UseCase<Api['export']> = async (ctx, { query }) => {
  const input = ExportInput.parse(query)
  const total = await countTenants(ctx.db, everything(input))
  return ctx.commit(async (tx) => {
    const { process, event } = await queueProcess(tx, ctx, { type: 'ExportTenants', input, total })
    return { result: { success: true, errors: [], process }, events: [event] }
  })
}

const columns = [
  { title: 'title', width: 44 },
  { title: 'path', width: 70 },
  { title: 'areaName', width: 22 },
  { title: 'taxNumber', width: 16 },
  { title: 'viesNumber', width: 16 },
  { title: 'groupAlias', width: 18 },
  { title: 'creation', width: 10 },
  { title: 'isUserCustomized', width: 17 },
  { title: 'requiredTwoModeAuthentification', width: 32 },
  { title: 'id', width: 38 },
  { title: 'parentId', width: 38 },
]

const cells = (tenant: TenantItem & { path: string }) => [
  tenant.title,
  tenant.path,
  tenant.areaName,
  tenant.taxNumber,
  tenant.viesNumber,
  tenant.groupAlias,
  tenant.auto ? 'Auto' : 'Manual',
  tenant.isUserCustomized,
  tenant.requiredTwoModeAuthentification,
  tenant.id,
  tenant.parentId,
]

export const exportTenantsKind = processKind({
  access: tenants.export.access,
  type: 'ExportTenants',
  input: ExportInput,
  run: async (ctx, process, report) => {
    const query = everything(process.input)
    const total = await countTenants(ctx.db, query)
    const rows = reportedSheetRows(readTenants(ctx.db, query), cells, { report, total })
    return {
      file: {
        name: 'Tenants.xlsx',
        contentType: sheetMediaType,
        body: ctx.services.sheets.write({ name: 'Tenants', columns, rows }),
      },
    }
  },
})
