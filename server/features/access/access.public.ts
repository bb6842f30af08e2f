// What the pipeline asks of previews.
export { asSeen } from './seen.ts'
