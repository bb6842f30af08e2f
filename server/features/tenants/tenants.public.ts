// Changes of the tree for those who try them before they are made.
export { changeParent, remove as removeTenant } from './tenant-writes.ts'
export { tenantEvents } from './tenants.events.ts'
export { putBack as putTenantBack, whyNotBack as whyNoTenantBack } from './restore-tenant.ts'
