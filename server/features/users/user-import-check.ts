// Checks rows of an import against the form, the other rows and the users there are.
import { brokenPasswordRules } from '#contract/password-policy.ts'
import type { NewUser } from '#contract/users.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { TableRow } from '#server/bulk-import/table.ts'
import { skeletonHash } from '#server/features/accounts/accounts.public.ts'
import { takenLooks, takenNames } from '#server/features/accounts/accounts.public.ts'
import { type Areas, readRow, type ReadRow } from './user-rows.ts'

type ImportIssue = { row: number; reason: string }
export type Ready = { readonly row: number; readonly user: NewUser; readonly isCustomers: boolean }
export type Checked = {
  total: number
  ready: Ready[]
  errors: ImportIssue[]
  warnings: ImportIssue[]
  rows: { row: number; state: 'ok' | 'warning' | 'error'; label: string; reason: string }[]
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

const note = (checked: Checked, row: ReadRow, errors: readonly string[]) => {
  const warnings = 'user' in row ? row.warnings : []
  const state = errors.length > 0 ? 'error' : warnings.length > 0 ? 'warning' : 'ok'
  checked.rows.push({
    row: row.row,
    state,
    label: row.label.slice(0, 256),
    reason: [...errors, ...warnings].join('. '),
  })
  if (errors.length > 0) checked.errors.push({ row: row.row, reason: errors.join('. ') })
  else if ('user' in row) {
    checked.ready.push({ row: row.row, user: row.user, isCustomers: row.isCustomers })
    for (const reason of warnings) checked.warnings.push({ row: row.row, reason })
  }
}

const weakness = ({ password }: NewUser) =>
  password && brokenPasswordRules(password).length > 0 ? ['password: The password does not follow the rules'] : []

type Names<StoredUser> = { userNames: StoredUser; emails: StoredUser; looks: StoredUser }
type Known = { taken: Names<ReadonlySet<string>>; seen: Names<Map<string, number>> }

const doubles = ({ row, user }: Ready, { taken, seen }: Known): string[] => {
  const same = double('userName', user.userName, { row, taken: taken.userNames, seen: seen.userNames })
  const emails = double('email', user.email, { row, taken: taken.emails, seen: seen.emails })
  return [
    ...same,
    ...(same.length > 0 ? [] : lookAlike(user.userName, { row, taken: taken.looks, seen: seen.looks })),
    ...emails,
  ]
}

type Column = { row: number; taken: ReadonlySet<string>; seen: Map<string, number> }

const lookAlike = (userName: string, { row, taken, seen }: Column) => {
  const key = skeletonHash(userName)
  if (taken.has(key)) return [`userName: “${userName}” looks like a name that is in use`]
  const before = seen.get(key)
  if (before !== undefined && before !== row) return [`userName: “${userName}” looks like the name in row ${before}`]
  seen.set(key, row)
  return []
}

const double = (field: string, value: string, { row, taken, seen }: Column) => {
  const key = value.toLowerCase()
  if (taken.has(key)) return [`${field}: “${value}” is already in use`]
  const before = seen.get(key)
  if (before !== undefined && before !== row) return [`${field}: “${value}” stands in row ${before} as well`]
  seen.set(key, row)
  return []
}
