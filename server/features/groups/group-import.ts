// Members from a workbook (R7.6-11, A-129): a dry run first, a few at once, many in the background. Faulty rows are
// named and left out; a thousand rows are one transaction, with where it stands, so that a crash loses and repeats
// nothing (T59).
import { z } from 'zod'
import { groups } from '#contract/groups.ts'
import { type BulkResult, mostImportRows, rowsAtOnce } from '#contract/users.ts'
import {
  processKind,
  queueProcess,
  readStoredFile,
  storeFile,
} from '#server/features/notifications/notifications.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { Ctx, AuditEvent, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { fewRows, readTable, refill, type TableRow } from '#server/bulk-import/table.ts'
import { type BeforeUpload, type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { groupToFill, keptGroupToFill, visibleGroup } from './group-policy.ts'
import { putMembers, usersByNames } from './group-members.store.ts'
import { type CheckedRow, checkRow, importColumns, type ReadyMember } from './group-rows.ts'
import { columnsNotRead, rowIssues, shownRow } from '#server/bulk-import/row-issues.ts'

type Api = typeof groups

const openTable = async (ctx: ReadCtx, bytes: Uint8Array) => {
  const table = await readTable(ctx.services.sheets, bytes, { columns: importColumns, rows: mostImportRows })
  return { ...table, warnings: columnsNotRead(table.unknown) }
}
type Opened = Awaited<ReturnType<typeof openTable>>

/** Who stood in which row of this batch or an earlier one. */
type SeenRows = Map<string, number>

const checkerFor = (ctx: ReadCtx, groupId: string, seen: SeenRows = new Map()) => {
  const column = (rows: readonly TableRow[], name: string) => [
    ...new Set(rows.map(({ values }) => (values[name] ?? '').slice(0, 256)).filter(Boolean)),
  ]
  return async (rows: readonly TableRow[]): Promise<CheckedRow[]> => {
    const users = await usersByNames(ctx.db, {
      groupId,
      userNames: column(rows, 'userName'),
      emails: column(rows, 'email'),
    })
    const named = new Map(
      users.flatMap((user) => [
        [user.userName, user],
        [user.email, user],
      ]),
    )
    const namedIn = ({ values }: TableRow) =>
      [values['userName'], values['email']].flatMap((name) => named.get((name ?? '').toLowerCase()) ?? [])
    return rows.map((row) => checkRow(row, { users: namedIn(row), seen }))
  }
}

const toldOf = (rows: readonly CheckedRow[], state: CheckedRow['state']) =>
  rows.filter((row) => row.state === state).map(({ row, issues }) => rowIssues(row, issues))

export const groupUploads: Readonly<Record<string, BeforeUpload>> = {
  bulkInsert: (ctx, { params }) => groupToFill(ctx, ctx.db, (params as { id: string }).id),
}

export const bulkInsert: UseCase<Api['bulkInsert']> = withSlowWork(async (ctx, { params: { id }, query, file }) => {
  await groupToFill(ctx, ctx.db, id)
  const table = await openTable(ctx, file.bytes)
  if (query.dryRun) return dryRun(ctx, id, table)
  const rows = await fewRows(table, rowsAtOnce)
  if (!rows) return inBackground(ctx, id, file.bytes)
  return ctx.commit<BulkResult>(async (tx, inside) => {
    const checked = await checkerFor(inside, id)(rows)
    return { result: resultOf(checked, table), events: await writeRows(inside, tx, { groupId: id, checked }) }
  })
})

const resultOf = (checked: readonly CheckedRow[], { warnings }: Opened): BulkResult => {
  const errors = toldOf(checked, 'error')
  return {
    success: errors.length === 0,
    totalElements: checked.length,
    importedElements: checked.length - errors.length,
    errors,
    warnings: [...warnings, ...toldOf(checked, 'warning')],
  }
}

const writeRows = async (
  ctx: Ctx,
  tx: Tx,
  { groupId, checked }: { groupId: string; checked: readonly CheckedRow[] },
): Promise<[AuditEvent, ...AuditEvent[]]> => {
  const { group } = await keptGroupToFill(ctx, tx, groupId)
  const members = checked.flatMap(({ member }) => (member && member.before !== member.permission ? [member] : []))
  await putMembers(tx, {
    groupId,
    userIds: members.map(({ userId }) => userId),
    permissions: members.map(({ permission }) => permission),
    by: callerOf(ctx).id,
    now: ctx.now,
  })
  const failed = checked.filter(({ state }) => state === 'error').length
  return [
    { type: 'group.members-imported', subject: groupId, after: { group: group.name, written: members.length, failed } },
    ...members.map((member) => eventOf(group, member)),
  ]
}

const eventOf = (
  { id, name }: { id: string; name: string },
  { userId, userName, permission, before }: ReadyMember,
): AuditEvent => ({
  type: before ? 'group-member.changed' : 'group-member.added',
  subject: id,
  ...(before && { before: { userId, group: name, userName, permission: before } }),
  after: { userId, group: name, userName, permission },
})

const mostShown = 1_000
const order = { error: 0, warning: 1, ok: 2 }

/** Nothing is written but that somebody tried. */
const dryRun = async (ctx: Ctx, groupId: string, table: Opened) => {
  const check = checkerFor(ctx, groupId)
  const checked: CheckedRow[] = []
  for await (const batch of table.rows) checked.push(...(await check(batch)))
  const rows = checked.toSorted((a, b) => order[a.state] - order[b.state] || a.row - b.row).slice(0, mostShown)
  const result = { ...resultOf(checked, table), importedElements: 0, rows: rows.map(shownRow) }
  return unchanged<BulkResult>(result)
}

const inBackground = async (ctx: Ctx, groupId: string, bytes: Uint8Array) => {
  const { key } = await storeFile(ctx.db, ctx, {
    ownerId: callerOf(ctx).id,
    name: 'import.xlsx',
    contentType: sheetMediaType,
    body: bytes,
  })
  return ctx.commit<BulkResult>(async (tx, inside) => {
    const { process, event } = await queueProcess(tx, inside, {
      type: 'BulkInsertGroupMembers',
      input: { key, groupId },
    })
    return {
      result: { success: true, totalElements: 0, importedElements: 0, errors: [], warnings: [], processId: process.id },
      events: [event],
    }
  })
}

const countRows = async (ctx: ReadCtx, bytes: Uint8Array) => {
  let total = 0
  for await (const batch of (await openTable(ctx, bytes)).rows) total += batch.length
  return total
}

/** With the rights of that moment: who lost the group meanwhile imports no further. */
export const bulkInsertGroupMembers = processKind({
  access: groups.bulkInsert.access,
  type: 'BulkInsertGroupMembers',
  input: z.object({ key: z.uuid(), groupId: z.uuid() }),
  run: async (ctx, process, report) => {
    const { key, groupId } = process.input
    const bytes = await readStoredFile(ctx.db, key)
    const total = process.total ?? (await countRows(ctx, bytes))
    const seen: SeenRows = new Map()
    let done = 0
    for await (const batch of (await openTable(ctx, bytes)).rows) {
      done += batch.length
      const before = new Map(seen)
      const check = (reading: ReadCtx) => checkerFor(reading, groupId, refill(seen, before))(batch)
      if (done <= process.done) {
        await check(ctx)
        continue
      }
      await ctx.commit(async (tx, inside) => {
        const checked = await check(inside)
        const events = await writeRows(inside, tx, { groupId, checked })
        await report.step(tx, { done, total, errors: toldOf(checked, 'error'), warnings: toldOf(checked, 'warning') })
        return { result: undefined, events }
      })
    }
    return {}
  },
})

const notes = [
  'One member a row. The first row with the titles stays; columns may stand in any order.',
  'userName or email says who: one of them is enough.',
  'permission: Reader or Owner. An Owner may add and remove members as well.',
  'Who is in the group already gets the permission of the row.',
  'A faulty row is reported with its number and left out; the others are imported.',
]

export const template: UseCase<Api['template']> = async (ctx, { params }) => {
  const group = await visibleGroup(ctx, ctx.db, params.id)
  if (group.automated) throw new Refusal('group-is-automated', 409)
  return {
    raw: true,
    headers: { 'content-type': sheetMediaType, 'content-disposition': attachment('GroupMembersTemplate.xlsx') },
    body: ctx.services.sheets.write({
      name: 'Members',
      columns: importColumns.map(({ name }) => ({ title: name, width: 30 })),
      rows: [],
      notes: { title: 'Notes', lines: notes },
    }),
  }
}
