// Groups, their members, and the memberships of a user (R3.8-02, R3.8-03, R7.5-09…11, R7.5-14).
import { z } from 'zod'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { asRead, ById, Nothing, optional, required } from './kernel/fields.ts'
import { flag, ListQuery, listQuery, pageOf } from './kernel/page.ts'
import { BulkResult } from './users.ts'
import { issue } from './kernel/issue.ts'

export const Group = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  areaId: z.uuid(),
  areaName: z.string(),
  /** The system keeps its members: nobody adds, removes, renames or deletes. */
  automated: z.boolean(),
  createBy: z.string().nullable(),
  createOn: z.iso.datetime(),
  /** Of whoever asks: may add and delete members. */
  userIsOwner: z.boolean(),
  /** Null where the system keeps them. */
  memberCount: z.number().int().nullable(),
  /** Of what stands here; who joins or leaves does not move it. */
  modifiedOn: z.iso.datetime(),
})
export type Group = z.infer<typeof Group>

/** R3.6-02. Both give the same access; an Owner may in addition add and delete members. */
export const permissions = ['Reader', 'Owner'] as const
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

export const GroupMember = z.object({
  userId: z.uuid(),
  userName: z.string(),
  groupId: z.uuid(),
  groupName: z.string(),
  permission: Permission,
  displayName: z.string(),
  email: z.string(),
  areaName: z.string(),
  locked: z.boolean(),
  draft: z.boolean(),
})
export type GroupMember = z.infer<typeof GroupMember>

export const Membership = z.object({
  groupId: z.uuid(),
  groupName: z.string(),
  permission: Permission,
  automated: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

/** One role of the group at one tenant, as it was given there. */
export const GroupRole = z.object({
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationName: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  isInheritable: z.boolean(),
})
export type GroupRole = z.infer<typeof GroupRole>

/** A tenant where the group stands itself. */
export const GroupTenant = z.object({
  id: z.uuid(),
  title: z.string(),
  areaName: z.string().nullable(),
  /** Of its row there: what is changed and taken away (contract/members.ts). */
  memberId: z.uuid(),
  isInheritable: z.boolean(),
  roleCount: z.number().int(),
  roles: z.array(z.string()),
})
export type GroupTenant = z.infer<typeof GroupTenant>

const fields = {
  name: required(200),
  areaId: z.uuid({ error: issue('missing') }),
  description: optional(1000),
}
export const NewGroup = z.object(fields)
export const SavedGroup = NewGroup.extend({ modifiedOn: asRead })
export const GroupChange = z
  .object({
    ...fields,
    description: z.string().trim().max(1000, issue('field-too-long')).nullable(),
    modifiedOn: asRead,
  })
  .partial()

const permission = z.enum(permissions, { error: issue('missing') })
export const NewMember = z.object({ userId: z.uuid({ error: issue('missing') }), permission })
/** R5.3-01. Without a permission whoever joins is a Reader. */
export const NewMembership = z.object({
  groupId: z.uuid({ error: issue('group-missing') }),
  permission: permission.default('Reader'),
})

const ids = z
  .array(z.uuid(), { error: issue('missing') })
  .min(1, issue('missing'))
  .max(1000, issue('too-many-entries'))
/** which ones stands in the body, or in the address as `?ids=…&ids=…`. */
const Chosen = z.object({ ids }).optional()
const ChosenByAddress = z.object({ ids: z.union([z.uuid().transform((id) => [id]), ids]).optional() })

/** By the id of an area, or by its name. */
const GroupListQuery = listQuery({ area: z.string().max(200).optional() })
const OfGroup = z.object({ id: z.uuid(), userId: z.uuid() })
const OfUser = z.object({ id: z.uuid(), groupId: z.uuid() })

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const readers = anyOf('Administrator', 'UserAdministrator')
const writers = anyOf('Administrator')
// Owners need no role: the use cases see to it that others get nothing.
const owners = 'signed-in'

export const groups = endpoints({
  list: {
    method: 'GET',
    path: '/admin/groups',
    access: owners,
    summary: 'The groups, by name (R9-17); without an administrator’s role those that the caller owns.',
    query: GroupListQuery,
    output: pageOf(Group),
  },
  get: { method: 'GET', path: '/admin/groups/:id', access: owners, summary: 'One group.', params: ById, output: Group },
  create: {
    method: 'POST',
    path: '/admin/groups',
    access: writers,
    summary: 'A new group, whose members are added by hand.',
    input: NewGroup,
    output: Group,
  },
  save: {
    method: 'PUT',
    path: '/admin/groups/:id',
    access: writers,
    summary: 'The group as it shall be; an automated one keeps its name and area.',
    params: ById,
    input: SavedGroup,
    output: Group,
  },
  change: {
    method: 'PATCH',
    path: '/admin/groups/:id',
    access: writers,
    summary: 'Only what differs (JSON merge patch).',
    params: ById,
    input: GroupChange,
    output: Group,
  },
  remove: {
    method: 'DELETE',
    path: '/admin/groups/:id',
    access: writers,
    summary: 'Deletes the group with its memberships and the access that it gave.',
    params: ById,
    output: Nothing,
  },

  members: {
    method: 'GET',
    path: '/admin/groups/:id/users',
    access: owners,
    summary: 'Who is in the group, by user name.',
    params: ById,
    query: ListQuery,
    output: pageOf(GroupMember),
  },
  addMember: {
    method: 'POST',
    path: '/admin/groups/:id/users',
    access: owners,
    summary: 'Adds a user; who is in the group already gets the permission.',
    params: ById,
    input: NewMember,
    output: GroupMember,
  },
  removeMembers: {
    method: 'DELETE',
    path: '/admin/groups/:id/users',
    access: owners,
    summary: 'Takes the users with these ids out.',
    params: ById,
    query: ChosenByAddress,
    input: Chosen,
    output: Nothing,
  },
  removeMember: {
    method: 'DELETE',
    path: '/admin/groups/:id/users/:userId',
    access: owners,
    summary: 'Takes one user out.',
    params: OfGroup,
    output: Nothing,
  },

  template: {
    method: 'GET',
    path: '/admin/groups/template/:id',
    access: owners,
    summary: 'What bulk_insert takes: the columns, and a sheet of notes.',
    params: ById,
    output: raw(excel),
  },
  bulkInsert: {
    method: 'POST',
    path: '/admin/groups/bulk_insert/:id',
    access: owners,
    summary:
      'Members from an xlsx. `dryRun=true` checks every row and writes nothing; more than 500 rows go on in the background.',
    params: ById,
    query: z.object({ dryRun: flag }),
    upload: { accept: ['.xlsx'], mostBytes: 10_000_000 },
    output: BulkResult,
  },

  roles: {
    method: 'GET',
    path: '/admin/groups/:id/roles',
    access: readers,
    summary: 'The roles of the group, tenant by tenant.',
    params: ById,
    query: ListQuery,
    output: pageOf(GroupRole),
  },
  tenants: {
    method: 'GET',
    path: '/admin/groups/:id/tenants',
    access: readers,
    summary: 'The tenants where the group stands itself, by title.',
    params: ById,
    query: ListQuery,
    output: pageOf(GroupTenant),
  },

  ofUser: {
    method: 'GET',
    path: '/admin/users/:id/groups',
    access: readers,
    summary: 'The groups of a user, by name.',
    params: ById,
    query: ListQuery,
    output: pageOf(Membership),
  },
  join: {
    method: 'POST',
    path: '/admin/users/:id/groups',
    access: owners,
    summary: 'Adds the user to a group.',
    params: ById,
    input: NewMembership,
    output: Membership,
  },
  leave: {
    method: 'DELETE',
    path: '/admin/users/:id/groups/:groupId',
    access: owners,
    summary: 'Takes the user out of a group.',
    params: OfUser,
    output: Nothing,
  },
  ofSelf: {
    method: 'GET',
    path: '/profile/users/:id/groups',
    access: 'signed-in',
    summary: 'The groups of the caller; an administrator may ask for anybody’s.',
    params: ById,
    query: ListQuery,
    output: pageOf(Membership),
  },
  joinSelf: {
    method: 'POST',
    path: '/profile/users/:id/groups',
    access: owners,
    summary: 'Adds to a group that the caller owns.',
    params: ById,
    input: NewMembership,
    output: Membership,
  },
  leaveSelf: {
    method: 'DELETE',
    path: '/profile/users/:id/groups/:groupId',
    access: owners,
    summary: 'Takes out of a group that the caller owns.',
    params: OfUser,
    output: Nothing,
  },
})
