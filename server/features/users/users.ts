// The use cases of users, one endpoint each of `contract/users.ts`.
export { changePassword, invite, resetAuthenticators, undraft } from './user-actions.ts'
export { bulkInsert, template } from './user-import.ts'
export { exportUsers as export } from './user-export.ts'
export { get, list } from './user-reads.ts'
export { change, save } from './user-changes.ts'
export { create, remove } from './user-writes.ts'
