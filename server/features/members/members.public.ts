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
export { actsAt, delegatedAuthority, delegatedRolesAt, refuseUnknownIdentity, refuseUnlessDelegated } from './policy.ts'
export { knownTo } from './reach.store.ts'
export {
  type BulkMember,
  deleteMembers,
  type AddedMember,
  addMembers,
  membersAt,
  membersToLeave,
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
// The member itself, held until the transaction ends.
export { lockMember } from './members.store.ts'
// A member as it was, for an undo.
export { livingRoles, refuseUnlessMayRestore, restoreMember, type AuthorityAt } from './restore-member.ts'
// What went with a tenant, a group or a role, and comes back.
export {
  restoreAssignments,
  assignmentsOfRole,
  goneFor,
  roleEvents,
  membersWithRoles,
  restoreMembers,
  membersGone,
  membersOfTenant,
} from './restored-members.store.ts'
// What is recorded of them.
export { memberEvents, MemberSnapshot } from './members.events.ts'
