// Rows of an import of roles at tenants: who, where, which role, and what is wrong with it in words.
import { globalTenant } from '#contract/tenants.ts'
import type { EarlierRows } from '#server/bulk-import/earlier-rows.ts'
import type { CheckedRow } from '#server/bulk-import/import-result.ts'
import { isYes, type TableColumn, type TableRow } from '#server/bulk-import/table.ts'

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
export type Known = {
  readonly identities: ReadonlyMap<string, { readonly id: string; readonly label: string; readonly everyone: boolean }>
  /** A title that several tenants have means none of them. */
  readonly tenants: ReadonlyMap<string, readonly string[]>
  readonly applications: ReadonlyMap<string, ReadonlyMap<string, KnownRole>>
  /** What is there already, by tenant and identity. */
  readonly rows: ReadonlyMap<string, { readonly isInheritable: boolean; readonly roleIds: ReadonlySet<string> }>
}
export type KnownRole = {
  readonly id: string
  readonly name: string
  readonly byHierarchy: boolean
  readonly portalWide: boolean
}

export type Right = { readonly administrator: boolean; readonly god: boolean }
/** What stood in the rows before, in this batch or an earlier one. */
export type SeenRows = {
  readonly roles: EarlierRows<number>
  readonly places: EarlierRows<{ row: number; isInheritable: boolean }>
}

export type ReadyRole = {
  readonly identityId: string
  readonly tenantId: string
  readonly roleId: string
  readonly isInheritable: boolean
}
export type CheckedRole = CheckedRow & { readonly ready?: ReadyRole }

type Found<T> = { readonly found?: T; readonly fault?: string }

const cell = ({ values }: TableRow, name: string) => (values[name] ?? '').slice(0, 256)
const key = (text: string) => text.toLowerCase()
export const placeOf = ({ tenantId, identityId }: { tenantId: string; identityId: string }) =>
  `${tenantId} ${identityId}`

const unavailable = 'Role not found or not available for the selected application'
const mayNot = 'You dont have permission to perform this action'

const userIn = (row: TableRow, { identities }: Known): Found<{ id: string; everyone: boolean }> => {
  const named = [cell(row, 'userName'), cell(row, 'email')].filter(Boolean)
  const users = named.map((name) => identities.get(key(name)))
  const [first, ...others] = users
  if (named.length === 0) return { fault: 'userName or email is required' }
  if (!first || others.includes(undefined)) return { fault: 'User does not exist' }
  return others.every((user) => user?.id === first.id)
    ? { found: first }
    : { fault: 'userName and email belong to different users' }
}

const groupIn = (row: TableRow, { identities }: Known): Found<{ id: string; everyone: boolean }> => {
  const name = cell(row, 'group')
  const group = identities.get(key(name))
  if (!name) return { fault: 'group is required' }
  if (!group) return { fault: `There is no group “${name.slice(0, 60)}”` }
  return group.everyone ? { fault: 'No further tenant roles may be added to the group Users' } : { found: group }
}

const tenantIn = (row: TableRow, { tenants }: Known): Found<string> => {
  const named = cell(row, 'tenant')
  const [tenant, ...more] = tenants.get(key(named)) ?? []
  if (!named) return { fault: 'tenant is required' }
  if (!tenant) return { fault: `There is no tenant “${named.slice(0, 60)}”` }
  return more.length > 0
    ? { fault: `Several tenants are called “${named.slice(0, 60)}”: give the id` }
    : { found: tenant }
}

const roleIn = (row: TableRow, { applications }: Known): Found<KnownRole> => {
  const [application, role] = [cell(row, 'application'), cell(row, 'role')]
  const roles = applications.get(key(application))
  if (!application || !role) return { fault: application ? 'role is required' : 'application is required' }
  if (!roles) return { fault: 'Application not found' }
  const found = roles.get(key(role))
  return found ? { found } : { fault: unavailable }
}

const no = new Set(['', 'no', 'n', '0', 'false', 'non', 'nein', 'não', 'nao', 'faux', 'falso', 'falsch'])

const inheritableIn = (row: TableRow): Found<boolean> => {
  const said = key(cell(row, 'isInheritable'))
  return isYes(said) || no.has(said) ? { found: isYes(said) } : { fault: 'isInheritable: yes or no' }
}

/**
 * Invariants 4 and 5: roles of the whole portal are given at the global tenant only, by an Administrator, God by God.
 */
const faultOf = (role: KnownRole, { tenantId, right }: { tenantId: string; right: Right }) => {
  if (role.byHierarchy || (role.portalWide && tenantId !== globalTenant)) return unavailable
  if (tenantId === globalTenant && !right.administrator) return mayNot
  return role.portalWide && role.name === 'God' && !right.god ? mayNot : undefined
}

export type Checking = {
  readonly identityType: 'User' | 'Group'
  readonly known: Known
  readonly right: Right
  readonly seen: SeenRows
}

/** What is meant, or everything that is wrong with it. */
const readRow = (row: TableRow, { identityType, known }: Checking): (ReadyRole & { role: KnownRole }) | string => {
  const [who, where, role, passes] = [
    identityType === 'User' ? userIn(row, known) : groupIn(row, known),
    tenantIn(row, known),
    roleIn(row, known),
    inheritableIn(row),
  ]
  if (!who.found || !where.found || !role.found || passes.found === undefined)
    return [who, where, role, passes].flatMap(({ fault }) => fault ?? []).join('. ')
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
  if (typeof read === 'string') return { ...shown, state: 'error', reason: read }
  const { role, ...ready } = read
  const fault = faultOf(role, { tenantId: ready.tenantId, right: checking.right }) ?? doubled(ready, checking.seen)
  if (fault) return { ...shown, state: 'error', reason: fault }
  const warnings = warningsOf(ready, checking)
  remember(checking.seen, ready, row.row)
  return { ...shown, state: warnings.length > 0 ? 'warning' : 'ok', reason: warnings.join('. '), ready }
}

const remember = ({ roles, places }: SeenRows, ready: ReadyRole, row: number) => {
  roles.set(`${placeOf(ready)} ${ready.roleId}`, row)
  places.set(placeOf(ready), { row, isInheritable: ready.isInheritable })
}

const doubled = (ready: ReadyRole, { roles }: SeenRows) => {
  const before = roles.get(`${placeOf(ready)} ${ready.roleId}`)
  return before === undefined ? undefined : `The same stands in row ${before} as well`
}

const warningsOf = (ready: ReadyRole, { known, seen }: Checking) => {
  const [standing, before] = [known.rows.get(placeOf(ready)), seen.places.get(placeOf(ready))]
  if (before)
    return before.isInheritable === ready.isInheritable
      ? []
      : [`isInheritable is different in row ${before.row}: this row counts`]
  if (!standing) return []
  return [
    ...(standing.roleIds.has(ready.roleId) ? ['Has this role there already'] : []),
    ...(standing.isInheritable && !ready.isInheritable ? ['What it has there passes down no more'] : []),
    ...(!standing.isInheritable && ready.isInheritable ? ['All that it has there passes down from now on'] : []),
  ]
}
