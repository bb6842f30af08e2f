// One row of an import: read like a form, and what is wrong with it in words.
import { NewUser } from '#contract/user-forms.ts'
import { type TableColumn, type TableRow, isYes } from '#server/bulk-import/table.ts'

export const importColumns: readonly TableColumn[] = [
  { name: 'userName', required: true },
  { name: 'email', required: true },
  { name: 'firstName', required: true },
  { name: 'lastName', required: true },
  { name: 'sendEmailInvite' },
  { name: 'password' },
  { name: 'confirmPassword' },
  { name: 'areaId', required: true, also: ['area', 'areaName'] },
  { name: 'language', required: true },
  { name: 'validateScopes', also: ['restricted'] },
  { name: 'jobTitle' },
  { name: 'manager' },
  { name: 'teams' },
  { name: 'phoneNumber' },
]

/** Areas by their id and by their name in lower case. */
export type Areas = ReadonlyMap<string, { readonly id: string; readonly isCustomers: boolean }>

export type ReadRow =
  | {
      readonly row: number
      readonly label: string
      readonly user: NewUser
      readonly isCustomers: boolean
      readonly warnings: readonly string[]
    }
  | { readonly row: number; readonly label: string; readonly errors: readonly string[] }

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

const staffPassword = 'Company staff sign in with Office 365: the password will not be asked for'

export const readRow = (
  { row, values }: TableRow,
  { areas, isStaff }: { areas: Areas; isStaff: (email: string) => boolean },
): ReadRow => {
  const label = values['userName'] || values['email'] || ''
  const { area, fault } = areaOf(values['areaId'] ?? '', areas)
  const read = NewUser.safeParse(formOf(values, area?.id))
  const errors = [...issuesOf(read.error), ...fault]
  if (!read.success || errors.length > 0) return { row, label, errors }
  return {
    row,
    label,
    user: read.data,
    isCustomers: area?.isCustomers === true,
    warnings: warningsOf(read.data, isStaff),
  }
}

const areaOf = (named: string, areas: Areas) => {
  const area = areas.get(named.toLowerCase())
  return { area, fault: named && !area ? [`There is no area “${named.slice(0, 60)}”`] : [] }
}

const warningsOf = ({ password, email }: NewUser, isStaff: (email: string) => boolean) =>
  password && isStaff(email) ? [staffPassword] : []

const issuesOf = (error: { issues: readonly { message: string; path: readonly PropertyKey[] }[] } | undefined) =>
  (error?.issues ?? []).map(({ message, path }) => `${path.map(String).join('.')}: ${message}`)
