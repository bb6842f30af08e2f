// Users from a workbook (R7.6-02, R7.6-03): a dry run first, a few at once, many in the background. Faulty rows are
// named and left out; a thousand rows are one transaction, with where it stands, so that a crash loses and repeats
// nothing (T59).
import { z } from 'zod'
import { type BulkResult, mostImportRows, rowsAtOnce, users } from '#contract/users.ts'
import {
  processKind,
  queueProcess,
  readStoredFile,
  storeFile,
} from '#server/features/notifications/notifications.public.ts'
import { mayPlaceIn } from '#server/features/members/members.public.ts'
import { isCompanyAddress } from '#server/features/sign-in/sign-in.public.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { Ctx, AuditEvent, ReadCtx } from '#server/kernel/context.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { fewRows, readTable, type Table } from '#server/bulk-import/table.ts'
import { type Progress, type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { createChecker, type Checked } from './user-import-check.ts'
import { importMessages } from './import-messages.ts'
import { areasByName, faultyRows } from '#server/features/accounts/accounts.public.ts'
import { prepared, writeUsers } from './user-import-write.ts'
import { importColumns } from './user-rows.ts'
import type { RowIssues } from '#contract/kernel/answer.ts'
import { columnsNotRead } from '#server/bulk-import/row-issues.ts'

type Api = typeof users

export const openTable = (ctx: ReadCtx, bytes: Uint8Array) =>
  readTable(ctx.services.sheets, bytes, { columns: importColumns, rows: mostImportRows })

const checkerFor = async (ctx: ReadCtx) =>
  createChecker(ctx, {
    areas: await openAreas(ctx),
    isStaff: (email) => isCompanyAddress(email, ctx.services.settings.companyDomains),
  })

/** The areas into which the caller may put somebody (T28). */
const openAreas = async (ctx: ReadCtx) => {
  const areas = await areasByName(ctx.db)
  const closed = new Set<string>()
  for (const id of new Set([...areas.values()].map((area) => area.id)))
    if (!(await mayPlaceIn(ctx, ctx.db, id))) closed.add(id)
  return new Map([...areas].filter(([, { id }]) => !closed.has(id)))
}

export const bulkInsert: UseCase<Api['bulkInsert']> = withSlowWork(async (ctx, { query, file, progress }) => {
  const table = await openTable(ctx, file.bytes)
  if (query.dryRun) return dryRun(ctx, table, progress)
  const rows = await fewRows(table, rowsAtOnce)
  if (!rows) return inBackground(ctx, file.bytes)
  const checked = await (await checkerFor(ctx))(rows)
  const users = await prepared(ctx, checked)
  return ctx.commit<BulkResult>(async (tx, inside) => {
    const { inserted, errors, events } = await writeUsers(tx, inside, { ...users, areas: await openAreas(inside) })
    const [first, ...others] = [...events, summary(inside, { inserted, failed: errors.length })]
    return {
      result: resultOf({ checked, errors, inserted, warnings: columnsNotRead(table.unknown) }),
      events: [first as AuditEvent, ...others],
    }
  })
})

const summary = (ctx: Ctx, counts: { inserted: number; failed: number }): AuditEvent => ({
  type: 'users.imported',
  subject: callerOf(ctx).id,
  after: counts,
})

const resultOf = ({
  checked,
  errors,
  inserted,
  warnings,
}: {
  checked: Checked
  errors: readonly RowIssues[]
  inserted: number
  warnings: readonly RowIssues[]
}): BulkResult => ({
  success: errors.length === 0,
  totalElements: checked.total,
  importedElements: inserted,
  errors: [...errors],
  warnings: [...warnings, ...checked.warnings],
})

const mostShown = 1_000
const order = { error: 0, warning: 1, ok: 2 }

/** Nothing is written but that somebody tried. */
const dryRun = async (ctx: Ctx, table: Table, progress: Progress) => {
  const check = await checkerFor(ctx)
  const whole: Checked = { total: 0, ready: [], errors: [], warnings: [], rows: [] }
  for await (const batch of table.rows) {
    const { total, errors, warnings, rows } = await check(batch)
    whole.total += total
    progress(whole.total, whole.total)
    whole.errors.push(...errors)
    whole.warnings.push(...warnings)
    whole.rows = [...whole.rows, ...rows]
      .toSorted((a, b) => order[a.state] - order[b.state] || a.row - b.row)
      .slice(0, mostShown)
  }
  const result = {
    ...resultOf({ checked: whole, errors: whole.errors, inserted: 0, warnings: columnsNotRead(table.unknown) }),
    rows: whole.rows,
  }
  return unchanged<BulkResult>(result)
}

const inBackground = async (ctx: Ctx, bytes: Uint8Array) => {
  const { key } = await storeFile(ctx.db, ctx, {
    ownerId: callerOf(ctx).id,
    name: 'import.xlsx',
    contentType: sheetMediaType,
    body: bytes,
  })
  return ctx.commit<BulkResult>(async (tx, inside) => {
    const { process, event } = await queueProcess(tx, inside, { type: 'BulkInsertUsers', input: { key } })
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

async function* batchesOf(ctx: Ctx, table: Table, already: number) {
  const check = await checkerFor(ctx)
  let done = 0
  for await (const batch of table.rows) {
    done += batch.length
    if (done > already) yield { done, users: await prepared(ctx, await check(batch)) }
  }
}

/** The next batch is read and checked while the database writes this one. */
async function* ahead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    let next = batches.next()
    for (let { done, value } = await next; !done; { done, value } = await next) {
      next = batches.next()
      next.catch(() => undefined)
      yield value as T
    }
  } finally {
    await batches.return(undefined)
  }
}

export const bulkInsertUsers = processKind({
  access: users.bulkInsert.access,
  type: 'BulkInsertUsers',
  input: z.object({ key: z.uuid() }),
  run: async (ctx, process, report) => {
    const bytes = await readStoredFile(ctx.db, process.input.key)
    const total = process.total ?? (await countRows(ctx, bytes))
    for await (const { done, users } of ahead(batchesOf(ctx, await openTable(ctx, bytes), process.done)))
      await ctx.commit(async (tx, inside) => {
        const { inserted, errors, events } = await writeUsers(tx, inside, { ...users, areas: await openAreas(inside) })
        await report.step(tx, { done, total, errors, warnings: users.checked.warnings })
        return { result: undefined, events: [summary(inside, { inserted, failed: errors.length }), ...events] }
      })
    return { detail: importMessages(ctx.requestInfo.language, { total, faulty: await faultyRows(ctx.db, process.id) }) }
  },
})

const notes = [
  'One user a row. The first row with the titles stays; columns may stand in any order.',
  'userName, email, firstName, lastName, area and language are required.',
  'areaId: the name or the id of an area.',
  'language: en, es, fr, it, pt, pt-br or de.',
  'sendEmailInvite, validateScopes: yes or no. Without an invitation and a password an account is opened by “Forgot password”.',
  'password: at least 12 characters with an uppercase letter, a lowercase letter, a number and a symbol; replaced at the first sign-in.',
  'teams: separated by semicolons. jobTitle, manager and teams are kept in the area Customers only.',
  'A faulty row is reported with its number and left out; the others are imported.',
]

export const template: UseCase<Api['template']> = async (ctx) => ({
  raw: true,
  headers: { 'content-type': sheetMediaType, 'content-disposition': attachment('UsersTemplate.xlsx') },
  body: ctx.services.sheets.write({
    name: 'Users',
    columns: importColumns.map(({ name }) => ({ title: name, width: 22 })),
    rows: [],
    notes: { title: 'Notes', lines: notes },
  }),
})
