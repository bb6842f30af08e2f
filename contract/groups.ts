// Groups, their members, and the memberships of a user (R3.8-02, R3.8-03, R7.5-09…11, R7.5-14).
import { z } from 'zod'
import { GroupChange, NewGroup, SavedGroup } from './group-forms.ts'
import { Chosen, ChosenByAddress, GroupMember, Membership, NewMember, NewMembership } from './group-members.ts'
import { GroupRole, GroupTenant } from './group-roles.ts'
import { BesideWorkbook, ImportResult } from './kernel/bulk-import.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { ById, Nothing } from './kernel/fields.ts'
import { flag, ListQuery, listQuery, pageOf } from './kernel/page.ts'
import { Group } from './group-entry.ts'
import { OfGroup, OfUser } from './group-members.ts'

/** By the id of an area, or by its name. */
const GroupListQuery = listQuery({ area: z.string().max(200).optional() })

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
    stepUp: true,
    summary:
      'Members from an xlsx. `dryRun=true` checks every row and writes nothing; more than 500 rows go on in the background.',
    params: ById,
    query: z.object({ dryRun: flag }),
    upload: { accept: ['.xlsx'], mostBytes: 10_000_000 },
    beside: BesideWorkbook,
    output: ImportResult,
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
