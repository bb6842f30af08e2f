// What other features may ask of requests for access.
export { cancelWaitingOf } from './operation-requests.store.ts'
