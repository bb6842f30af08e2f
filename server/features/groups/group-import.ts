// Members of a group from a workbook (R7.6-11).
import { z } from 'zod'
import { groups } from '#contract/groups.ts'
import { defineImport } from '#server/bulk-import/bulk-import.ts'
import type { WrittenBatch } from '#server/bulk-import/definition.ts'
import { earlierRows } from '#server/bulk-import/earlier-rows.ts'
import { errorsOf } from '#server/bulk-import/import-result.ts'
import type { TableRow } from '#server/bulk-import/table.ts'
import { importInBackground } from '#server/features/notifications/notifications.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type BeforeUpload, type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { putMembers, usersByNames } from './group-members.store.ts'
import { groupEvents } from './groups.events.ts'
import { groupToFill, keptGroupToFill, visibleGroup } from './group-policy.ts'
import { type CheckedMember, checkRow, importColumns, type ReadyMember } from './group-rows.ts'

type Api = typeof groups

const usersNamedIn = async (ctx: ReadCtx, groupId: string, rows: readonly TableRow[]) => {
  const column = (name: string) => [
    ...new Set(rows.map(({ values }) => (values[name] ?? '').slice(0, 256)).filter(Boolean)),
  ]
  const users = await usersByNames(ctx.db, { groupId, userNames: column('userName'), emails: column('email') })
  const named = new Map(
    users.flatMap((user) => [
      [user.userName, user],
      [user.email, user],
    ]),
  )
  return ({ values }: TableRow) =>
    [values['userName'], values['email']].flatMap((name) => named.get((name ?? '').toLowerCase()) ?? [])
}

const memberImport = defineImport({
  columns: importColumns,
  process: importInBackground('BulkInsertGroupMembers'),
  access: groups.bulkInsert.access,
  target: z.object({ groupId: z.uuid() }),
  begin: ({ groupId }) => {
    const earlier = earlierRows<number>()
    const check = async (ctx: ReadCtx, rows: readonly TableRow[]) => {
      earlier.begin(rows)
      const usersIn = await usersNamedIn(ctx, groupId, rows)
      return rows.map((row) => checkRow(row, { users: usersIn(row), earlier }))
    }
    return {
      check,
      prepare: async (_, rows) => async (tx, inside) =>
        writeMembers(inside, tx, { groupId, rows: await check(inside, rows) }),
    }
  },
  template: {
    file: 'GroupMembersTemplate.xlsx',
    sheet: 'Members',
    width: 30,
    unit: 'oneMember',
    notes: ['who', 'permission', 'memberAlready'],
  },
})

export const bulkInsertGroupMembers = memberImport.process

export const groupUploads: Readonly<Record<string, BeforeUpload>> = {
  bulkInsert: (ctx, { params }) => groupToFill(ctx, ctx.db, (params as { id: string }).id),
}

export const bulkInsert: UseCase<Api['bulkInsert']> = withSlowWork(
  async (ctx, { params: { id }, query, file, beside }) => {
    await groupToFill(ctx, ctx.db, id)
    return memberImport.insert(ctx, { target: { groupId: id }, bytes: file.bytes, beside, dryRun: query.dryRun })
  },
)

export const template: UseCase<Api['template']> = async (ctx, { params }) => {
  const group = await visibleGroup(ctx, ctx.db, params.id)
  if (group.automated) throw new Refusal('group-is-automated', 409)
  return memberImport.template(ctx)
}

const writeMembers = async (
  ctx: Ctx,
  tx: Tx,
  { groupId, rows }: { groupId: string; rows: readonly CheckedMember[] },
): Promise<WrittenBatch> => {
  const { group } = await keptGroupToFill(ctx, tx, groupId)
  const members = rows.flatMap(({ member }) => (member && member.before !== member.permission ? [member] : []))
  await putMembers(tx, {
    groupId,
    userIds: members.map(({ userId }) => userId),
    permissions: members.map(({ permission }) => permission),
    by: callerOf(ctx).id,
    now: ctx.now,
  })
  const counts = { written: members.length, failed: errorsOf(rows).length }
  return {
    rows,
    events: [
      groupEvents.membersImported({ subject: groupId, after: { group: group.name, ...counts } }),
      ...members.map((member) => eventOf(group, member)),
    ],
  }
}

const eventOf = (
  { id, name }: { id: string; name: string },
  { userId, userName, permission, before }: ReadyMember,
): AuditEvent => {
  const member = { userId, group: name, userName }
  const after = { ...member, permission }
  return before
    ? groupEvents.memberChanged({ subject: id, before: { ...member, permission: before }, after })
    : groupEvents.memberAdded({ subject: id, after })
}
