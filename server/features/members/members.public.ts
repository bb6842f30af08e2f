// Effective access for everybody who decides by it.
export {
  type ApplicationRole,
  accessForToken,
  hasAccessTo,
  needsSecondFactor,
  rolesAnywhere,
  type TokenAccess,
  wasGiven,
} from './members.store.ts'
export {
  type MissingRole,
  mayPlaceIn,
  missingRoles,
  refuseUnlessMayPlace,
  refuseUnlessMayTakeOver,
  refuseUnlessMayTouch,
} from './guard.ts'
export {
  type GuardedRole,
  guardedRoles,
  guardedRolesOf,
  refuseIfLast,
  refuseUnlessLeft,
  removedFacts,
  removeIdentity,
  type RemovedRow,
} from './identities.store.ts'
export { listHeldRoles } from './held-roles.store.ts'
export { actsAt, refuseUnknownIdentity } from './rights.ts'
export {
  type BulkRow,
  deleteRows,
  type NewRow,
  type Place,
  putRows,
  rowsAt,
  rowsToLeave,
  toldRow,
} from './bulk-rows.store.ts'
// Changes of members for those who try them before they are made.
export { add as addMember, remove as removeMember, revokeAccess, save as saveMember } from './members.ts'
// What comes by a request.
export { giveRequested, heldRolesAt, refuseUnaskable, requestedIdentity } from './by-request.ts'
export { lookAfterEnds } from './ends.ts'
// How it stood at a moment, for those who decide by it.
export { rowsOfIdentitiesThen, worldThen } from './as-of.store.ts'
export { countedThen, identitiesThen, wasDraft, wasLocked } from './people-then.store.ts'
export { absentThen } from './absent.store.ts'
export { thingsThen } from './things-then.store.ts'
// A row as it was, for an undo.
export { livingRoles, refuseUnlessMayRestore, restoreRow } from './restore.ts'
// What went with a tenant, a group or a role, and comes back.
export {
  giveBack,
  givenOfRole,
  goneFor,
  roleFacts,
  rowsWithRoles,
  putRowsBack,
  rowsGone,
  rowsOfTenant,
} from './put-back.store.ts'
