// What others do with the end of an account, and what is done of it in the background.
import type { Db } from '#server/kernel/context.ts'
import { deleteDeprovisioningsBefore } from './deprovisioning.store.ts'

export { endAccount, endAccountJob } from './end-account.ts'
export { endedAccountsData } from './personal-data.store.ts'
export { endEverywhere } from './end-everywhere.ts'

const keptFor = 365 * 86_400_000

/** By the clock. */
export const purgeDeprovisionings = (db: Db, now: Date) =>
  deleteDeprovisioningsBefore(db, new Date(now.getTime() - keptFor))
