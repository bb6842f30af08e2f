// What the clock and the queue do for the logs, and what the dashboard says of them.
export { mailHead, tellHead } from './head.ts'
export { lastChanges } from './last-changes.ts'
export { lastVerification } from './verification.store.ts'
