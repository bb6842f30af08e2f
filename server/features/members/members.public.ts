// What other features may use of members.
export {
  guardedPlaces,
  type MissingRole,
  mayPlaceIn,
  missingRoles,
  openPlaces,
  refuseUnlessMayPlace,
  refuseUnlessMayTakeOver,
  refuseUnlessMayTouch,
  refuseUnprovenPlaces,
} from './protected-roles.ts'
export {
  type ProtectedRole,
  protectedRoles,
  protectedRolesOf,
  refuseIfLast,
  refuseUnlessLeft,
  removalEvent,
  removalEvents,
  removeIdentity,
} from './identities.store.ts'
export { actsAt, delegatedRight, delegatedRolesAt, refuseUnknownIdentity, refuseUnlessDelegated } from './policy.ts'
export { knownTo } from './reach.store.ts'
export {
  type BulkRow,
  deleteRows,
  type NewRow,
  putRows,
  rowsAt,
  rowsToLeave,
  memberSnapshot,
} from './bulk-members.store.ts'
// Changes of members for those who try them before they are made.
export {
  add as addMember,
  profileAdd,
  profileRevokeAccess,
  profileSave,
  remove as removeMember,
  revokeAccess,
  save as saveMember,
} from './members.ts'
// What comes by a request.
export { assignRequested, judgeRequested, rolesAt, refuseUnaskable, requestedIdentity } from './by-request.ts'
export { expireAssignments } from './expiry.ts'
// The row itself, held until the transaction ends.
export { rowOf } from './members.store.ts'
// A row as it was, for an undo.
export { livingRoles, refuseUnlessMayRestore, restoreRow, type RightAt } from './restore-member.ts'
// What went with a tenant, a group or a role, and comes back.
export {
  restoreAssignments,
  assignmentsOfRole,
  goneFor,
  roleEvents,
  rowsWithRoles,
  putRowsBack,
  rowsGone,
  rowsOfTenant,
} from './restored-members.store.ts'
// What is recorded of them.
export { memberEvents, MemberSnapshot } from './members.events.ts'
