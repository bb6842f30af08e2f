// Which cell of its row an issue is about.
import type { IssueCode } from '#contract/kernel/issue-texts.ts'
import type { Issue } from '#server/kernel/issue.ts'
import type { TableColumn, TableRow } from './table.ts'

const who = ['userName', 'email']

/** Of issues that name no field themselves. */
const columnsOfCodes: Partial<Record<IssueCode, readonly string[]>> = {
  'area-unknown': ['areaId'],
  'area-not-available': ['areaId'],
  'user-name-or-email-missing': who,
  'user-unknown': who,
  'users-differ': who,
  'same-as-row': who,
  'in-use-or-alike': who,
  'request-waiting': who,
  'group-unknown': ['group'],
  'group-of-everybody': ['group'],
  'tenant-unknown': ['tenant'],
  'tenant-ambiguous': ['tenant'],
  'no-such-application': ['application'],
  'role-not-available': ['role'],
  'role-not-permitted': ['role'],
  'same-role-as-row': ['role'],
  'permission-not-valid': ['permission'],
}

/** Of several the first that is filled; none where it is about the row as a whole. */
export const cellOf = (
  { field, code, data }: Issue,
  { columns, values }: { readonly columns: readonly TableColumn[]; readonly values: TableRow['values'] },
): string | undefined => {
  const named = field?.split('.')[0] ?? data?.['column']
  const known = (named ? [named] : (columnsOfCodes[code] ?? [])).filter((name) =>
    columns.some((column) => column.name === name),
  )
  return known.find((name) => values[name]) ?? known[0]
}
