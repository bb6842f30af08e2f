// What other features may use of the history of access.
export { obstaclesOf } from './obstacles.ts'
export { undoAssignment } from './undo-assignment.ts'
