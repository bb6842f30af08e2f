// What other features may use of the audit log.
export { eventById, eventColumns, StoredEvent } from './audit.store.ts'
export { refuseMoved, refuseStale } from './stale.ts'
export { activityData, signInsData } from './personal-data.store.ts'
export { sealLog } from './sealing.ts'
export { type Break, type Verified, verifyLog } from './verify.ts'
export { countUnsealed, headBefore } from './seals.store.ts'
export { keepMonths } from './months.ts'
