// Leaving tenants for those who try it before it is done.
export { remove as leaveTenants } from './leave-tenants.ts'
// Users as the rows of an import name them.
export { usersNamed } from './permission-import.store.ts'
export { userIn } from './permission-rows.ts'
