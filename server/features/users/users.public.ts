// What other features may use of users.
export { addUser } from './user-writes.ts'
export { remove as removeUser } from './user-writes.ts'
export { admitDraft, inviteUser } from './user-actions.ts'
export { changeDraft } from './user-writes.ts'
export { userAdministrationEvents } from './users.events.ts'
