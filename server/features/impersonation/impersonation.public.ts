// What is done by the clock.
export { lookAfterImpersonations } from './impersonation.ts'
