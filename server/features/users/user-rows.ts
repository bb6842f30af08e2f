// One row of an import: read like a form, and what is wrong with it, as codes.
import { NewUser } from '#contract/user-forms.ts'
import { type TableColumn, type TableRow, isNo, isYes } from '#server/bulk-import/table.ts'
import { asCodes, type Issue, issuesOf } from '#server/kernel/issue.ts'

export const importColumns: readonly TableColumn[] = [
  { name: 'userName', required: true },
  { name: 'email', required: true },
  { name: 'firstName', required: true },
  { name: 'lastName', required: true },
  { name: 'sendEmailInvite' },
  { name: 'password', secret: true },
  { name: 'confirmPassword', secret: true },
  { name: 'areaId', required: true, also: ['area', 'areaName'] },
  { name: 'language', required: true },
  { name: 'validateScopes', also: ['restricted'] },
  { name: 'jobTitle' },
  { name: 'manager' },
  { name: 'teams' },
  { name: 'phoneNumber' },
]

/** Areas by their id and by their name in lower case. */
type Area = { readonly id: string; readonly isCustomers: boolean }
export type Areas = ReadonlyMap<string, Area>

export type ReadRow =
  | {
      readonly row: number
      readonly label: string
      readonly user: NewUser
      readonly isCustomers: boolean
      readonly warnings: readonly Issue[]
    }
  | { readonly row: number; readonly label: string; readonly errors: readonly Issue[] }

const teamsOf = (cell: string | undefined) =>
  (cell ?? '')
    .split(/[;,]/)
    .map((team) => team.trim())
    .filter(Boolean)

/** An id that no area has: the area is missed in words of its own. */
const noArea = '00000000-0000-4000-8000-000000000000'

const formOf = (values: TableRow['values'], areaId: string | undefined) => ({
  ...values,
  areaId: areaId ?? (values['areaId'] ? noArea : ''),
  sendEmailInvite: isYes(values['sendEmailInvite']),
  validateScopes: isYes(values['validateScopes']),
  teams: teamsOf(values['teams']),
  password: values['password'] || null,
  confirmPassword: values['confirmPassword'] || values['password'] || null,
})

const flags = ['sendEmailInvite', 'validateScopes'] as const

/** An empty cell is no; one that says neither is not guessed. */
const unclearFlags = (values: TableRow['values']): Issue[] =>
  flags.flatMap((column) =>
    !values[column] || isYes(values[column]) || isNo(values[column]) ? [] : { code: 'yes-or-no', data: { column } },
  )

const staffPassword: Issue = { code: 'staff-password' }

export const readRow = (
  { row, values }: TableRow,
  { areas, isStaff }: { areas: Areas; isStaff: (email: string) => boolean },
): ReadRow => {
  const label = values['userName'] || values['email'] || ''
  const { area, fault } = areaOf(values['areaId'] ?? '', areas)
  const read = NewUser.safeParse(formOf(values, area?.id), asCodes)
  const errors = [...issuesOf(read.error), ...fault, ...unclearFlags(values)]
  if (!read.success || errors.length > 0) return { row, label, errors }
  return {
    row,
    label,
    user: read.data,
    isCustomers: area?.isCustomers === true,
    warnings: warningsOf(read.data, isStaff),
  }
}

const areaOf = (named: string, areas: Areas): { area: Area | undefined; fault: Issue[] } => {
  const area = areas.get(named.toLowerCase())
  return { area, fault: named && !area ? [{ code: 'area-unknown', data: { name: named.slice(0, 60) } }] : [] }
}

const warningsOf = ({ password, email }: NewUser, isStaff: (email: string) => boolean): Issue[] =>
  password && isStaff(email) ? [staffPassword] : []
