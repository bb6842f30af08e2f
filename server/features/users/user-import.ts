// Users from a workbook (R7.6-02, R7.6-03).
import { z } from 'zod'
import { users } from '#contract/users.ts'
import { defineImport } from '#server/bulk-import/bulk-import.ts'
import { faultyRows } from '#server/features/accounts/accounts.public.ts'
import { importInBackground } from '#server/features/notifications/notifications.public.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { rowsImported } from './sayings.ts'
import { openAreas, unprovenRows, userChecker } from './user-import-check.ts'
import { withHashes, writeUsers } from './user-import-write.ts'
import { importColumns } from './user-rows.ts'

type Api = typeof users

const userImport = defineImport({
  columns: importColumns,
  process: importInBackground('BulkInsertUsers'),
  access: users.bulkInsert.access,
  target: z.object({}),
  beforeAny: unprovenRows,
  begin: () => {
    const check = userChecker()
    return {
      check,
      // Passwords take time: they are hashed, of good rows only, before the transaction.
      prepare: async (ctx, rows) => {
        const checked = await withHashes(ctx, await check(ctx, rows))
        return async (tx, inside, { again }) =>
          writeUsers(tx, inside, { rows: checked, areas: await openAreas(inside), again })
      },
    }
  },
  ending: async (ctx, { id, total }) => ({
    detail: rowsImported.said({ total, faulty: await faultyRows(ctx.db, id) }),
  }),
  template: {
    file: 'UsersTemplate.xlsx',
    sheet: 'Users',
    width: 22,
    unit: 'oneUser',
    notes: ['required', 'areaId', 'language', 'invitation', 'password', 'teams'],
  },
})

export const bulkInsertUsers = userImport.process

export const bulkInsert: UseCase<Api['bulkInsert']> = withSlowWork((ctx, { query, file, beside, progress }) =>
  userImport.insert(ctx, { target: {}, bytes: file.bytes, beside, dryRun: query.dryRun, progress }),
)

export const template: UseCase<Api['template']> = async (ctx) => userImport.template(ctx)
