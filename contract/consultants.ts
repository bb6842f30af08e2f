// Consultants, service managers and tenant administrators with their clients: the tenants on which they act, and the
// people there (R1-03, R2.6-11 … R2.6-22, R7.7-06, R7.7-07; ).
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { filterOf, flag, listQuery, pageOf } from './kernel/page.ts'
import { HierarchyType } from './role-entry.ts'
import { LockState } from './users.ts'

/** R6-05: the roles that somebody has at a tenant, there or from above. */
export const DelegatedRole = z.enum(['IdentityConsultant', 'SystemManager', 'TenantAdministrator'])
export type DelegatedRole = z.infer<typeof DelegatedRole>

export const AccessibleTenant = z.object({
  id: z.uuid(),
  title: z.string(),
  /** The tenants above, the root first, so that namesakes can be told apart. */
  path: z.array(z.string()),
  /** Those that the caller has here, there or from above; an Administrator needs none. */
  roles: z.array(DelegatedRole),
  /** May ask for access of people here. */
  canRequest: z.boolean(),
  /** May give roles here without a request. */
  canAssign: z.boolean(),
  /** What they ask for here they may approve in the same moment: gets the Approve/Not Approve switch. */
  canAutoApprove: z.boolean(),
})
export type AccessibleTenant = z.infer<typeof AccessibleTenant>

const AccessibleTenantQuery = listQuery({
  /** Only where the caller acts as this one; Administrators everywhere. */
  as: z.enum(['consultant', 'serviceManager', 'tenantAdministrator']).optional(),
})
export type AccessibleTenantQuery = z.output<typeof AccessibleTenantQuery>

/** One membership of the caller's own, with the roles that were given there. */
export const AssignedTenant = z.object({
  /** Of the membership. */
  id: z.uuid(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  path: z.array(z.string()),
  isInheritable: z.boolean(),
  roles: z.array(
    z.object({
      roleId: z.uuid(),
      roleName: z.string(),
      applicationId: z.number().int(),
      applicationName: z.string(),
      applicationTitle: z.string(),
      endsOn: z.iso.datetime().nullable(),
    }),
  ),
})
export type AssignedTenant = z.infer<typeof AssignedTenant>

/** R2.6-22, A-109: Internal by an address of the company's domains, External by any other. */
export const userTypes = { Internal: 1, External: 2 } as const
const UserType = z.union([z.literal(userTypes.Internal), z.literal(userTypes.External)])
/** R2.6-21, A-142: Waiting while a request for the person at the tenant waits. */
const AccessStatus = z.enum(['Waiting', 'Applied'])

export const TenantUser = z.object({
  /** Of the user. */
  id: z.uuid(),
  displayName: z.string(),
  userName: z.string(),
  email: z.string(),
  jobTitle: z.string().nullable(),
  teams: z.array(z.string()),
  language: z.string(),
  /** Of the user. */
  modifiedOn: z.iso.datetime(),
  locked: z.boolean(),
  lockState: LockState,
  draft: z.boolean(),
  userType: UserType,
  status: AccessStatus,
  /** The request that waits, and whether the caller may edit it: asked by them, or theirs to decide. */
  requestId: z.uuid().nullable(),
  canEditRequest: z.boolean(),
  /** The membership at the tenant, or the nearest one above; null for somebody who is only asked for. */
  memberId: z.uuid().nullable(),
  hierarchyType: HierarchyType.nullable(),
  /** R2.6-20: nobody invites a draft, somebody locked for good, or an Administrator whom they may not touch. */
  canInvite: z.boolean(),
})
export type TenantUser = z.infer<typeof TenantUser>

export const TenantUserQuery = listQuery({
  userType: filterOf(z.coerce.number().pipe(UserType)),
  status: filterOf(AccessStatus),
  /** R2.6-12, A-140: without those for whom a request waits here. */
  excludeWaiting: flag,
  /** Those as well who have something here from a tenant above. */
  includeHierarchy: flag,
  locked: flag,
  draft: flag,
})
export type TenantUserQuery = z.output<typeof TenantUserQuery>

/** An area into which the caller may put somebody. */
export const OpenArea = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Where jobTitle, manager and teams are kept. */
  isCustomers: z.boolean(),
  default: z.boolean(),
})
export type OpenArea = z.infer<typeof OpenArea>

// Whether they act on the tenant in question is seen by the use case.
const delegates = anyOf('Administrator', 'TenantAdministrator', 'SystemManager', 'IdentityConsultant')
const OfTenant = z.object({ tenantId: z.uuid() })

export const consultants = endpoints({
  tenants: {
    method: 'GET',
    path: '/profile/tenants',
    access: 'signed-in',
    summary: 'The tenants on which the caller acts, by title; Administrators all (A-101).',
    query: AccessibleTenantQuery,
    output: pageOf(AccessibleTenant),
  },
  assignedTo: {
    method: 'GET',
    path: '/profile/assignedTo',
    access: 'signed-in',
    summary: 'The tenants of which the caller is a member, with the roles given there (A-101).',
    query: listQuery({}),
    output: pageOf(AssignedTenant),
  },
  areas: {
    method: 'GET',
    path: '/profile/areas',
    access: anyOf('Administrator', 'TenantAdministrator', 'IdentityConsultant'),
    summary: 'The areas into which the caller may put a new user, by name.',
    output: z.object({ items: z.array(OpenArea), count: z.number().int() }),
  },
  users: {
    method: 'GET',
    path: '/profile/:tenantId/users',
    access: delegates,
    records: 'PermissionController_GetRoles',
    summary: 'The people of a tenant on which the caller acts, newest change first; new users who wait among them.',
    params: OfTenant,
    query: TenantUserQuery,
    output: pageOf(TenantUser),
  },
  invite: {
    method: 'POST',
    path: '/profile/:tenantId/users/:id/invite',
    access: delegates,
    summary: 'Mails one of them the invitation; links of earlier ones open nothing any more.',
    params: OfTenant.extend({ id: z.uuid() }),
    /** `code` of what failed, for the reader's language. */
    output: Outcome.extend({ code: z.string().optional() }),
  },
})
