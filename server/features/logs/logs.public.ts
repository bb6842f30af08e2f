// What the clock and the queue do for the logs.
export { mailHead, tellHead } from './head.ts'
