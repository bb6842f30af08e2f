// What other features may use of the hub.
export { favouritesData, homePageData } from './personal-data.store.ts'
