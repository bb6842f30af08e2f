// What the pipeline asks of previews.
export { asReviewed } from './reviewed-write.ts'
export { refuseUnlessMayCall } from './dry-runs.ts'
// What reviews of requests ask: measured around a change, and named.
export { measureRolesAround } from './measure.ts'
export { previewOf } from './access-preview.ts'
