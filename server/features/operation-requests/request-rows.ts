// Rows of an import of requests: who, which roles, and what is wrong with it, as codes. One row is one request.
import type { EarlierRows } from '#server/bulk-import/earlier-rows.ts'
import type { CheckedRow } from '#server/bulk-import/import-result.ts'
import { isNo, isYes, type TableColumn, type TableRow } from '#server/bulk-import/table.ts'
import { userIn } from '#server/features/permissions/permissions.public.ts'
import type { Issue } from '#server/kernel/issue.ts'

export const wantedColumns: readonly TableColumn[] = [
  { name: 'roles', also: ['role', 'permissions'] },
  { name: 'isInheritable', also: ['inheritable', 'passesDown'] },
]

/** Either names the user; where both stand they must be of the same one. */
export const requestColumns: readonly TableColumn[] = [
  { name: 'userName', also: ['user'] },
  { name: 'email', also: ['mail'] },
  ...wantedColumns,
]

/** What may be asked for, by "application: role" in lower case, the application by its name, display name or id. */
export type RequestableRoles = ReadonlyMap<string, string>
export type StandingAccess = { readonly roles: readonly string[]; readonly isInheritable: boolean }
export type RequestLookup = {
  readonly identities: Parameters<typeof userIn>[1]['identities']
  readonly roles: RequestableRoles
  /** By identity: those for whom a request waits at the tenant, and what the others have there. */
  readonly waiting: ReadonlySet<string>
  readonly standing: ReadonlyMap<string, StandingAccess>
}

export type WantedRoles = { readonly roles: readonly string[]; readonly isInheritable: boolean | undefined }
type ReadyRequest = StandingAccess & { readonly identityId: string }
export type CheckedRequest = CheckedRow & { readonly ready?: ReadyRequest }

const cell = ({ values }: TableRow, name: string) => values[name] ?? ''
const mostRoles = 500

/** The same however the colon is spaced; names may have colons of their own. */
export const roleKey = (application: string, role: string) => keyOf(`${application}:${role}`)
const keyOf = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').replace(/ ?: ?/g, ':')

/** "Grants: Contributor; Signature: Signer", and whether it passes down; or everything that is wrong with it. */
export const wantedIn = (row: TableRow, roles: RequestableRoles): WantedRoles | Issue[] => {
  const named = [
    ...new Set(
      cell(row, 'roles')
        .split(/[;\n]/)
        .map((text) => text.trim()),
    ),
  ].filter(Boolean)
  const passes = cell(row, 'isInheritable')
  const issues: Issue[] = named.flatMap((text) =>
    roles.has(keyOf(text))
      ? []
      : [{ field: 'roles', code: 'requested-role-not-available', data: { value: text.slice(0, 120) } }],
  )
  if (named.length > mostRoles) issues.push({ field: 'roles', code: 'too-many-entries', data: { maximum: '500' } })
  if (passes && !isYes(passes) && !isNo(passes)) issues.push({ code: 'yes-or-no', data: { column: 'isInheritable' } })
  if (issues.length > 0) return issues.slice(0, 10)
  const ids = new Set(named.flatMap((text) => roles.get(keyOf(text)) ?? []))
  return { roles: [...ids], isInheritable: passes ? isYes(passes) : undefined }
}

type Checking = { readonly known: RequestLookup; readonly seen: EarlierRows<number> }

export const checkRow = (row: TableRow, { known, seen }: Checking): CheckedRequest => {
  const label = (cell(row, 'userName') || cell(row, 'email')).slice(0, 256)
  const [who, wanted] = [userIn(row, known), wantedIn(row, known.roles)]
  const issues = [...(who.fault ? [who.fault] : []), ...(Array.isArray(wanted) ? wanted : missingRoles(wanted))]
  if (!who.found || Array.isArray(wanted) || issues.length > 0) return { row: row.row, label, state: 'error', issues }
  const fault = faultOf(who.found.id, { row: row.row, label, known, seen })
  if (fault) return { row: row.row, label, state: 'error', issues: [fault] }
  seen.set(who.found.id, row.row)
  const standing = known.standing.get(who.found.id)
  const warnings = warningsOf(wanted, standing)
  const ready = { identityId: who.found.id, ...added(wanted, standing) }
  return { row: row.row, label, state: warnings.length > 0 ? 'warning' : 'ok', issues: warnings, ready }
}

const missingRoles = ({ roles }: WantedRoles): Issue[] =>
  roles.length === 0 ? [{ code: 'column-missing', data: { column: 'roles' } }] : []

type Row = Checking & { readonly row: number; readonly label: string }

/** At most one waits for a person at a tenant. */
const faultOf = (identityId: string, { label, known, seen }: Row): Issue | undefined => {
  if (known.waiting.has(identityId)) return { code: 'request-waiting' }
  const before = seen.get(identityId)
  return before === undefined ? undefined : { code: 'same-as-row', data: { value: label, row: String(before) } }
}

/** What somebody has there already stays; what the row names comes in addition. */
const added = ({ roles, isInheritable }: WantedRoles, standing: StandingAccess | undefined): StandingAccess => ({
  roles: [...new Set([...(standing?.roles ?? []), ...roles])],
  isInheritable: isInheritable ?? standing?.isInheritable ?? false,
})

const warningsOf = ({ roles, isInheritable }: WantedRoles, standing: StandingAccess | undefined): Issue[] => {
  if (!standing) return []
  const warnings: Issue[] = []
  if (roles.every((role) => standing.roles.includes(role))) warnings.push({ code: 'role-there-already' })
  if (standing.isInheritable && isInheritable === false) warnings.push({ code: 'passes-down-no-more' })
  if (!standing.isInheritable && isInheritable) warnings.push({ code: 'passes-down-from-now-on' })
  return warnings
}
