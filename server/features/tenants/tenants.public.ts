// Changes of the tree for those who try them before they are made.
export { changeParent, remove as removeTenant } from './tenant-writes.ts'
export { putBack as putTenantBack, type TenantSnapshot, whyNotBack as whyNoTenantBack } from './restore-tenant.ts'
