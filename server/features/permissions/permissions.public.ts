// Leaving tenants for those who try it before it is done.
export { remove as leaveTenants } from './leave-tenants.ts'
