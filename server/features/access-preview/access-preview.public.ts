// What the pipeline asks of previews.
export { asReviewed } from './reviewed-write.ts'
export { refuseUnlessMayCall } from './dry-runs.ts'
