// Checks rows of an import against the form, the other rows and the users there are.
import { brokenPasswordRules } from '#contract/password-policy.ts'
import type { NewUser } from '#contract/users.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { TableRow } from '#server/bulk-import/table.ts'
import { skeletonHash } from '#server/features/accounts/accounts.public.ts'
import { takenLooks, takenNames } from '#server/features/accounts/accounts.public.ts'
import { type Areas, readRow, type ReadRow } from './user-rows.ts'
import type { RowIssues } from '#contract/kernel/answer.ts'
import { rowIssues } from '#server/bulk-import/row-issues.ts'
import type { Issue } from '#server/kernel/issue.ts'

export type Ready = { readonly row: number; readonly user: NewUser; readonly isCustomers: boolean }
export type Checked = {
  total: number
  ready: Ready[]
  errors: RowIssues[]
  warnings: RowIssues[]
  rows: (RowIssues & { state: 'ok' | 'warning' | 'error'; label: string })[]
}

/** Called with one batch after the other: it remembers what stood in the rows before. */
export const createChecker = (ctx: ReadCtx, known: { areas: Areas; isStaff: (email: string) => boolean }) => {
  const seen = {
    userNames: new Map<string, number>(),
    emails: new Map<string, number>(),
    looks: new Map<string, number>(),
  }
  return async (rows: readonly TableRow[]): Promise<Checked> => {
    const read = rows.map((row) => readRow(row, known))
    const good = read.filter((row) => 'user' in row)
    const taken = await takenNames(ctx.db, {
      userNames: good.map(({ user }) => user.userName),
      emails: good.map(({ user }) => user.email),
    })
    const looks = await takenLooks(
      ctx.db,
      good.map(({ user }) => skeletonHash(user.userName)),
    )
    const checked: Checked = { total: rows.length, ready: [], errors: [], warnings: [], rows: [] }
    for (const row of read)
      note(
        checked,
        row,
        'user' in row ? [...weakness(row.user), ...doubles(row, { taken: { ...taken, looks }, seen })] : row.errors,
      )
    return checked
  }
}

const note = (checked: Checked, row: ReadRow, errors: readonly Issue[]) => {
  const warnings = 'user' in row ? row.warnings : []
  const state = errors.length > 0 ? 'error' : warnings.length > 0 ? 'warning' : 'ok'
  checked.rows.push({
    ...rowIssues(row.row, [...errors, ...warnings]),
    state,
    label: row.label.slice(0, 256),
  })
  if (errors.length > 0) checked.errors.push(rowIssues(row.row, errors))
  else if ('user' in row) {
    checked.ready.push({ row: row.row, user: row.user, isCustomers: row.isCustomers })
    for (const warning of warnings) checked.warnings.push(rowIssues(row.row, [warning]))
  }
}

const weakness = ({ password }: NewUser): Issue[] =>
  password && brokenPasswordRules(password).length > 0 ? [{ field: 'password', code: 'password-rules' }] : []

type Names<StoredUser> = { userNames: StoredUser; emails: StoredUser; looks: StoredUser }
type Known = { taken: Names<ReadonlySet<string>>; seen: Names<Map<string, number>> }

const doubles = ({ row, user }: Ready, { taken, seen }: Known): Issue[] => {
  const same = double('userName', user.userName, { row, taken: taken.userNames, seen: seen.userNames })
  const emails = double('email', user.email, { row, taken: taken.emails, seen: seen.emails })
  return [
    ...same,
    ...(same.length > 0 ? [] : lookAlike(user.userName, { row, taken: taken.looks, seen: seen.looks })),
    ...emails,
  ]
}

type Column = { row: number; taken: ReadonlySet<string>; seen: Map<string, number> }

const lookAlike = (userName: string, { row, taken, seen }: Column): Issue[] => {
  const key = skeletonHash(userName)
  if (taken.has(key)) return [{ field: 'userName', code: 'looks-alike', data: { value: userName } }]
  const before = seen.get(key)
  if (before !== undefined && before !== row)
    return [{ field: 'userName', code: 'looks-like-row', data: { value: userName, row: String(before) } }]
  seen.set(key, row)
  return []
}

const double = (field: string, value: string, { row, taken, seen }: Column): Issue[] => {
  const key = value.toLowerCase()
  if (taken.has(key)) return [{ field, code: 'in-use', data: { value } }]
  const before = seen.get(key)
  if (before !== undefined && before !== row)
    return [{ field, code: 'same-as-row', data: { value, row: String(before) } }]
  seen.set(key, row)
  return []
}
