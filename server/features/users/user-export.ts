// The list as a workbook (R7.6-01): streamed from a cursor, whatever its length (T49).
import type { users } from '#contract/users.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { sheetRows } from '#server/downloads/sheet-rows.ts'
import { sheetMediaType } from '#server/kernel/ports/sheets.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { readUsers, type UserItemRow } from './user-list.store.ts'

type Api = typeof users

const columns = [
  { title: 'userName', width: 28 },
  { title: 'firstName', width: 18 },
  { title: 'lastName', width: 22 },
  { title: 'email', width: 34 },
  { title: 'areaName', width: 22 },
  { title: 'locked', width: 10 },
  { title: 'lockState', width: 12 },
  { title: 'draft', width: 10 },
  { title: 'restricted', width: 12 },
  { title: 'modifiedOn', width: 20 },
]

const cells = (user: UserItemRow) => [
  user.userName,
  user.firstName,
  user.lastName,
  user.email,
  user.areaName,
  user.locked,
  user.lockState,
  user.draft,
  user.validateScopes,
  user.modifiedOn,
]

export const exportUsers: UseCase<Api['export']> = async (ctx, { query }) => ({
  raw: true,
  headers: { 'content-type': sheetMediaType, 'content-disposition': attachment('Users.xlsx') },
  body: ctx.services.sheets.write({ name: 'Users', columns, rows: sheetRows(readUsers(ctx.db, query), cells) }),
})
