// What a commit stands on: transactions of the database, the audit log, the queue, and what follows from which event.
import { eventWriter } from './features/audit/audit.store.ts'
import { features } from './features.ts'
import type { TransactionKind, UnitOfWork } from './kernel/commit.ts'
import type { Tx } from './kernel/context.ts'
import { constraintOf, type Database } from './platform/postgres/database.ts'
import { inTurn, withRowLocks } from './platform/postgres/serial.ts'

type Parts = {
  readonly database: Database
  readonly enqueue: UnitOfWork['enqueue']
  /** Every audit event is read back through its schema before it is stored. */
  readonly checkEvents: boolean
}

export const createUnitOfWork = ({ database, enqueue, checkEvents }: Parts): UnitOfWork => ({
  transaction: transactionsOf(database),
  constraintOf,
  storeEvents: eventWriter({ checked: checkEvents }),
  enqueue,
  reactions: features.flatMap((feature) => feature.reactions),
})

export const transactionsOf =
  (database: Database): UnitOfWork['transaction'] =>
  <T>(work: (tx: Tx) => Promise<T>, kind: TransactionKind) => {
    if (kind === 'serial') return inTurn(database, work)
    if (kind === 'row-locks') return withRowLocks(database, work)
    return database.transaction(work, { retry: true, isolation: 'repeatable read' })
  }
