// What other features may use of the hub.
export { favouritesData } from './personal-data.store.ts'
