// Tenants: the tree of client organisations (R3.8-06, R7.7-01…04, R7.7-08, R7.7-09; domain-model 2.9, 4.6).
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, ById, Nothing, optional, required } from './kernel/fields.ts'
import { flag, pageOf } from './kernel/page.ts'
import { Queued } from './notifications.ts'
import { TenantBranch, TenantNode } from './tenant-tree.ts'
import { issue } from './kernel/issue.ts'
import { TenantListQuery, TenantExportQuery, ChildrenQuery, OfTenant } from './tenant-query.ts'
import { TenantItem, Tenant } from './tenant-entry.ts'

/** R3.8-07: stands above all roots, and in no list. */
export const globalTenant = '00000000-0000-0000-0000-000000000000'

/** More levels than any organisation has; every answer may walk them. */
export const mostLevels = 100

/** null, nothing and the zero id all mean the global tenant. */
const parent = z
  .union([z.literal(''), z.uuid(), z.null()], { error: issue('parent-not-valid') })
  .transform((id) => (id === '' || id === globalTenant ? null : id))

const fields = {
  title: required(200),
  areaId: z.uuid({ error: issue('missing') }),
  taxNumber: optional(200),
  viesNumber: optional(200),
  groupAlias: optional(200),
}

const NewTenant = z.object({ ...fields, parentId: parent.optional() })

const SavedTenant = z.object({
  ...fields,
  /** Not said: it stays where it is. */
  parentId: parent.optional(),
  modifiedOn: asRead,
})

const text = z
  .string()
  .trim()
  .max(200, issue('field-too-long'))
  .nullable()
  .transform((value) => value || null)

const TenantChange = z
  .object({
    ...fields,
    taxNumber: text,
    viesNumber: text,
    groupAlias: text,
    parentId: parent,
    modifiedOn: asRead,
  })
  .partial()

/** Not said is a mistake, not a move to the top. */
const NewParent = z.object({ newParentId: parent })

const SecondFactor = z.object({ enable: z.boolean() })

const managers = anyOf('Administrator', 'Manager')

/** Anyone who gives roles chooses where (R6-10); nothing more of tenants is theirs. */
const choosers = anyOf('Administrator', 'Manager', 'UserAdministrator')

const records = 'TenantsController_GetEntities'

export const tenants = endpoints({
  list: {
    method: 'GET',
    path: '/admin/tenants',
    access: choosers,
    records,
    summary: 'Tenants, by title (R9-18).',
    query: TenantListQuery,
    output: pageOf(TenantItem),
  },
  export: {
    method: 'GET',
    writes: true,
    path: '/admin/tenants/export',
    access: managers,
    summary: 'All that the list shows with this query as a workbook, made in the background (ExportTenants).',
    query: TenantExportQuery,
    output: Queued,
  },
  get: {
    method: 'GET',
    path: '/admin/tenants/:id',
    access: managers,
    summary: 'One tenant; on demand with its path and all that is below it.',
    params: ById,
    query: z.object({ includeHierarchy: flag, includeHierarchyTree: flag }),
    output: Tenant,
  },
  create: {
    method: 'POST',
    path: '/admin/tenants',
    access: managers,
    summary: 'A new tenant, a root unless it has a parent.',
    input: NewTenant,
    output: Tenant,
  },
  save: {
    method: 'PUT',
    path: '/admin/tenants/:id',
    access: managers,
    summary: 'The tenant as it shall be; it moves only if a parent is said.',
    params: ById,
    input: SavedTenant,
    output: Tenant,
  },
  change: {
    method: 'PATCH',
    path: '/admin/tenants/:id',
    access: managers,
    summary: 'Only what differs (JSON merge patch).',
    params: ById,
    input: TenantChange,
    output: Tenant,
  },
  remove: {
    method: 'DELETE',
    path: '/admin/tenants/:id',
    access: managers,
    summary: 'Deletes the tenant with its memberships; refused while others are below it.',
    params: ById,
    output: Nothing,
  },
  tree: {
    method: 'GET',
    path: '/admin/tenants/:tenantId/hierarchy-tree',
    access: managers,
    records,
    summary: 'The tenant with all that is below it; the zero id has all tenants.',
    params: OfTenant,
    output: TenantNode,
  },
  children: {
    method: 'GET',
    path: '/admin/tenants/:tenantId/children',
    access: choosers,
    summary: 'The next level below a tenant, by title; below the zero id the roots.',
    params: OfTenant,
    query: ChildrenQuery,
    output: pageOf(TenantBranch),
  },
  changeParent: {
    method: 'PUT',
    path: '/admin/tenants/:tenantId/change-parent',
    access: managers,
    summary: 'Moves the tenant with all that is below it.',
    params: OfTenant,
    input: NewParent,
    output: Tenant,
  },
  changeParentInTree: {
    method: 'PUT',
    path: '/admin/tenants/:tenantId/hierarchy-tree/change-parent',
    access: managers,
    summary: 'Moves the tenant with all that is below it.',
    params: OfTenant,
    input: NewParent,
    output: Tenant,
  },
  setSecondFactor: {
    method: 'POST',
    path: '/admin/tenants/twoModeAuth/:id',
    access: anyOf('Administrator'),
    summary:
      'Whether local sign-ins of its members ask for a second factor: any of the person’s own, else a mailed code. ' +
      'Turning it off wants a proof (`step-up-needed`).',
    params: ById,
    input: SecondFactor,
    output: Outcome.extend({ tenant: TenantItem }),
  },
})
