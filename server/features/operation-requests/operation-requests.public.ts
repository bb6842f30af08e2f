// What other features may use of requests for access.
export { approvesOwn } from './policy.ts'
