// What a call that is sent again does, by the names of the endpoints (T56): those that stand nowhere make something
// once.
import { dry } from '../races/pairs.ts'

/** Asking twice is asking once; everything else that is posted makes something that has a name. */
export const idempotent = new Set([
  ...dry,
  'hub.favorite',
  'hub.reorder',
  'groups.addMember',
  'request-review.preview',
  'members.add',
  'members.profileAdd',
  'members.revokeAccess',
  'members.profileRevokeAccess',
  'permissions.addGroupUser',
  'groups.join',
  'groups.joinSelf',
  'users.undraft',
  'users.invite',
  'users.changePassword',
  'notifications.stop',
  'applications.uploadIcon',
  'tenants.setSecondFactor',
  'consultants.invite',
  'disclaimers.acceptForApplication',
  'profile.uploadPicture',
  'sessions.endOthers',
])
/** With files, or with answers of their own: below, or in the specs of their features. */
export const elsewhere = new Set([
  'operation-requests.createPermissions',
  'operation-requests.approve',
  'operation-requests.reject',
  'operation-requests.cancel',
  'operation-requests.approveInBulk',
  'operation-requests.rejectInBulk',
  'access-history.undo',
  'access-history.undoRemoval',
  'access-history.profileUndo',
  'users.bulkInsert',
  'groups.bulkInsert',
  'permissions.insertUsers',
  'permissions.insertGroups',
  'request-review.undo',
  'request-imports.bulkInsert',
  'request-imports.fullBulkInsert',
  // Five of them a day are five: rights/exercise.spec.ts.
  'rights.exercise',
])
/**
 * Two of them may have the same name (A-97); each report is a file of its own, as each export is, and looks by itself;
 * what is sent again is the same message, which its receiver knows by its id.
 */
export const namesakes = new Set([
  'tenants.create',
  'dashboard.adminReport',
  'logs.verify',
  'webhooks.sendTest',
  'webhooks.sendAgain',
  'webhooks.sendFailedAgain',
  'deprovisioning.tellAgain',
])
/** What wants a code or a passkey that only its person holds: authenticators/*.spec.ts. */
export const held = /^(authenticators|step-up)\./
