// Checks rows of an import against the form, the other rows and the users there are.
import { brokenPasswordRules } from '#contract/kernel/password-policy.ts'
import type { NewUser } from '#contract/user-forms.ts'
import { type EarlierRows, earlierRows } from '#server/bulk-import/earlier-rows.ts'
import type { CheckedRow } from '#server/bulk-import/import-result.ts'
import type { TableRow } from '#server/bulk-import/table.ts'
import { areasByName, skeletonHash, takenLooks, takenNames } from '#server/features/accounts/accounts.public.ts'
import { guardedPlaces, openPlaces } from '#server/features/members/members.public.ts'
import { isCompanyAddress, isDenied } from '#server/features/sign-in/sign-in.public.ts'
import { isProven, refuseUnproven } from '#server/kernel/authorize.ts'
import type { ReadCtx, SecuritySettings } from '#server/kernel/context.ts'
import { withTurns } from '#server/kernel/with-turns.ts'
import { type Areas, readRow, type ReadRow } from './user-rows.ts'
import type { Issue } from '#server/kernel/issue.ts'

export type ReadyUser = { readonly row: number; readonly user: NewUser; readonly isCustomers: boolean }
export type CheckedUser = CheckedRow & { readonly ready?: ReadyUser }

/** Each stands there by its id and by its name. */
const idsOf = (areas: Areas) => [...new Set([...areas.values()].map(({ id }) => id))]

/** The areas into which the caller may put somebody (T28). */
export const openAreas = async (ctx: ReadCtx): Promise<Areas> => {
  const areas = await areasByName(ctx.db)
  const open = await openPlaces(ctx, ctx.db, idsOf(areas))
  return new Map([...areas].filter(([, { id }]) => open.has(id)))
}

/**
 * Putting somebody where all are Administrators wants a proof (docs/decisions/0044): looked at in all rows, so that no
 * batch is written before a later one is refused.
 */
export const unprovenRows = async (ctx: ReadCtx) => {
  if (isProven(ctx)) return undefined
  const areas = await openAreas(ctx)
  const places = await guardedPlaces(ctx.db, idsOf(areas))
  const guarded = new Set([...areas].flatMap(([name, { id }]) => (places.has(id) ? name : [])))
  const isUnproven = ({ values }: TableRow) => guarded.has((values['areaId'] ?? '').toLowerCase())
  if (guarded.size === 0) return undefined
  return (rows: readonly TableRow[]) => {
    if (rows.some(isUnproven)) refuseUnproven(ctx)
  }
}

/** Called with one batch after the other: it remembers what stood in the rows before. */
export const userChecker = () => {
  const earlierOnes: Names<EarlierRows<number>> = {
    userNames: earlierRows(),
    emails: earlierRows(),
    looks: earlierRows(),
  }
  return async (ctx: ReadCtx, rows: readonly TableRow[]): Promise<CheckedUser[]> => {
    for (const earlier of Object.values(earlierOnes)) earlier.begin(rows)
    const areas = await openAreas(ctx)
    const { companyDomains, passwordPolicy } = ctx.services.settings
    const isStaff = (email: string) => isCompanyAddress(email, companyDomains)
    const read: ReadRow[] = []
    await withTurns(rows, (row) => void read.push(readRow(row, { areas, isStaff })))
    const taken = await namesTaken(
      ctx,
      read.flatMap((row) => ('user' in row ? row.user : [])),
    )
    return read.map((row) =>
      checked(
        row,
        'user' in row ? [...weakness(row.user, passwordPolicy), ...doubles(row, { taken, earlierOnes })] : row.errors,
      ),
    )
  }
}

const namesTaken = async (ctx: ReadCtx, users: readonly NewUser[]): Promise<Names<ReadonlySet<string>>> => {
  const userNames = users.map(({ userName }) => userName)
  return {
    ...(await takenNames(ctx.db, { userNames, emails: users.map(({ email }) => email) })),
    looks: await takenLooks(ctx.db, userNames.map(skeletonHash)),
  }
}

const checked = (read: ReadRow, errors: readonly Issue[]): CheckedUser => {
  const shown = { row: read.row, label: read.label.slice(0, 256) }
  if (errors.length > 0 || !('user' in read)) return { ...shown, state: 'error', issues: errors }
  const { row, user, isCustomers, warnings } = read
  return {
    ...shown,
    state: warnings.length > 0 ? 'warning' : 'ok',
    issues: warnings,
    ready: { row, user, isCustomers },
  }
}

const weakness = ({ password }: NewUser, policy: SecuritySettings['passwordPolicy']): Issue[] =>
  password && (brokenPasswordRules(password, policy).length > 0 || isDenied(password, policy.denied))
    ? [{ field: 'password', code: 'password-rules' }]
    : []

type Names<Value> = { readonly userNames: Value; readonly emails: Value; readonly looks: Value }
type TakenNames = { taken: Names<ReadonlySet<string>>; earlierOnes: Names<EarlierRows<number>> }

const doubles = ({ row, user }: ReadyUser, { taken, earlierOnes }: TakenNames): Issue[] => {
  const same = double('userName', user.userName, { row, taken: taken.userNames, earlierOnes: earlierOnes.userNames })
  const emails = double('email', user.email, { row, taken: taken.emails, earlierOnes: earlierOnes.emails })
  return [
    ...same,
    ...(same.length > 0 ? [] : lookAlike(user.userName, { row, taken: taken.looks, earlierOnes: earlierOnes.looks })),
    ...emails,
  ]
}

type Column = { row: number; taken: ReadonlySet<string>; earlierOnes: EarlierRows<number> }

const lookAlike = (userName: string, { row, taken, earlierOnes }: Column): Issue[] => {
  const key = skeletonHash(userName)
  if (taken.has(key)) return [{ field: 'userName', code: 'looks-alike', data: { value: userName } }]
  const before = earlierOnes.get(key)
  if (before !== undefined && before !== row)
    return [{ field: 'userName', code: 'looks-like-row', data: { value: userName, row: String(before) } }]
  earlierOnes.set(key, row)
  return []
}

const double = (field: string, value: string, { row, taken, earlierOnes }: Column): Issue[] => {
  const key = value.toLowerCase()
  if (taken.has(key)) return [{ field, code: 'in-use', data: { value } }]
  const before = earlierOnes.get(key)
  if (before !== undefined && before !== row)
    return [{ field, code: 'same-as-row', data: { value, row: String(before) } }]
  earlierOnes.set(key, row)
  return []
}
