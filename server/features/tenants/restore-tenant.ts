// A tenant that was deleted comes back, where nothing stands in its way.
import type { UndoObstacle } from '#contract/access-history.ts'
import { areaExists } from '#server/features/areas/areas.public.ts'
import { mostLevels } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { lineOf, lockTree } from './tenant-tree.store.ts'
import type { TenantSnapshot } from './tenants.events.ts'
import { insertTenantBack, tenantById } from './tenants.store.ts'

/** Under the lock of the tree: what it sees stays so. */
export const whyNotBack = async (
  tx: Tx,
  { id, title, parentId, areaId, areaName }: TenantSnapshot,
): Promise<UndoObstacle[]> => {
  await lockTree(tx)
  const reasons: UndoObstacle[] = []
  if (await tenantById(tx, id)) reasons.push({ code: 'tenant-there', data: { name: title } })
  if (parentId && !(await tenantById(tx, parentId))) reasons.push({ code: 'parent-gone', data: {} })
  if (parentId && (await lineOf(tx, parentId)).length >= mostLevels) reasons.push({ code: 'too-deep', data: {} })
  if (areaId && !(await areaExists(tx, areaId))) reasons.push({ code: 'area-gone', data: { name: areaName ?? areaId } })
  return reasons
}

export const putBack = (tx: Tx, snapshot: TenantSnapshot, now: Date) => insertTenantBack(tx, snapshot, now)
