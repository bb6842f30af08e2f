// The use cases of tenants, one endpoint each of `contract/tenants.ts`.
export { exportTenants as export } from './tenant-export.ts'
export { children, get, list, tree } from './tenant-reads.ts'
export { change, changeParent, changeParentInTree, create, remove, save, setSecondFactor } from './tenant-writes.ts'
