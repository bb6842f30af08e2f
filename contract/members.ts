// Members of a tenant: the rows of their own (R3.8-08, R7.7-12, R7.7-14; domain-model 4.5). A role is given by its id, or
// by the entry that a list showed.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { Nothing } from './kernel/fields.ts'

export const IdentityType = z.enum(['Unknown', 'User', 'Group'])
export const HierarchyType = z.enum(['Own', 'ByHierarchy', 'Both'])

export const RoleEntry = z.object({ roleId: z.uuid(), roleName: z.string(), applicationId: z.number().int(), applicationName: z.string(), hierarchyType: HierarchyType })

export const Member = z.object({
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
  roles: z.array(RoleEntry),
})
export type Member = z.infer<typeof Member>

const role = z.union([z.uuid(), z.looseObject({ roleId: z.uuid() }).transform(({ roleId }) => roleId), z.looseObject({ id: z.uuid() }).transform(({ id }) => id)], { error: 'roles takes ids of roles, or role entries' })
const roles = z.array(role, { error: 'roles is required' }).max(500, 'roles must have at most 500 entries').transform((ids) => [...new Set(ids)])

/** `email` and `displayName` are for the eye; `identityId` says who. Not said means not inheritable. */
export const NewMember = z.object({
  identityType: z.enum(['User', 'Group'], { error: 'identityType is User or Group' }),
  identityId: z.uuid({ error: 'identityId is required' }),
  email: z.string().max(256).nullish(),
  displayName: z.string().max(400).nullish(),
  roles: roles.default([]),
  isInheritable: z.boolean().default(false),
})
export const SavedMember = z.object({ isInheritable: z.boolean({ error: 'isInheritable is required' }), roles })

const OfTenant = z.object({ tenantId: z.uuid() })
const OfMember = z.object({ tenantId: z.uuid(), id: z.uuid() })
const writers = anyOf('Administrator')

export const members = endpoints({
  add: { method: 'POST', path: '/admin/tenants/:tenantId/members', access: writers, summary: 'A row for a user or a group; who has one gets the roles in addition.', params: OfTenant, input: NewMember, output: Member },
  save: { method: 'PUT', path: '/admin/tenants/:tenantId/members/:id', access: writers, summary: 'The own roles as they shall be; what is inherited stays.', params: OfMember, input: SavedMember, output: Member },
  remove: { method: 'DELETE', path: '/admin/tenants/:tenantId/members/:id', access: writers, summary: 'Takes the row of this tenant away; what is inherited stays.', params: OfMember, output: Nothing },
})
