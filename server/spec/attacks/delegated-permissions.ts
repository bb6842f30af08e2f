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
  'access-preview.profilePreview': tenantGivers,
  'access-history.profileChanges': { may: tenantGivers.may },
  'access-history.profileUndo': tenantGivers,
  'consultants.tenants': { may: signedIn, foreign: tenantReaders.may },
  'consultants.assignedTo': own,
  'consultants.areas': requestAskers,
  'consultants.users': tenantReaders,
  'consultants.invite': tenantReaders,
  'request-imports.template': requestAskers,
  'request-imports.bulkInsert': requestAskers,
  'request-imports.fullTemplate': requestAskers,
  'request-imports.fullBulkInsert': requestAskers,
  // Those of others are for anyone who decides.
  'draft-users.get': { may: requestAskers.may, foreign: ['Administrator', 'TenantAdministrator'] },
  'draft-users.save': { may: requestAskers.may, foreign: ['Administrator', 'TenantAdministrator'] },
}
