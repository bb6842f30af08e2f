// What those may do who act on tenants, of the table of who may do what (permission-table.ts).
import { own, requestAskers, type Row, signedIn, tenantGivers, tenantReaders } from './permission-kinds.ts'

export const delegatedPermissions: Readonly<Record<string, Row>> = {
  'members.profileList': tenantReaders,
  'members.profileIdentity': tenantReaders,
  'members.profileAdd': tenantGivers,
  // Nothing differs in this call: who may change nothing of it changes nothing.
  'members.profileSave': { may: tenantGivers.may },
  'members.profileRevokeAccess': tenantGivers,
  'members.profileRemove': tenantGivers,
  'consultants.tenants': { may: signedIn, foreign: tenantReaders.may },
  'consultants.assignedTo': own,
  'consultants.areas': requestAskers,
  'consultants.users': tenantReaders,
  'consultants.invite': tenantReaders,
  // The user of that request is no draft: there is none to be seen (draft-users.spec.ts).
  'draft-users.get': { may: requestAskers.may, foreign: [] },
  'draft-users.save': { may: requestAskers.may, foreign: [] },
}
