// The use cases of groups, one endpoint each of `contract/groups.ts`.
export { bulkInsert, template } from './group-import.ts'
export { addMember, removeMember, removeMembers } from './group-members.ts'
export { get, list, members, roles, tenants } from './group-reads.ts'
export { change, create, remove, save } from './group-writes.ts'
export { join, joinSelf, leave, leaveSelf, ofSelf, ofUser } from './user-groups.ts'
