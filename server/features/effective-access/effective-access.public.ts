// What other features may use of effective-access.
export { listEffectiveRoles } from './effective-roles.store.ts'
export {
  wasAssigned,
  portalRolesAt,
  assignedAmong,
  needsSecondFactor,
  hasAccessTo,
  accessForToken,
  accessInOrder,
  TokenAccess,
} from './effective-access.store.ts'
export { flagColumns, flagTables, flagsOf } from './account-flags.store.ts'
export { worldThen } from './as-of.store.ts'
export { thingsThen } from './deleted-as-of.store.ts'
export { absentThen } from './absent-as-of.store.ts'
export { countedThen, groupsThen } from './accounts-as-of.store.ts'
export { rolesData } from './personal-data.store.ts'
