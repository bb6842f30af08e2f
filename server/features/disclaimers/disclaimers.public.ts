// What the copy of somebody's data takes of disclaimers.
export { disclaimersData } from './personal-data.store.ts'
