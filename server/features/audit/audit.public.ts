// What other features may use of the audit log.
export { refuseStale } from './stale.ts'
