// The roles of an application and their scopes (R3.8-04, R7.5-06, R7.5-07).
import { z } from 'zod'
import { ApplicationNumber, Scope } from './application-fields.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, Nothing, required } from './kernel/fields.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { issue } from './kernel/issue.ts'

export const ApplicationRole = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  applicationId: z.int32(),
  /** Given by inheritance only, never picked. */
  byHierarchy: z.boolean(),
  operationRequestVisibility: z.boolean(),
  serviceManagerVisibility: z.boolean(),
  /** One of the portal's own: it cannot be deleted. */
  system: z.boolean(),
  /** Members, users and groups, it would be taken from. */
  usedBy: z.int(),
  /** Its scopes do not move it. */
  modifiedOn: z.iso.datetime(),
})
export type ApplicationRole = z.infer<typeof ApplicationRole>

const description = z.string().trim().max(1000, issue('field-too-long')).nullable()
const changeable = {
  description: description.optional(),
  byHierarchy: z.boolean().optional(),
  operationRequestVisibility: z.boolean().optional(),
  serviceManagerVisibility: z.boolean().optional(),
}
const name = required(200)

const NewApplicationRole = z.object({ name, ...changeable })
/** The name may be sent along, as long as it is the one it has. */
export const ApplicationRoleChange = z.object({ name: name.optional(), ...changeable, modifiedOn: asRead })
export type ApplicationRoleChange = z.infer<typeof ApplicationRoleChange>

const RoleScope = z.object({ scope: z.string() })

const InApplication = z.object({ appId: ApplicationNumber })
const ByRole = InApplication.extend({ id: z.uuid() })
const InRole = InApplication.extend({ roleId: z.uuid() })

const access = anyOf('Administrator')
const roles = '/admin/app/:appId/roles'
const scopes = `${roles}/:roleId/scopes` as const

export const applicationRoles = endpoints({
  list: {
    method: 'GET',
    path: roles,
    access,
    summary: 'The roles of an application, by name.',
    params: InApplication,
    query: ListQuery,
    output: pageOf(ApplicationRole),
  },
  create: {
    method: 'POST',
    path: roles,
    access,
    summary: 'A new role; the portal’s own applications take none.',
    params: InApplication,
    input: NewApplicationRole,
    output: ApplicationRole,
  },
  get: { method: 'GET', path: `${roles}/:id`, access, summary: 'One role.', params: ByRole, output: ApplicationRole },
  save: {
    method: 'PUT',
    path: `${roles}/:id`,
    access,
    summary: 'The role as it shall be; its name stays.',
    params: ByRole,
    input: ApplicationRoleChange,
    output: ApplicationRole,
  },
  change: {
    method: 'PATCH',
    path: `${roles}/:id`,
    access,
    summary: 'Only what differs (JSON merge patch).',
    params: ByRole,
    input: ApplicationRoleChange,
    output: ApplicationRole,
  },
  remove: {
    method: 'DELETE',
    path: `${roles}/:id`,
    access,
    summary: 'Takes it from every member and every waiting request; `usedBy` says from how many.',
    params: ByRole,
    output: Nothing,
  },
  scopes: {
    method: 'GET',
    path: scopes,
    access,
    summary: 'The scopes that a role gives.',
    params: InRole,
    query: ListQuery,
    output: pageOf(RoleScope),
  },
  addScope: {
    method: 'POST',
    path: scopes,
    access,
    summary: 'One more.',
    params: InRole,
    input: z.object({ scope: Scope }),
    output: RoleScope,
  },
  removeScope: {
    method: 'DELETE',
    path: `${scopes}/:scope`,
    access,
    summary: 'One less.',
    params: InRole.extend({ scope: Scope }),
    output: Nothing,
  },
})
