// The use cases of permissions over all tenants, one endpoint each of `contract/permissions.ts`.
export { groupTemplate, insertGroups, insertUsers, userTemplate } from './permission-import.ts'
export { addGroupUser, get, group, groups, groupUsers, userRoles, users } from './identity-reads.ts'
export { remove } from './leave-tenants.ts'
