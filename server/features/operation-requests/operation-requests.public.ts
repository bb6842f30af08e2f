// What other features may ask of requests for access.
export { cancelWaitingOf, dropRequestedRoles } from './operation-requests.store.ts'
