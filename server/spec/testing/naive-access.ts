// Effective permissions, written down once more from domain-model 4.1–4.3 without any thought of speed: what the SQL is
// compared with. Nothing here reads the database.
import { globalTenant } from '#contract/tenants.ts'

type Tenant = { readonly id: string; parentId: string | null; readonly requiresTwoFactor: boolean }
type User = { readonly id: string; draft: boolean; locked: boolean; readonly areaId: string }
type Group = {
  readonly id: string
  readonly rule: 'everyone' | 'area' | null
  readonly areaId: string
  readonly members: readonly string[]
}
type RoleAssignment = { readonly roleId: string; readonly over: boolean }
type Row = {
  readonly tenantId: string
  readonly identityId: string
  readonly identityType: 'User' | 'Group' | 'Unknown'
  readonly isInheritable: boolean
  readonly roles: readonly RoleAssignment[]
}
type Role = { readonly id: string; readonly applicationId: number; readonly enabled: boolean }
export type World = {
  readonly tenants: readonly Tenant[]
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly rows: readonly Row[]
  readonly roles: readonly Role[]
}

const union = (sets: Iterable<Iterable<string>>) => new Set([...sets].flatMap((set) => [...set]))

export class NaiveAccess {
  readonly tenants: ReadonlyMap<string, Tenant>
  readonly users: ReadonlyMap<string, User>
  readonly roles: ReadonlyMap<string, Role>
  readonly rows = new Map<string, Map<string, Row>>()
  readonly groupsByMember = new Map<string, string[]>()
  readonly groups: readonly Group[]

  constructor({ tenants, users, groups, rows, roles }: World) {
    this.tenants = new Map(tenants.map((tenant) => [tenant.id, tenant]))
    this.users = new Map(users.map((user) => [user.id, user]))
    this.roles = new Map(roles.map((role) => [role.id, role]))
    this.groups = groups
    for (const { id, members } of groups)
      for (const member of members) this.groupsByMember.set(member, [...(this.groupsByMember.get(member) ?? []), id])
    for (const row of rows) {
      const own = this.rows.get(row.identityId) ?? new Map<string, Row>()
      this.rows.set(row.identityId, own.set(row.tenantId, row))
    }
  }

  /** anc(t): parents up to the root, then GLOBAL; anc(GLOBAL) = ∅. */
  ancestors(tenantId: string): string[] {
    if (tenantId === globalTenant) return []
    const parentId = this.tenants.get(tenantId)?.parentId
    return parentId ? [parentId, ...this.ancestors(parentId)] : [globalTenant]
  }

  /** An Unknown row grants nothing (2.10). */
  row(tenantId: string, identityId: string): Row | undefined {
    const row = this.rows.get(identityId)?.get(tenantId)
    return row && row.identityType !== 'Unknown' ? row : undefined
  }

  /** Of a row: what is not over, of applications that are not disabled. */
  static rolesOf(row: Row | undefined) {
    return row?.roles.filter(({ over }) => !over).map(({ roleId }) => roleId) ?? []
  }

  own(identityId: string, tenantId: string): Set<string> {
    return new Set(NaiveAccess.rolesOf(this.row(tenantId, identityId)))
  }

  passing(identityId: string, tenantId: string): Row[] {
    return this.ancestors(tenantId).flatMap((above) => {
      const row = this.row(above, identityId)
      return row && (row.isInheritable || above === globalTenant) && NaiveAccess.rolesOf(row).length > 0 ? [row] : []
    })
  }

  inherited(identityId: string, tenantId: string): Set<string> {
    return union(this.passing(identityId, tenantId).map((row) => NaiveAccess.rolesOf(row)))
  }

  /** Those kept by hand, and those that take every user, or every user of an area, who is no draft. */
  groupsOf(userId: string): string[] {
    const user = this.users.get(userId)
    const byRule = this.groups.filter(
      ({ rule, areaId }) => user && !user.draft && (rule === 'everyone' || (rule === 'area' && areaId === user.areaId)),
    )
    return [...(this.groupsByMember.get(userId) ?? []), ...byRule.map(({ id }) => id)]
  }

  /** Eff(u, t). */
  effective(userId: string, tenantId: string): Set<string> {
    const user = this.users.get(userId)
    const known = tenantId === globalTenant || this.tenants.has(tenantId)
    if (!user || user.draft || user.locked || !known) return new Set()
    const assignedRoles = union(
      [userId, ...this.groupsOf(userId)].flatMap((identity) => [
        this.own(identity, tenantId),
        this.inherited(identity, tenantId),
      ]),
    )
    return new Set([...assignedRoles].filter((role) => this.roles.get(role)?.enabled))
  }

  anywhere(userId: string): Set<string> {
    return union([globalTenant, ...this.tenants.keys()].map((tenantId) => this.effective(userId, tenantId)))
  }

  needsSecondFactor(userId: string): boolean {
    const identities = [userId, ...this.groupsOf(userId)]
    return [...this.tenants.values()].some(
      ({ id, requiresTwoFactor }) =>
        requiresTwoFactor &&
        identities.some(
          (identity) =>
            this.row(id, identity) ||
            this.ancestors(id).some((above) => above !== globalTenant && this.row(above, identity)?.isInheritable),
        ),
    )
  }

  isBelow(tenantId: string, above: string): boolean {
    return tenantId === above || this.ancestors(tenantId).includes(above)
  }
}
