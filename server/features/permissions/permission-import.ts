// Roles of users and of groups at tenants from a workbook (R7.6-07, R7.6-08, A-129): a dry run first, a few at once,
// many in the background. Faulty rows are named and left out; a thousand rows are one transaction, with where it stands
// (T59).
import { z } from 'zod'
import { permissions } from '#contract/permissions.ts'
import { type BulkResult, mostImportRows, rowsAtOnce } from '#contract/users.ts'
import { type BulkRow, type NewRow, putRows, rowsAt, memberSnapshot } from '#server/features/members/members.public.ts'
import {
  processKind,
  queueProcess,
  readStoredFile,
  storeFile,
} from '#server/features/notifications/notifications.public.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { Ctx, AuditEvent, ReadCtx, Tx } from '#server/kernel/context.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { fewRows, readTable, refill, type TableColumn, type TableRow } from '#server/bulk-import/table.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { applicationsNamed, groupsNamed, rowsOf, tenantsNamed, usersNamed } from './permission-import.store.ts'
import {
  type CheckedRow,
  checkRow,
  groupColumns,
  type Known,
  placeOf,
  type Right,
  type SeenRows,
  userColumns,
} from './permission-rows.ts'
import { columnsNotRead, rowIssues, shownRow } from '#server/bulk-import/row-issues.ts'

type Api = typeof permissions

type Kind = {
  readonly identityType: 'User' | 'Group'
  readonly process: 'BulkInsertUsersWithTenant' | 'BulkInsertGroupsWithTenant'
  readonly columns: readonly TableColumn[]
  readonly who: readonly string[]
  readonly named: typeof usersNamed
}

const ofUsers: Kind = {
  identityType: 'User',
  process: 'BulkInsertUsersWithTenant',
  columns: userColumns,
  who: ['userName', 'email'],
  named: usersNamed,
}
const ofGroups: Kind = {
  identityType: 'Group',
  process: 'BulkInsertGroupsWithTenant',
  columns: groupColumns,
  who: ['group'],
  named: groupsNamed,
}

const openTable = async (ctx: ReadCtx, bytes: Uint8Array, { columns }: Kind) => {
  const table = await readTable(ctx.services.sheets, bytes, { columns, rows: mostImportRows })
  return { ...table, warnings: columnsNotRead(table.unknown) }
}
type Opened = Awaited<ReturnType<typeof openTable>>

const rightOf = (ctx: ReadCtx): Right => ({ administrator: hasRole(ctx, 'Administrator'), god: hasRole(ctx, 'God') })

const cells = (rows: readonly TableRow[], ...names: string[]) => [
  ...new Set(
    rows.flatMap(({ values }) => names.map((name) => (values[name] ?? '').slice(0, 256).toLowerCase())).filter(Boolean),
  ),
]

const learn = async (ctx: ReadCtx, rows: readonly TableRow[], { named, who }: Kind): Promise<Known> => {
  const identities = await named(ctx.db, cells(rows, ...who))
  const tenants = await tenantsNamed(ctx.db, cells(rows, 'tenant'))
  const applications = await applicationsNamed(ctx.db, cells(rows, 'application'))
  const standing = await rowsOf(ctx.db, {
    identityIds: [...new Set([...identities.values()].map(({ id }) => id))],
    tenantIds: [...new Set([...tenants.values()].flat())],
  })
  return { identities, tenants, applications, rows: standing }
}

const noRowsSeen = (): SeenRows => ({ roles: new Map(), places: new Map() })

/** `seen`: what stood in the rows of earlier batches; it remembers those of this one, too. */
const checkerFor = (ctx: ReadCtx, kind: Kind, seen = noRowsSeen()) => {
  return async (rows: readonly TableRow[]): Promise<CheckedRow[]> => {
    const known = await learn(ctx, rows, kind)
    return rows.map((row) => checkRow(row, { identityType: kind.identityType, known, right: rightOf(ctx), seen }))
  }
}

/** Of one identity at one tenant all roles together; where rows differ, the last one says whether they pass down. */
const rowsToPut = (ctx: Ctx, checked: readonly CheckedRow[]): NewRow[] =>
  [
    ...Map.groupBy(
      checked.flatMap(({ ready }) => ready ?? []),
      placeOf,
    ).values(),
  ].map((roles) => {
    const { tenantId, identityId, isInheritable } = roles.at(-1) as (typeof roles)[number]
    return { id: ctx.newId(), tenantId, identityId, isInheritable, roleIds: roles.map(({ roleId }) => roleId) }
  })

const writeRows = async (
  ctx: Ctx,
  tx: Tx,
  { kind, checked }: { kind: Kind; checked: readonly CheckedRow[] },
): Promise<[AuditEvent, ...AuditEvent[]]> => {
  const rows = rowsToPut(ctx, checked)
  const before = new Map((await rowsAt(tx, rows)).map((row) => [placeOf(row), row]))
  await putRows(tx, rows, { identityType: kind.identityType, by: callerOf(ctx).id, now: ctx.now })
  const events = (await rowsAt(tx, rows)).map((after) => eventOf(after, before.get(placeOf(after))))
  const summary = {
    kind: kind.identityType,
    rows: rows.length,
    failed: checked.filter(({ state }) => state === 'error').length,
  }
  return [{ type: 'tenant-identities.imported', subject: callerOf(ctx).id, after: summary }, ...events]
}

const eventOf = (after: BulkRow, before: BulkRow | undefined): AuditEvent => ({
  type: before ? 'member.changed' : 'member.added',
  subject: after.id,
  tenantId: after.tenantId,
  ...(before && { before: memberSnapshot(before) }),
  after: memberSnapshot(after),
})

const toldOf = (rows: readonly CheckedRow[], state: CheckedRow['state']) =>
  rows.filter((row) => row.state === state).map(({ row, issues }) => rowIssues(row, issues))

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

const insert = async (ctx: Ctx, kind: Kind, { dryRun, bytes }: { dryRun: boolean | undefined; bytes: Uint8Array }) => {
  const table = await openTable(ctx, bytes, kind)
  if (dryRun) return check(ctx, kind, table)
  const rows = await fewRows(table, rowsAtOnce)
  if (!rows) return inBackground(ctx, kind, bytes)
  return ctx.commit<BulkResult>(async (tx, inside) => {
    const checked = await checkerFor(inside, kind)(rows)
    return { result: resultOf(checked, table), events: await writeRows(inside, tx, { kind, checked }) }
  })
}

const mostShown = 1_000
const order = { error: 0, warning: 1, ok: 2 }

/** Nothing is written but that somebody tried. */
const check = async (ctx: Ctx, kind: Kind, table: Opened) => {
  const check = checkerFor(ctx, kind)
  const checked: CheckedRow[] = []
  for await (const batch of table.rows) checked.push(...(await check(batch)))
  const rows = checked.toSorted((a, b) => order[a.state] - order[b.state] || a.row - b.row).slice(0, mostShown)
  const result = { ...resultOf(checked, table), importedElements: 0, rows: rows.map(shownRow) }
  return unchanged<BulkResult>(result)
}

const inBackground = async (ctx: Ctx, kind: Kind, bytes: Uint8Array) => {
  const { key } = await storeFile(ctx.db, ctx, {
    ownerId: callerOf(ctx).id,
    name: 'import.xlsx',
    contentType: sheetMediaType,
    body: bytes,
  })
  return ctx.commit<BulkResult>(async (tx, inside) => {
    const { process, event } = await queueProcess(tx, inside, { type: kind.process, input: { key } })
    return {
      result: { success: true, totalElements: 0, importedElements: 0, errors: [], warnings: [], processId: process.id },
      events: [event],
    }
  })
}

const countRows = async (ctx: ReadCtx, bytes: Uint8Array, kind: Kind) => {
  let total = 0
  for await (const batch of (await openTable(ctx, bytes, kind)).rows) total += batch.length
  return total
}

/** With the rights of that moment: who lost them meanwhile gives no more. */
const backgroundOf = (kind: Kind) =>
  processKind({
    access: permissions.insertUsers.access,
    type: kind.process,
    input: z.object({ key: z.uuid() }),
    run: async (ctx, process, report) => {
      const bytes = await readStoredFile(ctx.db, process.input.key)
      const total = process.total ?? (await countRows(ctx, bytes, kind))
      const seen = noRowsSeen()
      let done = 0
      for await (const batch of (await openTable(ctx, bytes, kind)).rows) {
        done += batch.length
        const before: SeenRows = { roles: new Map(seen.roles), places: new Map(seen.places) }
        const check = (reading: ReadCtx) => {
          refill(seen.roles, before.roles)
          refill(seen.places, before.places)
          return checkerFor(reading, kind, seen)(batch)
        }
        if (done <= process.done) {
          await check(ctx)
          continue
        }
        await ctx.commit(async (tx, inside) => {
          const checked = await check(inside)
          const events = await writeRows(inside, tx, { kind, checked })
          await report.step(tx, { done, total, errors: toldOf(checked, 'error'), warnings: toldOf(checked, 'warning') })
          return { result: undefined, events }
        })
      }
      return {}
    },
  })

export const insertUsersWithTenant = backgroundOf(ofUsers)
export const insertGroupsWithTenant = backgroundOf(ofGroups)

export const insertUsers: UseCase<Api['insertUsers']> = withSlowWork((ctx, { query, file }) =>
  insert(ctx, ofUsers, { dryRun: query.dryRun, bytes: file.bytes }),
)
export const insertGroups: UseCase<Api['insertGroups']> = withSlowWork((ctx, { query, file }) =>
  insert(ctx, ofGroups, { dryRun: query.dryRun, bytes: file.bytes }),
)

const notes = (who: string) => [
  'One role a row. The first row with the titles stays; columns may stand in any order.',
  who,
  'tenant: its title, or its id where several have the same title; Global for all tenants.',
  'application: its name or display name. role: the name of one of its roles.',
  'isInheritable: yes or no. With yes, all that is given at this tenant passes down to the tenants below. Empty means no.',
  'What somebody has at the tenant already stays; the roles of the rows come in addition.',
  'A faulty row is reported with its number and left out; the others are imported.',
]

const templateOf = (
  ctx: ReadCtx,
  { columns }: Kind,
  { file, sheet, who }: { file: string; sheet: string; who: string },
) => ({
  raw: true as const,
  headers: { 'content-type': sheetMediaType, 'content-disposition': attachment(file) },
  body: ctx.services.sheets.write({
    name: sheet,
    columns: columns.map(({ name }) => ({ title: name, width: 26 })),
    rows: [],
    notes: { title: 'Notes', lines: notes(who) },
  }),
})

export const userTemplate: UseCase<Api['userTemplate']> = async (ctx) =>
  templateOf(ctx, ofUsers, {
    file: 'UsersWithTenantTemplate.xlsx',
    sheet: 'Users with tenant',
    who: 'userName or email says who: one of them is enough.',
  })

export const groupTemplate: UseCase<Api['groupTemplate']> = async (ctx) =>
  templateOf(ctx, ofGroups, {
    file: 'GroupsWithTenantTemplate.xlsx',
    sheet: 'Groups with tenant',
    who: 'group: the name of a group. The group Users takes none.',
  })
