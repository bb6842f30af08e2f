// What is done by the clock, and what the copy of somebody's data takes of requests.
export { watchRights } from './clock.ts'
export { rightsData } from './personal-data.store.ts'
