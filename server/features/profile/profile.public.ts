// What other features may use of profiles.
export { pictureData } from './personal-data.store.ts'
