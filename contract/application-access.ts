// Who uses an application: its users, their roles in it, and scopes of single users (R7.5-02…05, R7.5-08).
import { z } from 'zod'
import { ApplicationNumber, ByApplication, Scope } from './application-fields.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { Nothing } from './kernel/fields.ts'
import { ListQuery, listQuery, pageOf } from './kernel/page.ts'

/** Somebody who holds a role of the application, themselves or by a group, at any tenant. */
export const ApplicationUser = z.object({
  id: z.uuid(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  areaName: z.string(),
  /** While somebody is locked or a draft, their roles give nothing. */
  locked: z.boolean(),
  draft: z.boolean(),
})
export type ApplicationUser = z.infer<typeof ApplicationUser>

/**
 * `roleEntries` are the same roles, each with a tenant that gives it: one of the user's own memberships first, then
 * those of groups.
 */
export const ApplicationUserWithRoles = ApplicationUser.extend({
  roles: z.array(z.string()),
  roleEntries: z.array(
    z.object({ id: z.uuid(), name: z.string(), tenant: z.object({ id: z.uuid(), title: z.string() }) }),
  ),
})
export type ApplicationUserWithRoles = z.infer<typeof ApplicationUserWithRoles>

/** A role assignment by which somebody has a role: their own or one of a group. */
export const UserRoleAssignment = z.object({
  roleId: z.uuid(),
  roleName: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  isInheritable: z.boolean(),
  viaGroup: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type UserRoleAssignment = z.infer<typeof UserRoleAssignment>

export const ApplicationUserDetail = ApplicationUser.extend({ grants: z.array(UserRoleAssignment) })
export type ApplicationUserDetail = z.infer<typeof ApplicationUserDetail>

export const ApplicationPermission = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  scopes: z.array(z.string()),
  holders: z.int(),
})
export type ApplicationPermission = z.infer<typeof ApplicationPermission>

/** Adds a scope to one user's tokens of one application; it gives no access by itself (domain-model 2.8). */
export const ScopedPermission = z.object({
  id: z.uuid(),
  applicationId: z.int32(),
  userId: z.uuid(),
  scope: z.string(),
  createdBy: z.string().nullable(),
  createdOn: z.iso.datetime(),
})
export type ScopedPermission = z.infer<typeof ScopedPermission>

/** R3.5-03: what may be given, for the role picker. */
export const ApplicationWithRoles = z.object({
  id: z.int32(),
  name: z.string(),
  displayName: z.string(),
  roles: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      description: z.string().nullable(),
      /** Flagged so, or the identity asked about has it here from above already: not to be picked. */
      byHierarchy: z.boolean(),
      operationRequestVisibility: z.boolean(),
      serviceManagerVisibility: z.boolean(),
    }),
  ),
})
export type ApplicationWithRoles = z.infer<typeof ApplicationWithRoles>

const RoleChoice = listQuery({
  /** Only what may be asked for, or given by a service manager (R6-20). */
  visibility: z.enum(['OperationRequest', 'ServiceManager']).optional(),
  /** Whom, and where, the roles are for. */
  identityId: z.uuid().optional(),
  tenantId: z.uuid().optional(),
})
export type RoleChoice = z.output<typeof RoleChoice>

const OfUser = ByApplication.extend({ userId: z.uuid() })
const Triple = z.object({ applicationId: ApplicationNumber, userId: z.uuid() })

const access = anyOf('Administrator')
const application = '/admin/applications/:id'
const scoped = '/admin/scopedpermission/:applicationId/:userId'

export const applicationAccess = endpoints({
  approles: {
    method: 'GET',
    path: '/admin/applications/approles',
    access: anyOf('Administrator', 'UserAdministrator', 'Manager', 'God'),
    summary: 'The applications with their roles, as far as the caller may give them.',
    query: RoleChoice,
    output: pageOf(ApplicationWithRoles),
  },
  profileApproles: {
    method: 'GET',
    path: '/profile/applications/approles',
    access: anyOf('Administrator', 'UserAdministrator', 'TenantAdministrator', 'SystemManager', 'IdentityConsultant'),
    summary: 'The same for those who act on their tenants.',
    query: RoleChoice,
    output: pageOf(ApplicationWithRoles),
  },
  users: {
    method: 'GET',
    path: `${application}/users`,
    access,
    summary: 'Who holds a role of it, by user name.',
    params: ByApplication,
    query: ListQuery,
    output: pageOf(ApplicationUser),
  },
  usersWithRoles: {
    method: 'GET',
    records: 'GetUserWithRole',
    path: `${application}/usersWithRoles`,
    access,
    summary: 'The same, each with the names of the roles.',
    params: ByApplication,
    query: ListQuery,
    output: pageOf(ApplicationUserWithRoles),
  },
  user: {
    method: 'GET',
    path: `${application}/users/:userId`,
    access,
    summary: 'One user, and how each role came.',
    params: OfUser,
    output: ApplicationUserDetail,
  },
  permissions: {
    method: 'GET',
    path: `${application}/permissions`,
    access,
    summary: 'Its roles, each with its scopes and how many people hold it.',
    params: ByApplication,
    query: ListQuery,
    output: pageOf(ApplicationPermission),
  },
  scopedPermissions: {
    method: 'GET',
    path: scoped,
    access,
    summary: 'The scopes of one user in one application, by scope.',
    params: Triple,
    query: ListQuery,
    output: pageOf(ScopedPermission),
  },
  addScopedPermission: {
    method: 'POST',
    path: scoped,
    access,
    summary: 'One more.',
    params: Triple,
    input: z.object({ scope: Scope }),
    output: ScopedPermission,
  },
  removeScopedPermission: {
    method: 'DELETE',
    path: `${scoped}/:id`,
    access,
    summary: 'One less.',
    params: Triple.extend({ id: z.uuid() }),
    output: Nothing,
  },
})
