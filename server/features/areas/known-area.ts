// An area that something is put into must be there.
import type { Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { areaExists } from './areas.store.ts'

/** It stays until the transaction ends. */
export const refuseUnknownArea = async (tx: Tx, areaId: string) => {
  if (!(await areaExists(tx, areaId))) throw new Refusal('area-not-found', 404, { field: 'areaId' })
}
