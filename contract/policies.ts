// What roles of the portal decide besides the endpoints, each rule once: who sees or does it. Whether an endpoint may
// be called stands with the endpoint.
import { hasAnyRole, type RoleName } from './kernel/role-name.ts'

export const policies = {
  /** The gate of the administration (R2.4-21, A-61). */
  entersAdministration: ['Administrator', 'UserAdministrator', 'God'],
  /** God is given and taken by God only, and so is what everybody has (R6-12). */
  changesGod: ['God'],
  readsLogs: ['Administrator'],
  /** R2.4-24: goes on while the portal is in maintenance. */
  worksInMaintenance: ['Administrator'],
  /** R4.6-04: the portal's own application among one's applications. */
  seesIdentityManagement: ['Administrator', 'UserAdministrator'],
  /** R2.4-17: and in the drawer. */
  seesIdentityManagementInDrawer: ['Administrator'],
  /** Chooses the global tenant, and looks at what holds there. */
  seesGlobalTenant: ['Administrator'],
  /** R4.8-03, R4.8-04: takes what comes from a tenant above. */
  revokesInherited: ['Administrator'],
  /** R2.6-03 */
  worksForClients: ['IdentityConsultant'],
  /** R2.6-04, R6-16 */
  managesServices: ['SystemManager'],
  /** who decides requests for access finds them among the pages of the profile. */
  decidesRequests: ['TenantAdministrator', 'Administrator'],
  /** R6-11: the roles of the portal among the applications of a member. */
  seesPortalRoles: ['Administrator', 'God'],
} as const satisfies Record<string, readonly RoleName[]>

export type Policy = keyof typeof policies

export const isAllowed = (policy: Policy, roles: Iterable<string>) => hasAnyRole(roles, policies[policy])

/** The highest role of the portal, by its name and its application's. */
export const isGodRole = (role: { readonly applicationName: string; readonly roleName: string }) =>
  role.applicationName === 'identity.global' && role.roleName === ('God' satisfies RoleName)

/** whose roles have the word Administrator in them sees what groups give. */
export const seesWhatGroupsGive = (roles: readonly string[]) => roles.some((role) => role.includes('Administrator'))

/** R2.5-50, A-62: who may look at the page of the logs; who may read them stands with their endpoints. */
export const opensLogs = (roles: readonly string[]) => roles.some((role) => /Administrator|Manager/.test(role))
