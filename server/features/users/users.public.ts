// What other features may use of users.
export { addUser, openAccount, remove as removeUser } from './user-writes.ts'
export { change as changeUser } from './user-changes.ts'
export { approveDrafts, draftsAmong, refuseUnprovenApprovals } from './draft-approval.ts'
export { inviteUser } from './user-actions.ts'
export { changeDraft } from './user-changes.ts'
export { userAdministrationEvents } from './users.events.ts'
// New users from a workbook, for whoever asks for their access.
export { rowsImported } from './sayings.ts'
export { type CheckedUser, unprovenRows, userChecker } from './user-import-check.ts'
export { draftOf } from './user-import-write.ts'
export { importColumns as userImportColumns } from './user-rows.ts'
