// Effective access for everybody who decides by it.
export { type ApplicationRole, accessForToken, hasAccessTo, needsSecondFactor, rolesAnywhere, type TokenAccess, wasGiven } from './members.store.ts'
export { mayPlaceIn, refuseUnlessMayPlace, refuseUnlessMayTakeOver, refuseUnlessMayTouch } from './guard.ts'
export { guardedRolesOf, refuseIfLast, removeIdentity, type RemovedRow } from './identities.store.ts'
