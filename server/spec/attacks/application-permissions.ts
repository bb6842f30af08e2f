// Who may do what with applications, their roles, and the access to them: a part of permission-table.ts.
import { administrators, signedIn, type Row } from './permission-kinds.ts'

export const applicationPermissions: Readonly<Record<string, Row>> = {
  'applications.list': administrators,
  'applications.create': administrators,
  'applications.get': administrators,
  'applications.save': administrators,
  'applications.change': administrators,
  // By an owner only.
  'applications.remove': { may: ['Administrator'], foreign: [] },
  // Owners act on their application without any role (applications/owners.spec.ts).
  'applications.owners': { may: signedIn, foreign: ['God'] },
  'applications.owned': { may: signedIn, foreign: ['God'] },
  'applications.icon': administrators,
  'applications.uploadIcon': administrators,
  'applications.removeIcon': administrators,
  'applications.disclaimer': administrators,
  'applications.saveDisclaimer': administrators,
  'applications.setStatus': administrators,
  'application-roles.list': administrators,
  'application-roles.create': administrators,
  'application-roles.get': administrators,
  'application-roles.save': administrators,
  'application-roles.change': administrators,
  'application-roles.remove': administrators,
  'application-roles.scopes': administrators,
  'application-roles.addScope': administrators,
  'application-roles.removeScope': administrators,
  // What is offered depends on the caller (application-access.spec.ts); the tenants' people come in by their own door.
  'application-access.approles': { may: ['God', 'Administrator', 'UserAdministrator', 'Manager'] },
  'application-access.profileApproles': {
    may: ['Administrator', 'UserAdministrator', 'TenantAdministrator', 'SystemManager', 'IdentityConsultant'],
  },
  'application-access.users': administrators,
  'application-access.usersWithRoles': administrators,
  'application-access.user': administrators,
  'application-access.permissions': administrators,
  'application-access.scopedPermissions': administrators,
  'application-access.addScopedPermission': administrators,
  'application-access.removeScopedPermission': administrators,
}
