// What the clock and the queue do for the logs, and what the dashboard says of them.
export { mailBreak } from './break.mail.ts'
export { mailHead, tellHead } from './head.ts'
export { lastChanges } from './last-changes.ts'
export { verifyByNight } from './nightly.ts'
export { lastVerification } from './verification.store.ts'
