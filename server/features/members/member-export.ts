// The members of a tenant as a workbook, in the background (R7.7-05): the notification ExportMembers links it.
import { z } from 'zod'
import { type Member, members } from '#contract/members.ts'
import { type MemberQuery } from '#contract/member-query.ts'
import { processKind, queueProcess } from '#server/features/notifications/notifications.public.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { Report } from '#server/kernel/process.ts'
import { type SheetBatch, sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { listMembers } from './member-list.store.ts'
import { administratorAuthority } from './policy.ts'

const columns = [
  { title: 'identityType', width: 14 },
  { title: 'displayName', width: 28 },
  { title: 'userName', width: 28 },
  { title: 'email', width: 34 },
  { title: 'hierarchyType', width: 16 },
  { title: 'tenantName', width: 28 },
  { title: 'isInheritable', width: 14 },
  { title: 'applicationName', width: 24 },
  { title: 'roleName', width: 24 },
  { title: 'roleHierarchyType', width: 18 },
  { title: 'inheritedFrom', width: 28 },
]

/** One line per role; a member without any has one of its own. */
const lines = ({
  identityType,
  displayName,
  userName,
  email,
  hierarchyType,
  tenantName,
  isInheritable,
  roles = [],
}: Member) => {
  const who = [identityType, displayName, userName, email, hierarchyType, tenantName, isInheritable]
  if (roles.length === 0) return [[...who, null, null, null, null]]
  return roles.map((role) => [
    ...who,
    role.applicationName,
    role.roleName,
    role.hierarchyType,
    role.inheritedFrom?.tenantName ?? null,
  ])
}

const rowsAtOnce = 2_000

type MemberExport = { tenantId: string; query: MemberQuery; report: Report }

async function* batches(ctx: ReadCtx, { tenantId, query, report }: MemberExport): AsyncGenerator<SheetBatch> {
  for (let skip = 0; ; skip += rowsAtOnce) {
    const { items } = await listMembers(ctx.db, {
      tenantId,
      companyDomains: ctx.services.settings.companyDomains,
      query: { ...query, includeRoles: true, includeIds: undefined, skip, take: rowsAtOnce },
    })
    yield items.flatMap(lines)
    await report.progress(skip + items.length)
    if (items.length < rowsAtOnce) return
  }
}

export const exportMembers: UseCase<(typeof members)['export']> = async (ctx, { params: { tenantId }, query }) => {
  await administratorAuthority(ctx, tenantId)
  return ctx.commit(async (tx) => {
    const { process, event } = await queueProcess(tx, ctx, {
      type: 'ExportMembers',
      input: { tenantId, query },
      tenantId,
    })
    return { result: { success: true, errors: [], process }, events: [event] }
  })
}

/** With the rights of that moment. */
export const exportMembersProcess = processKind({
  access: members.export.access,
  type: 'ExportMembers',
  input: z.object({ tenantId: z.uuid(), query: z.looseObject({}) }),
  run: async (ctx, { input: { tenantId, query } }, report) => {
    await administratorAuthority(ctx, tenantId)
    const rows = batches(ctx, { tenantId, query: query as MemberQuery, report })
    const body = ctx.services.sheets.write({ name: 'Members', columns, rows })
    return { file: { name: 'Members.xlsx', contentType: sheetMediaType, body } }
  },
})
