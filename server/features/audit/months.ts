// Keeps the logs in months: made ahead of time, and the entries of before there were months moved to theirs, in small
// steps behind everybody who writes (docs/decisions/0043).
import type { Tx } from '#server/kernel/context.ts'
import * as store from './months.store.ts'

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export const logs: readonly store.LogTable[] = [
  { table: 'audit_event', date: 'at' },
  { table: 'external_api_access', date: 'date' },
]

/** Months without a table of their own are in the partition for all others. */
const ahead = 3
const idsAtOnce = 20_000
/** Of one run: the rest is for the next. */
const batchesAtOnce = 500

/** Answers whether all that there is lies in months. */
export const keepMonths = async (transaction: Transaction): Promise<boolean> => {
  let whole = true
  for (const log of logs) {
    await addMonths(transaction, log)
    whole = (await moveEarlier(transaction, log)) && whole
  }
  return whole
}

/** A month at a time: each holds the log for a moment. */
const addMonths = async (transaction: Transaction, log: store.LogTable) => {
  const missing = await transaction((tx) => store.missingMonths(tx, log, ahead))
  for (const month of missing)
    await transaction(async (tx) => {
      if (!(await store.takeMonthsLock(tx))) return
      await store.hurry(tx)
      await store.addMonth(tx, log, month)
    })
}

const moveEarlier = async (transaction: Transaction, log: store.LogTable): Promise<boolean> => {
  for (let batch = 0; batch < batchesAtOnce; batch++) {
    const step = await transaction((tx) => moveSome(tx, log))
    if (step === 'copied') return transaction((tx) => finish(tx, log))
    if (step !== 'on the way') return step === 'none'
  }
  return false
}

type Step = 'none' | 'somebody else' | 'on the way' | 'copied' | 'not settled'

const moveSome = async (tx: Tx, log: store.LogTable): Promise<Step> => {
  if (!(await store.takeMonthsLock(tx))) return 'somebody else'
  const above = await store.copiedUpTo(tx, log)
  if (above === undefined) return 'none'
  const upTo = Math.min(above + idsAtOnce, await store.settledEarlier(tx, log))
  if (upTo > above) {
    await store.copyEarlier(tx, log, { above, upTo })
    return 'on the way'
  }
  return (await store.hasManyAbove(tx, log, above)) ? 'not settled' : 'copied'
}

const finish = async (tx: Tx, log: store.LogTable): Promise<boolean> => {
  if (!(await store.takeMonthsLock(tx))) return false
  const above = await store.copiedUpTo(tx, log)
  if (above === undefined) return true
  await store.hurry(tx)
  await store.putMonthsInPlace(tx, log, above)
  return true
}
