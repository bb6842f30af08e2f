// What a user may do: shown to people (R3.8-14, R7.5-16), and decided for programs.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { MissingSubjects, asOf } from './kernel/as-of.ts'
import { globalTenant } from './tenants.ts'
import { Why } from './why.ts'
import { issue } from './kernel/issue.ts'

const TenantReference = z.object({ id: z.uuid(), title: z.string() })

/**
 * R3.8-14. Everything effective, inherited and through groups; `roles` are names, `roleEntries` the same with
 * ids.
 */
export const ApplicationPermissions = z.object({
  applicationName: z.string(),
  roles: z.array(z.string()),
  applicationId: z.number().int(),
  displayName: z.string(),
  roleEntries: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** Given to the user's own person, at whatever tenant; otherwise through groups alone. */
      direct: z.boolean(),
      viaGroups: z.array(z.string()),
      /**
       * Where it holds: the tenant that was asked about, or of all of them one with a membership that gives it, an own
       * one first.
       */
      tenant: TenantReference,
    }),
  ),
})
export type ApplicationPermissions = z.infer<typeof ApplicationPermissions>

export const PermissionCheck = z.object({
  groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
  applicationPermissions: z.array(ApplicationPermissions),
  /** Whose they are. Somebody locked, or a draft, has none; as of a time it is said what they were then. */
  user: z.object({
    id: z.uuid(),
    userName: z.string(),
    displayName: z.string(),
    email: z.string(),
    locked: z.boolean(),
    draft: z.boolean(),
  }),
  /** Where they hold, if that was asked. */
  tenant: TenantReference.nullable(),
  absent: MissingSubjects.optional(),
})
export type PermissionCheck = z.infer<typeof PermissionCheck>

const guid = z.uuid({ error: issue('not-an-id') })
/** empty is the global tenant. */
const tenantId = guid.or(z.literal('').transform(() => globalTenant))

/** At least one of the three says what is asked for; several must hold of one and the same role. */
const Question = z
  .object({
    userId: guid,
    tenantId: tenantId.default(globalTenant),
    applicationId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    roleId: guid.optional(),
    scope: z.string().min(1).max(200).optional(),
  })
  .refine(
    ({ applicationId, roleId, scope }) => applicationId !== undefined || roleId !== undefined || scope !== undefined,
    { path: ['applicationId'], error: issue('question-missing') },
  )

export const effectiveAccess = endpoints({
  permissions: {
    method: 'GET',
    path: '/admin/users/check/permissions/:x',
    access: anyOf('Administrator', 'UserAdministrator'),
    records: 'PermissionController_GetRoles',
    summary:
      'What a user may do anywhere, or at one tenant, today or as of a day or a time: inherited and through groups as well. `x` is an id, a user name or an e-mail.',
    params: z.object({ x: z.string().trim().min(1).max(256) }),
    query: z.object({ tenantId: tenantId.optional(), asOf }),
    output: PermissionCheck,
  },
  check: {
    method: 'GET',
    path: '/admin/access/check',
    access: anyOf('Administrator', 'Manager'),
    summary:
      'Whether a user holds a role, any role of an application, or a scope of a role at a tenant. Nobody, and nothing, is allowed nothing.',
    query: Question,
    output: z.object({ allowed: z.boolean() }),
  },
  why: {
    method: 'GET',
    path: '/admin/access/why',
    access: anyOf('Administrator', 'UserAdministrator', 'Manager'),
    summary:
      'Why somebody has a role at a tenant, or why not: every way in which it comes, who gave it, and what removes it.',
    query: z.object({
      userId: z.uuid({ error: issue('missing') }),
      roleId: z.uuid({ error: issue('missing') }),
      tenantId: z.uuid().nullish().or(z.literal('')),
    }),
    output: Why,
  },
})
