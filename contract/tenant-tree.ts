// Tenants where they stand in the tree (R7.7-08, R7.7-09).
import { z } from 'zod'

export const HierarchyItem = z.object({ id: z.uuid(), title: z.string(), order: z.number().int() })
export type HierarchyItem = z.infer<typeof HierarchyItem>

/** A tenant where it stands in the tree. */
export const TenantBranch = z.object({
  id: z.uuid(),
  title: z.string(),
  parentId: z.uuid().nullable(),
  requiredTwoModeAuthentification: z.boolean(),
  /** Of the next level only. */
  childrenCount: z.number().int(),
})
export type TenantBranch = z.infer<typeof TenantBranch>

/** With everything below it, level by level in the order of the titles. */
export type TenantNode = TenantBranch & { children: TenantNode[] }
export const TenantNode: z.ZodType<TenantNode> = TenantBranch.extend({
  children: z.lazy(() => z.array(TenantNode)),
}).meta({ id: 'TenantNode' })
