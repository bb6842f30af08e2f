// What other features may use of areas.
export { areaExists, defaultAreaId } from './areas.store.ts'
export { refuseUnknownArea } from './known-area.ts'
