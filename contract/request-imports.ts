// Requests for access from a workbook, for people who are there and for new ones (R7.12-06, R7.12-07; ).
import { z } from 'zod'
import { BesideWorkbook, ImportResult } from './kernel/bulk-import.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { flag } from './kernel/page.ts'

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const upload = { accept: ['.xlsx'], mostBytes: 30_000_000 } as const
// Whether they act on the tenant in question is seen by the use case.
const access = anyOf('Administrator', 'TenantAdministrator', 'IdentityConsultant')
const takesWorkbook = {
  access,
  params: z.object({ tenantId: z.uuid() }),
  query: z.object({ dryRun: flag }),
  upload,
  beside: BesideWorkbook,
  streams: true,
  output: ImportResult,
} as const

export const requestImports = endpoints({
  template: {
    method: 'GET',
    path: '/profile/template/operationRequests',
    access,
    summary: 'What bulk_insert/operationRequests takes: the columns, and a sheet of notes.',
    output: raw(excel),
  },
  bulkInsert: {
    ...takesWorkbook,
    method: 'POST',
    path: '/profile/bulk_insert/operationRequests/:tenantId',
    summary:
      'Requests for users at a tenant from an xlsx. `dryRun=true` checks every row and writes nothing; more than 500 rows go on in the background.',
  },
  fullTemplate: {
    method: 'GET',
    path: '/profile/template/fullUserWithOperationRequest',
    access,
    summary: 'What full_bulk_insert/operationRequests takes: the columns, and a sheet of notes.',
    output: raw(excel),
  },
  fullBulkInsert: {
    ...takesWorkbook,
    method: 'POST',
    path: '/profile/full_bulk_insert/operationRequests/:tenantId',
    summary: 'New draft users with their requests, likewise; the approval of each lets them in (A-136).',
  },
})
