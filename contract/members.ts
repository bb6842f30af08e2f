// Members of a tenant (R3.8-08, R7.7-10…14; domain-model 4). The same at two bases, each with rights of its own: the
// administration's, and the one of those who act on their tenants. A role is given by its id, or by the entry of a
// list.
import { z } from 'zod'
import { MissingSubjects } from './kernel/as-of.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { Nothing } from './kernel/fields.ts'
import { pageOf } from './kernel/page.ts'
import { NewMember, Revocation, SavedMember } from './member-forms.ts'
import { Queued } from './notifications.ts'
import { IdentityType, HierarchyType, Place, RoleEntry } from './role-entry.ts'
import { MemberQuery, IdentityQuery, OfTenant, OfMember } from './member-query.ts'

export const Member = z.object({
  /** Of the membership here; of the nearest membership above where it has none here. */
  id: z.uuid(),
  identityType: IdentityType,
  identityId: z.uuid(),
  email: z.string().nullable(),
  displayName: z.string(),
  userName: z.string().nullable(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  hierarchyType: HierarchyType,
  isInheritable: z.boolean(),
  /** The nearest membership above that gives something here. */
  inheritedFrom: Place.nullable(),
  /** Additive: when the membership `id`, or one of its roles, was changed last; null as of another day. */
  modifiedOn: z.iso.datetime().nullable(),
  /** Of a group that people keep: how many are in it. */
  memberCount: z.number().int().nullable(),
  /** Additive: a person of the area Customers, or with an address outside the company's domains. */
  external: z.boolean(),
  /** Additive: nobody signs in with this account now, by an administrator's word or after failed sign-ins. */
  locked: z.boolean(),
  /** By application, then by name; left out with `includeRoles=false`. */
  roles: z.array(RoleEntry).optional(),
  /** All tenants where the identity has a membership of its own. */
  tenants: z.array(z.object({ id: z.uuid(), title: z.string() })),
})

export type Member = z.infer<typeof Member>

/** One identity at a tenant. Without any membership that counts here, `id` is null and `roles` empty. */
export const IdentityAtTenant = Member.extend({
  id: z.uuid().nullable(),
  roles: z.array(RoleEntry),
  absent: MissingSubjects.optional(),
})

export type IdentityAtTenant = z.infer<typeof IdentityAtTenant>

/** One page; as of a time when the tenant did not exist an empty one that says so. */
const MemberPage = pageOf(Member).extend({ absent: MissingSubjects.optional() })

const admin = '/admin/tenants/:tenantId/members'

const profile = '/profile/:tenantId/members'

/** Who gives and takes at the global tenant (R6-07), and who hands on God. */
export const atGlobal = { access: anyOf('Administrator') } as const

export const ofGod = { access: anyOf('God') } as const

const readers = anyOf('Administrator')

// R6-10: a UserAdministrator gives roles, though none of the whole portal.
const writers = anyOf('Administrator', 'UserAdministrator')

// Whether they act on the tenant in question is seen by the use case.
const delegates = anyOf('Administrator', 'TenantAdministrator', 'SystemManager', 'IdentityConsultant')

const giving = anyOf('Administrator', 'TenantAdministrator', 'SystemManager')

export const members = endpoints({
  list: {
    method: 'GET',
    path: admin,
    access: readers,
    records: 'PermissionController_GetRoles',
    summary: 'Who has rows here; with `includeHierarchy=true` also whom the tenants above give access.',
    params: OfTenant,
    query: MemberQuery,
    output: MemberPage,
  },
  identity: {
    method: 'GET',
    path: `${admin}/identity`,
    access: writers,
    records: 'PermissionController_GetRoles',
    summary: 'One identity at the tenant; with `includeHierarchy=true` also the roles through groups.',
    params: OfTenant,
    query: IdentityQuery,
    output: IdentityAtTenant,
  },
  add: {
    method: 'POST',
    path: admin,
    access: writers,
    summary: 'A row for a user or a group; who has one gets the roles in addition.',
    params: OfTenant,
    input: NewMember,
    output: Member,
  },
  save: {
    method: 'PUT',
    path: `${admin}/:id`,
    access: writers,
    summary: 'The own roles as they shall be; what is inherited stays.',
    params: OfMember,
    input: SavedMember,
    output: Member,
  },
  revokeAccess: {
    method: 'POST',
    path: `${admin}/revokeAccess`,
    access: writers,
    summary: 'Takes the roles of applications away here, and with `includeParent` wherever they come down from.',
    params: OfTenant,
    input: Revocation,
    output: IdentityAtTenant,
  },
  remove: {
    method: 'DELETE',
    path: `${admin}/:id`,
    access: writers,
    summary: 'Takes the row of this tenant away; what is inherited stays.',
    params: OfMember,
    output: Nothing,
  },
  export: {
    method: 'GET',
    writes: true,
    path: `${admin}/export`,
    access: readers,
    summary: 'The members as a workbook, made in the background (ExportMembers).',
    params: OfTenant,
    query: MemberQuery,
    output: Queued,
  },

  profileList: {
    method: 'GET',
    path: profile,
    access: delegates,
    records: 'PermissionController_GetRoles',
    summary: 'The same for those who act on the tenant.',
    params: OfTenant,
    query: MemberQuery,
    output: MemberPage,
  },
  profileIdentity: {
    method: 'GET',
    path: `${profile}/identity`,
    access: delegates,
    records: 'PermissionController_GetRoles',
    summary: 'One identity at a tenant of the caller’s.',
    params: OfTenant,
    query: IdentityQuery,
    output: IdentityAtTenant,
  },
  profileAdd: {
    method: 'POST',
    path: profile,
    access: giving,
    summary: 'A row at a tenant of the caller’s.',
    params: OfTenant,
    input: NewMember,
    output: Member,
  },
  profileSave: {
    method: 'PUT',
    path: `${profile}/:id`,
    access: giving,
    summary: 'Its own roles as they shall be.',
    params: OfMember,
    input: SavedMember,
    output: Member,
  },
  profileRevokeAccess: {
    method: 'POST',
    path: `${profile}/revokeAccess`,
    access: giving,
    summary: 'Takes the roles of applications away at a tenant of the caller’s.',
    params: OfTenant,
    input: Revocation,
    output: IdentityAtTenant,
  },
  profileRemove: {
    method: 'DELETE',
    path: `${profile}/:id`,
    access: giving,
    summary: 'Takes the row of a tenant of the caller’s away.',
    params: OfMember,
    output: Nothing,
  },
})
