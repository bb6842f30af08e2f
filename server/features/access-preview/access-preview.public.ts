// What the pipeline asks of previews.
export { asSeen } from './reviewed-write.ts'
export { refuseAtTheDoor } from './dry-runs.ts'
