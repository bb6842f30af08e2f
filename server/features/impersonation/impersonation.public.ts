// What is done by the clock.
export { expireImpersonations } from './end-impersonation.ts'
export { impersonationsData } from './personal-data.store.ts'
