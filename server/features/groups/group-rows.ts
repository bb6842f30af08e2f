// Rows of an import: who is meant, with which permission, and what is wrong with it, as codes.
import type { Permission } from '#contract/group-members.ts'
import { permissions } from '#contract/group-members.ts'
import type { EarlierRows } from '#server/bulk-import/earlier-rows.ts'
import type { CheckedRow } from '#server/bulk-import/import-result.ts'
import type { TableColumn, TableRow } from '#server/bulk-import/table.ts'
import type { NamedUser } from './group-members.store.ts'
import type { Issue } from '#server/kernel/issue.ts'

/** Either names the user; where both stand they must be of the same one. */
export const importColumns: readonly TableColumn[] = [
  { name: 'userName', also: ['user'] },
  { name: 'email', also: ['mail'] },
  { name: 'permission', required: true, also: ['role'] },
]

export type ReadyMember = {
  readonly row: number
  readonly userId: string
  readonly userName: string
  readonly permission: Permission
  readonly before: Permission | null
}
export type CheckedMember = CheckedRow & { readonly member?: ReadyMember }

const permissionOf = (cell: string) => permissions.find((known) => known.toLowerCase() === cell.toLowerCase())

/** `seen`: who stood in which row before, in this batch or an earlier one. */
export const checkRow = (
  { row, values }: TableRow,
  { users, earlier }: { users: readonly NamedUser[]; earlier: EarlierRows<number> },
): CheckedMember => {
  const { userName = '', email = '', permission: cell = '' } = values
  const label = (userName || email).slice(0, 256)
  const who = userOf({ userName: userName.toLowerCase(), email: email.toLowerCase() }, users)
  const permission = permissionOf(cell)
  const wrongPermission: Issue[] = permission ? [] : [{ code: 'permission-not-valid' }]
  if ('code' in who) return faulty(row, label, [who, ...wrongPermission])
  const faults = [...doubled(label, earlier.get(who.id)), ...wrongPermission]
  if (!permission || faults.length > 0) return faulty(row, label, faults)
  earlier.set(who.id, row)
  return {
    row,
    ...warning(who.permission, permission),
    label,
    member: { row, userId: who.id, userName: who.userName, permission, before: who.permission },
  }
}

const faulty = (row: number, label: string, issues: readonly Issue[]): CheckedMember => ({
  row,
  state: 'error',
  label,
  issues,
})

const doubled = (label: string, before: number | undefined): Issue[] =>
  before === undefined ? [] : [{ code: 'same-as-row', data: { value: label, row: String(before) } }]

/** The user, or why there is none. */
const userOf = (named: { userName: string; email: string }, users: readonly NamedUser[]): NamedUser | Issue => {
  const meant = [named.userName && byName(users, named.userName), named.email && byMail(users, named.email)].filter(
    (user) => user !== '',
  )
  const [first, ...others] = meant.filter((user) => user !== undefined)
  if (meant.length === 0) return { code: 'user-name-or-email-missing' }
  if (!first || others.length + 1 < meant.length) return { code: 'user-unknown' }
  return others.every(({ id }) => id === first.id) ? first : { code: 'users-differ' }
}

const byName = (users: readonly NamedUser[], name: string) => users.find(({ userName }) => userName === name)
const byMail = (users: readonly NamedUser[], address: string) => users.find(({ email }) => email === address)

const warning = (before: Permission | null, after: Permission): Pick<CheckedRow, 'state' | 'issues'> => {
  if (before === null) return { state: 'ok', issues: [] }
  return {
    state: 'warning',
    issues: [{ code: before === after ? 'member-already' : 'member-becomes', data: { permission: after } }],
  }
}
