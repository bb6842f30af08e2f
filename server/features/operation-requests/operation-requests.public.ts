// What other features may ask of requests for access.
export { cancelWaitingAt, cancelWaitingOf, dropRequestedRoles } from './operation-requests.store.ts'
