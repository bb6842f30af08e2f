// A tenant as lists and pages show it.
import { z } from 'zod'
import { HierarchyItem, TenantNode } from './tenant-tree.ts'

export const TenantItem = z.object({
  id: z.uuid(),
  title: z.string(),
  areaId: z.uuid().nullable(),
  areaName: z.string().nullable(),
  taxNumber: z.string().nullable(),
  viesNumber: z.string().nullable(),
  /** null for a root: its parent is the global tenant. */
  parentId: z.uuid().nullable(),
  groupAlias: z.string().nullable(),
  auto: z.boolean(),
  isUserCustomized: z.boolean(),
  requiredTwoModeAuthentification: z.boolean(),
  /** From the root to the tenant itself; with `includeHierarchy=true`. */
  hierarchyItems: z.array(HierarchyItem).optional(),
})

export type TenantItem = z.infer<typeof TenantItem>

export const Tenant = TenantItem.extend({
  children: z.array(TenantNode).optional(),
  childrenCount: z.number().int(),
  /** All levels below it. */
  descendantsCount: z.number().int(),
  /** Memberships of its own. */
  membersCount: z.number().int(),
  modifiedOn: z.iso.datetime(),
})

export type Tenant = z.infer<typeof Tenant>
