// What other features may use of operation requests.
export { requestsData } from './personal-data.store.ts'
export { approvesOwn } from './policy.ts'
