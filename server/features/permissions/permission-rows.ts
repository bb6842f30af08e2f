// Rows of an import of roles at tenants: who, where, which role, and what is wrong with it, as codes.
import { globalTenant } from '#contract/tenants.ts'
import type { EarlierRows } from '#server/bulk-import/earlier-rows.ts'
import type { CheckedRow } from '#server/bulk-import/import-result.ts'
import { isNo, isYes, type TableColumn, type TableRow } from '#server/bulk-import/table.ts'
import type { Issue } from '#server/kernel/issue.ts'
import type { IssueCode } from '#contract/kernel/issue-texts.ts'

const what: readonly TableColumn[] = [
  { name: 'tenant', required: true, also: ['tenantTitle', 'tenantId', 'tenantName', 'entity'] },
  { name: 'application', required: true, also: ['applicationName', 'applicationId'] },
  { name: 'role', required: true, also: ['roleName'] },
  { name: 'isInheritable', also: ['inheritable', 'passesDown'] },
]

/** Either names the user; where both stand they must be of the same one. */
export const userColumns: readonly TableColumn[] = [
  { name: 'userName', also: ['user'] },
  { name: 'email', also: ['mail'] },
  ...what,
]
export const groupColumns: readonly TableColumn[] = [
  { name: 'group', required: true, also: ['groupName', 'name'] },
  ...what,
]

/** What the cells may mean, by what they say in lower case. */
export type PermissionLookup = {
  readonly identities: ReadonlyMap<string, { readonly id: string; readonly label: string; readonly everyone: boolean }>
  /** A title that several tenants have means none of them. */
  readonly tenants: ReadonlyMap<string, readonly string[]>
  readonly applications: ReadonlyMap<string, ReadonlyMap<string, KnownRole>>
  /** What is there already, by tenant and identity. */
  readonly rows: ReadonlyMap<string, { readonly isInheritable: boolean; readonly roleIds: ReadonlySet<string> }>
}
type KnownRole = {
  readonly id: string
  readonly name: string
  readonly byHierarchy: boolean
  readonly portalWide: boolean
}

export type Authority = { readonly administrator: boolean; readonly god: boolean }
/** What stood in the rows before, in this batch or an earlier one. */
export type EarlierPermissionRows = {
  readonly roles: EarlierRows<number>
  readonly places: EarlierRows<{ row: number; isInheritable: boolean }>
}

type ReadyRole = {
  readonly identityId: string
  readonly tenantId: string
  readonly roleId: string
  readonly isInheritable: boolean
}
export type CheckedRole = CheckedRow & { readonly ready?: ReadyRole }

type CellResult<T> = { readonly found?: T; readonly fault?: Issue }

const cell = ({ values }: TableRow, name: string) => (values[name] ?? '').slice(0, 256)
const key = (text: string) => text.toLowerCase()
export const placeOf = ({ tenantId, identityId }: { tenantId: string; identityId: string }) =>
  `${tenantId} ${identityId}`

const unavailable: Issue = { code: 'role-not-available' }
const mayNot: Issue = { code: 'role-not-permitted' }
const missing = (column: string): Issue => ({ code: 'column-missing', data: { column } })

/** Whom the cells userName and email name: either is enough. */
export const userIn = (
  row: TableRow,
  { identities }: Pick<PermissionLookup, 'identities'>,
): CellResult<{ id: string; everyone: boolean }> => {
  const named = [cell(row, 'userName'), cell(row, 'email')].filter(Boolean)
  const users = named.map((name) => identities.get(key(name)))
  const [first, ...others] = users
  if (named.length === 0) return { fault: { code: 'user-name-or-email-missing' } }
  if (!first || others.includes(undefined)) return { fault: { code: 'user-unknown' } }
  return others.every((user) => user?.id === first.id) ? { found: first } : { fault: { code: 'users-differ' } }
}

const groupIn = (row: TableRow, { identities }: PermissionLookup): CellResult<{ id: string; everyone: boolean }> => {
  const name = cell(row, 'group')
  const group = identities.get(key(name))
  if (!name) return { fault: missing('group') }
  if (!group) return { fault: { code: 'group-unknown', data: { name: name.slice(0, 60) } } }
  return group.everyone ? { fault: { code: 'group-of-everybody' } } : { found: group }
}

const tenantIn = (row: TableRow, { tenants }: PermissionLookup): CellResult<string> => {
  const named = cell(row, 'tenant')
  const data = { name: named.slice(0, 60) }
  const [tenant, ...more] = tenants.get(key(named)) ?? []
  if (!named) return { fault: missing('tenant') }
  if (!tenant) return { fault: { code: 'tenant-unknown', data } }
  return more.length > 0 ? { fault: { code: 'tenant-ambiguous', data } } : { found: tenant }
}

const roleIn = (row: TableRow, { applications }: PermissionLookup): CellResult<KnownRole> => {
  const [application, role] = [cell(row, 'application'), cell(row, 'role')]
  const roles = applications.get(key(application))
  if (!application || !role) return { fault: missing(application ? 'role' : 'application') }
  if (!roles) return { fault: { code: 'no-such-application' } }
  const found = roles.get(key(role))
  return found ? { found } : { fault: unavailable }
}

const inheritableIn = (row: TableRow): CellResult<boolean> => {
  const said = cell(row, 'isInheritable')
  return isYes(said) || isNo(said) || said === ''
    ? { found: isYes(said) }
    : { fault: { code: 'yes-or-no', data: { column: 'isInheritable' } } }
}

/**
 * Invariants 4 and 5: roles of the whole portal are given at the global tenant only, by an Administrator, God by God.
 */
const faultOf = (
  role: KnownRole,
  { tenantId, authority }: { tenantId: string; authority: Authority },
): Issue | undefined => {
  if (role.byHierarchy || (role.portalWide && tenantId !== globalTenant)) return unavailable
  if (tenantId === globalTenant && !authority.administrator) return mayNot
  return role.portalWide && role.name === 'God' && !authority.god ? mayNot : undefined
}

type Checking = {
  readonly identityType: 'User' | 'Group'
  readonly known: PermissionLookup
  readonly authority: Authority
  readonly earlierOnes: EarlierPermissionRows
}

/** What is meant, or everything that is wrong with it. */
const readRow = (row: TableRow, { identityType, known }: Checking): (ReadyRole & { role: KnownRole }) | Issue[] => {
  const [who, where, role, passes] = [
    identityType === 'User' ? userIn(row, known) : groupIn(row, known),
    tenantIn(row, known),
    roleIn(row, known),
    inheritableIn(row),
  ]
  if (!who.found || !where.found || !role.found || passes.found === undefined)
    return [who, where, role, passes].flatMap(({ fault }) => fault ?? [])
  return {
    identityId: who.found.id,
    tenantId: where.found,
    roleId: role.found.id,
    role: role.found,
    isInheritable: passes.found || where.found === globalTenant,
  }
}

const labelOf = (row: TableRow) =>
  [cell(row, 'userName') || cell(row, 'email') || cell(row, 'group'), cell(row, 'tenant'), cell(row, 'role')]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 256)

export const checkRow = (row: TableRow, checking: Checking): CheckedRole => {
  const shown = { row: row.row, label: labelOf(row) }
  const read = readRow(row, checking)
  if (Array.isArray(read)) return { ...shown, state: 'error', issues: read }
  const { role, ...ready } = read
  const fault =
    faultOf(role, { tenantId: ready.tenantId, authority: checking.authority }) ?? doubled(ready, checking.earlierOnes)
  if (fault) return { ...shown, state: 'error', issues: [fault] }
  const issues = warningsOf(ready, checking)
  remember(checking.earlierOnes, ready, row.row)
  return { ...shown, state: issues.length > 0 ? 'warning' : 'ok', issues, ready }
}

const remember = ({ roles, places }: EarlierPermissionRows, ready: ReadyRole, row: number) => {
  roles.set(`${placeOf(ready)} ${ready.roleId}`, row)
  places.set(placeOf(ready), { row, isInheritable: ready.isInheritable })
}

const doubled = (ready: ReadyRole, { roles }: EarlierPermissionRows): Issue | undefined => {
  const before = roles.get(`${placeOf(ready)} ${ready.roleId}`)
  return before === undefined ? undefined : { code: 'same-role-as-row', data: { row: String(before) } }
}

const warningsOf = (ready: ReadyRole, { known, earlierOnes }: Checking): Issue[] => {
  const [standing, before] = [known.rows.get(placeOf(ready)), earlierOnes.places.get(placeOf(ready))]
  if (before)
    return before.isInheritable === ready.isInheritable
      ? []
      : [{ code: 'inheritance-differs-from-row', data: { row: String(before.row) } }]
  if (!standing) return []
  const codes: IssueCode[] = []
  if (standing.roleIds.has(ready.roleId)) codes.push('role-there-already')
  if (standing.isInheritable && !ready.isInheritable) codes.push('passes-down-no-more')
  if (!standing.isInheritable && ready.isInheritable) codes.push('passes-down-from-now-on')
  return codes.map((code) => ({ code }))
}
