// What is done by the clock.
export { watchRights } from './clock.ts'
