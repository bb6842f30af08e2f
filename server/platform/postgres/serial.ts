// Writes as if one came after the other: PostgreSQL's serializable isolation notices when two of them rest on what the
// other one changes, and refuses one, which runs again. Anyone who was refused too often waits until nobody else
// writes, and is next.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#server/kernel/context.ts'
import { isConflict, isOutOfLocks } from './database-errors.ts'
import { type Database, DatabaseUnavailable } from './database.ts'

/** LOCK TABLE takes no picture of the database: what is read after it is of the moment when the lock was had. */
const besideOthers = 'lock table write_turn in row share mode'
const alone = 'lock table write_turn in exclusive mode'

const triesBesideOthers = 3
/** Alone among these; what the provider writes for tokens may still have touched the same row. */
const triesAlone = 12

const pause = (attempt: number) => sleep(Math.random() * 10 * 2 ** attempt)

/** Locks by hand what it judges. Anyone who needs to be alone waits for it, and it for them. */
export const withRowLocks = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction(work, { retry: true, first: besideOthers })

/**
 * PostgreSQL keeps what each of these has read until all that ran beside it have ended, in a room for the whole cluster
 * (`max_pred_locks_per_transaction`). One that takes long, of anybody, fills it. Anyone who is alone needs none of it:
 * nobody else writes.
 */
export const inTurn = async <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let isFull = false
  for (let attempt = 0; attempt < triesBesideOthers + triesAlone; attempt += 1) {
    const first = attempt < triesBesideOthers && !isFull ? besideOthers : alone
    try {
      return await database.transaction(work, { isolation: isFull ? 'repeatable read' : 'serializable', first })
    } catch (error) {
      if (!isConflict(error) && !isOutOfLocks(error)) throw error
      isFull ||= isOutOfLocks(error)
      await pause(Math.min(attempt, triesBesideOthers))
    }
  }
  throw new DatabaseUnavailable('Too many others wrote the same at once.')
}
