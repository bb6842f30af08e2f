// Tenants: the tree of client organisations (R3.8-06, R7.7-01). Reading them; their tree and changes come next.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { flag, listQuery, pageOf } from './kernel/page.ts'

/** R3.8-07: stands above all roots, and in no list. */
export const globalTenant = '00000000-0000-0000-0000-000000000000'

export const TenantItem = z.object({
  id: z.uuid(),
  title: z.string(),
  areaId: z.uuid().nullable(),
  areaName: z.string().nullable(),
  taxNumber: z.string().nullable(),
  viesNumber: z.string().nullable(),
  parentId: z.uuid().nullable(),
  groupAlias: z.string().nullable(),
  auto: z.boolean(),
  isUserCustomized: z.boolean(),
  requiredTwoModeAuthentification: z.boolean(),
})
export type TenantItem = z.infer<typeof TenantItem>

const TenantListQuery = listQuery({ creation: z.enum(['Auto', 'Manual']).optional().catch(undefined), isUserCustomized: flag })

export const tenants = endpoints({
  list: { method: 'GET', path: '/admin/tenants', access: anyOf('Administrator', 'Manager'), records: 'TenantsController_GetEntities', summary: 'Tenants, by title (R9-18).', query: TenantListQuery, output: pageOf(TenantItem) },
})
