// Who saves says what they saw: an entity that moved since is not overwritten, and who moved it is told.
import type { Db } from '#server/kernel/context.ts'
import { lastToChange } from './last-change.store.ts'
import { Refusal } from '#server/kernel/refusal.ts'

type StaleCheck = {
  /** `modifiedOn` as the caller read it; nobody need send it. */
  readonly sent: string | undefined
  /** As it stands, read in the transaction of the change. */
  readonly stored: Date | string
  /** Of its audit events. */
  readonly subject: string
  /** The types of those that move `modifiedOn`. */
  readonly changes: readonly string[]
}

export const refuseStale = async (tx: Db, { sent, ...entity }: StaleCheck) => {
  if (sent === undefined || new Date(sent).getTime() === new Date(entity.stored).getTime()) return
  await refuseMoved(tx, entity)
}

/** Whatever the caller saw: it is no longer in a state in which this can be done. */
export const refuseMoved = async (tx: Db, { stored, subject, changes }: Omit<StaleCheck, 'sent'>): Promise<never> => {
  const on = new Date(stored)
  const by = await lastToChange(tx, { subject, changes })
  throw new Refusal('changed-meanwhile', 409, { changed: { by, on: on.toISOString() } })
}
