// What other features may use of the history of access.
export { isUndoable, obstaclesOf } from './obstacles.ts'
export { undoAssignment } from './undo-assignment.ts'
export { isUndoableKind } from './recorded-changes.ts'
