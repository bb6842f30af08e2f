// What other features may use of applications.
export { remove as removeApplication } from './catalogue.ts'
export { applicationExists, lockApplication } from './catalogue.store.ts'
export { found } from './application-reads.ts'
export { applicationEvents } from './applications.events.ts'
export { ownedApplicationsData } from './personal-data.store.ts'
