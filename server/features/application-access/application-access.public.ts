// What other features may use of the access to applications.
export { scopesData } from './personal-data.store.ts'
