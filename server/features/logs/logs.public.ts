// What the clock and the queue do for the logs.
export { mailBreak } from './break.mail.ts'
export { mailHead, tellHead } from './head.ts'
export { verifyByNight } from './nightly.ts'
