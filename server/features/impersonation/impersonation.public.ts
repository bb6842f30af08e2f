// What is done by the clock.
export { expireImpersonations } from './impersonation.ts'
