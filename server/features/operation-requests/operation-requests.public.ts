// What other features may use of requests for access.
export { approvesOwn } from './policy.ts'
export { applied as applyRequest } from './decisions.ts'
export { requestEvents } from './operation-requests.events.ts'
export { addHistory, type LockedRequest, lockRequest } from './operation-requests.store.ts'
export { callerOf, decidesAt, viewerOf } from './policy.ts'
export { requestFor } from './request-items.store.ts'
export { reasonText } from './reasons.ts'
export { requestsData } from './personal-data.store.ts'
