// A tenant that was deleted comes back, where nothing stands in its way.
import { mostLevels } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { lineOf, lockTree } from './tenant-tree.store.ts'
import { areaExists, insertTenantBack, type Kept, tenantById } from './tenants.store.ts'

/** As the trail has it. */
export type ToldTenant = Kept & { areaName: string | null; auto: boolean; requiredTwoModeAuthentification: boolean }

/** Under the lock of the tree: what it sees stays so. */
export const whyNotBack = async (tx: Tx, { id, title, parentId, areaId, areaName }: ToldTenant): Promise<string[]> => {
  await lockTree(tx)
  const reasons: string[] = []
  if (await tenantById(tx, id)) reasons.push(`tenant ${title} is there`)
  if (parentId && !(await tenantById(tx, parentId))) reasons.push('the tenant above it is gone')
  if (parentId && (await lineOf(tx, parentId)).length >= mostLevels) reasons.push('the tree would be too deep')
  if (areaId && !(await areaExists(tx, areaId))) reasons.push(`area ${areaName ?? areaId} is gone`)
  return reasons
}

export const putBack = (tx: Tx, told: ToldTenant, now: Date) => insertTenantBack(tx, told, now)
