// Requests for access from a workbook (R7.12-06, R7.12-07): for people who are there, and for new ones, who are drafts
// until their request is approved. All at one tenant, and always for an approver to decide.
import { z } from 'zod'
import { requestImports } from '#contract/request-imports.ts'
import { defineImport } from '#server/bulk-import/bulk-import.ts'
import type { ImportDefinition } from '#server/bulk-import/definition.ts'
import { faultyRows } from '#server/features/accounts/accounts.public.ts'
import { importInBackground } from '#server/features/notifications/notifications.public.ts'
import { rowsImported, unprovenRows } from '#server/features/users/users.public.ts'
import { type BeforeUpload, type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { newUserColumns, newUserRequests } from './new-user-requests.ts'
import { refuseUnlessAsking } from './policy.ts'
import { requestColumns } from './request-rows.ts'
import { userRequests } from './user-requests.ts'

type Api = typeof requestImports
type Target = { readonly tenantId: string }

const ending: NonNullable<ImportDefinition<Target>['ending']> = async (ctx, { id, total }) => ({
  detail: rowsImported.said({ total, faulty: await faultyRows(ctx.db, id) }),
})

const ofRequests = {
  access: requestImports.bulkInsert.access,
  target: z.object({ tenantId: z.uuid() }),
  ending,
}

const notes = ['roles', 'passesDown', 'approval'] as const

const forUsers = defineImport<Target>({
  ...ofRequests,
  columns: requestColumns,
  process: importInBackground('BulkInsertPermisionRequestForTenant'),
  begin: userRequests,
  template: {
    file: 'OperationRequestsTemplate.xlsx',
    sheet: 'Operation requests',
    width: 30,
    unit: 'oneRequest',
    notes: ['who', 'rolesOfRowAdded', ...notes],
  },
})

const forNewUsers = defineImport<Target>({
  ...ofRequests,
  columns: newUserColumns,
  process: importInBackground('BulkInsertUserAndPermisionRequestForTenant'),
  beforeAny: unprovenRows,
  begin: newUserRequests,
  template: {
    file: 'FullUserWithOperationRequestTemplate.xlsx',
    sheet: 'Users with operation requests',
    width: 24,
    unit: 'oneNewUser',
    notes: ['required', 'email', 'areaLanguageScopes', 'teams', ...notes, 'invited'],
  },
})

export const bulkInsertRequests = forUsers.process
export const bulkInsertUsersAndRequests = forNewUsers.process

/** Not after reading thirty megabytes. */
const beforeUpload: BeforeUpload = (ctx, { params }) => refuseUnlessAsking(ctx, (params as Target).tenantId)

export const requestUploads: Readonly<Record<string, BeforeUpload>> = {
  bulkInsert: beforeUpload,
  fullBulkInsert: beforeUpload,
}

export const bulkInsert: UseCase<Api['bulkInsert']> = withSlowWork(
  async (ctx, { params: { tenantId }, query: { dryRun }, file: { bytes }, beside, progress }) => {
    await refuseUnlessAsking(ctx, tenantId)
    return forUsers.insert(ctx, { target: { tenantId }, bytes, beside, dryRun, progress })
  },
)

export const fullBulkInsert: UseCase<Api['fullBulkInsert']> = withSlowWork(
  async (ctx, { params: { tenantId }, query: { dryRun }, file: { bytes }, beside, progress }) => {
    await refuseUnlessAsking(ctx, tenantId)
    return forNewUsers.insert(ctx, { target: { tenantId }, bytes, beside, dryRun, progress })
  },
)

export const template: UseCase<Api['template']> = async (ctx) => forUsers.template(ctx)
export const fullTemplate: UseCase<Api['fullTemplate']> = async (ctx) => forNewUsers.template(ctx)
