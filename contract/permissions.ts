// The permissions of users and groups over all tenants (R3.8-08, R7.5-15, R7.6-07…10; ).
import { z } from 'zod'
import { GroupMember, NewMember } from './group-members.ts'
import { Group } from './group-entry.ts'
import { BesideWorkbook, ImportResult } from './kernel/bulk-import.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { ById } from './kernel/fields.ts'
import { flag, ListQuery, pageOf } from './kernel/page.ts'
import { TenantsToLeave, IdentityListQuery, OfIdentity, OfGroup } from './permission-forms.ts'
import { TenantIdentity, UserRole } from './permission-entry.ts'

/** Whose permissions they are. */
export const Identity = z.object({
  id: z.uuid(),
  identityType: z.enum(['User', 'Group']),
  displayName: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  areaName: z.string(),
  locked: z.boolean(),
  draft: z.boolean(),
  /** Of a group: the system keeps its members. */
  automated: z.boolean(),
  /** Memberships of its own, the one at the global tenant among them. */
  tenantCount: z.number().int(),
  roleCount: z.number().int(),
  /** Has one there, which leaving all tenants leaves. */
  hasGlobal: z.boolean(),
  /** Of a group that people keep. */
  memberCount: z.number().int().nullable(),
  /** Of a user. */
  groupCount: z.number().int().nullable(),
})

export type Identity = z.infer<typeof Identity>

export const IdentityDetail = Identity.extend({
  description: z.string().nullable(),
  /** Holds a role of the whole portal in its own memberships: taken by an Administrator only, God by God. */
  portalRoles: z.array(z.string()),
})

export type IdentityDetail = z.infer<typeof IdentityDetail>

const IdentityPage = pageOf(TenantIdentity).extend({ identity: IdentityDetail })

export type IdentityPage = z.infer<typeof IdentityPage>

export const GroupIdentity = Group.extend({ tenantCount: z.number().int(), roleCount: z.number().int() })

export type GroupIdentity = z.infer<typeof GroupIdentity>

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const upload = { accept: ['.xlsx'], mostBytes: 30_000_000 } as const

const DryRun = z.object({ dryRun: flag })

// the screen admits both. Anyone who gives roles takes them (R6-10).
const readers = anyOf('Administrator', 'Manager')

const writers = anyOf('Administrator', 'UserAdministrator')

const base = '/admin/tenantIdentities'

export const permissions = endpoints({
  users: {
    method: 'GET',
    path: `${base}/users`,
    access: readers,
    records: 'PermissionController_GetRoles',
    summary: 'The users, by name, with how many tenants and roles they were given themselves.',
    query: IdentityListQuery,
    output: pageOf(Identity),
  },
  groups: {
    method: 'GET',
    path: `${base}/groups`,
    access: readers,
    records: 'PermissionController_GetRoles',
    summary: 'The groups, by name, with how many tenants and roles they have.',
    query: IdentityListQuery,
    output: pageOf(Identity),
  },
  userTemplate: {
    method: 'GET',
    path: '/admin/tenantidentities/template/users',
    access: writers,
    summary: 'What bulk_insert/users takes: the columns, and a sheet of notes.',
    output: raw(excel),
  },
  insertUsers: {
    method: 'POST',
    path: '/admin/tenantidentities/bulk_insert/users',
    access: writers,
    stepUp: true,
    summary:
      'Roles of users at tenants from an xlsx. `dryRun=true` checks every row and writes nothing; more than 500 rows go on in the background.',
    query: DryRun,
    upload,
    beside: BesideWorkbook,
    output: ImportResult,
  },
  groupTemplate: {
    method: 'GET',
    path: '/admin/tenantidentities/template/groups',
    access: writers,
    summary: 'What bulk_insert/groups takes: the columns, and a sheet of notes.',
    output: raw(excel),
  },
  insertGroups: {
    method: 'POST',
    path: '/admin/tenantidentities/bulk_insert/groups',
    access: writers,
    stepUp: true,
    summary: 'The same for groups.',
    query: DryRun,
    upload,
    beside: BesideWorkbook,
    output: ImportResult,
  },
  group: {
    method: 'GET',
    path: `${base}/groups/:id`,
    access: readers,
    records: 'PermissionController_GetRoles',
    summary: 'A group with how many members, tenants and roles it has.',
    params: ById,
    output: GroupIdentity,
  },
  groupUsers: {
    method: 'GET',
    path: `${base}/groups/:groupId/users`,
    access: 'signed-in',
    summary: 'Who is in the group; for its owners as well (A-99).',
    params: OfGroup,
    query: ListQuery,
    output: pageOf(GroupMember),
  },
  addGroupUser: {
    method: 'POST',
    path: `${base}/groups/:groupId/users`,
    access: 'signed-in',
    summary: 'Adds a user to the group, as groups/{id}/users does.',
    params: OfGroup,
    input: NewMember,
    output: GroupMember,
  },
  get: {
    method: 'GET',
    path: `${base}/:id`,
    access: readers,
    records: 'PermissionController_GetRoles',
    summary: 'The rows of a user or a group at all its tenants, by title, and who it is.',
    params: ById,
    query: ListQuery,
    output: IdentityPage,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/:identityId`,
    access: writers,
    summary:
      'Takes the own rows away at these tenants; without any named, at all current ones. The global tenant counts only where it is named.',
    params: OfIdentity,
    input: TenantsToLeave,
    output: z.object({ removed: z.number().int() }),
  },
  userRoles: {
    method: 'GET',
    path: '/admin/users/:id/roles',
    access: anyOf('Administrator', 'UserAdministrator'),
    records: 'PermissionController_GetRoles',
    summary: 'The roles that were given to a user, tenant by tenant.',
    params: ById,
    query: ListQuery,
    output: pageOf(UserRole),
  },
})
