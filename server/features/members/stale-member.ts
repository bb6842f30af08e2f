// A member is replaced by who saw it as it stands.
import type { Tx } from '#server/kernel/context.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { modifiedOnOf } from './stale-member.store.ts'

const changes = ['added', 'changed'].map((verb) => `member.${verb}`)

/** Of a member that is held already. */
export const refuseStaleMember = async (tx: Tx, id: string, sent: string | undefined) => {
  const stored = await modifiedOnOf(tx, id)
  if (stored) await refuseStale(tx, { sent, stored, subject: id, changes })
}
