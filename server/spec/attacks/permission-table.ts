// Who may do what (domain-model section 6), endpoint by endpoint. `may` passes the door; `foreign` reaches what belongs
// to somebody else there, and is everybody who may where it is not given. Whoever adds an endpoint adds a row.
import type { CallerName } from './whole-contract.ts'

export type Row = { readonly may: readonly CallerName[]; readonly foreign?: readonly CallerName[] }

const signedIn: CallerName[] = [
  'God',
  'Administrator',
  'UserAdministrator',
  'TenantAdministrator',
  'Manager',
  'User',
  'IdentityConsultant',
  'SystemManager',
  'nobody',
]
const anyone: Row = { may: [...signedIn, 'anonymous'], foreign: [] }
/** Acts on what is the caller's own, whatever stands in the call. */
const own: Row = { may: signedIn, foreign: [] }
const administrators: Row = { may: ['Administrator'] }
const userManagers: Row = { may: ['Administrator', 'UserAdministrator'] }
const tenantManagers: Row = { may: ['Administrator', 'Manager'] }
/** Whoever gives roles finds the tenant for it (docs/decisions/0012). */
const tenantChoosers: Row = { may: ['Administrator', 'Manager', 'UserAdministrator'] }
/** Owners of a group act on it without any role; of somebody else's group these see, those change. */
const groupReaders: Row = { may: signedIn, foreign: ['Administrator', 'UserAdministrator'] }
const groupWriters: Row = { may: signedIn, foreign: ['Administrator'] }
/** An Administrator's own; nobody reads or renames somebody else's. */
const ownKeys: Row = { may: ['Administrator'], foreign: [] }

/** On the tenants where they act; these callers act everywhere (delegated-administration.spec.ts tests the others). */
const tenantReaders: Row = { may: ['Administrator', 'TenantAdministrator', 'IdentityConsultant', 'SystemManager'] }
/** A SystemManager gives and takes the roles that are meant for that, and no others. */
const tenantGivers: Row = {
  may: ['Administrator', 'TenantAdministrator', 'SystemManager'],
  foreign: ['Administrator', 'TenantAdministrator'],
}

/** On the tenants where they act; these callers act everywhere. */
const requestAskers: Row = { may: ['Administrator', 'TenantAdministrator', 'IdentityConsultant'] }
/** Everybody their own; those of others are for whoever decides. */
const requestDeciders: Row = { may: signedIn, foreign: ['Administrator', 'TenantAdministrator'] }

export const permissionTable: Readonly<Record<string, Row>> = {
  'runtime.online': anyone,
  'runtime.ready': anyone,
  'runtime.config': anyone,
  'sign-in.pending': anyone,
  'sign-in.login': anyone,
  'sign-in.verifyCode': anyone,
  'sign-in.changePassword': anyone,
  'sign-in.resetPassword': anyone,
  'sign-in.validateToken': anyone,
  'sign-in.externalLogin': anyone,
  'sign-in.externalCallback': anyone,
  'sign-in.logout': anyone,
  'sign-in.lock': userManagers,
  'sign-in.unlock': userManagers,
  'sign-in.sendResetMail': { may: signedIn, foreign: ['Administrator', 'UserAdministrator'] },
  'hub.homeInfo': own,
  'hub.info': { may: signedIn, foreign: ['Administrator', 'UserAdministrator'] },
  'hub.status': anyone,
  'hub.icon': anyone,
  'hub.adminIcon': anyone,
  'hub.favorite': own,
  'hub.reorder': own,
  'profile.read': own,
  'profile.language': own,
  'profile.setLanguage': own,
  'profile.avatar': anyone,
  // Read by every form that has an area to choose.
  'areas.list': { may: ['God', 'Administrator', 'UserAdministrator', 'Manager'] },
  'areas.get': { may: ['God', 'Administrator', 'UserAdministrator', 'Manager'] },
  'areas.create': administrators,
  'areas.save': administrators,
  'areas.change': administrators,
  'areas.remove': administrators,
  'users.list': userManagers,
  'users.get': userManagers,
  'users.create': userManagers,
  'users.save': userManagers,
  'users.change': userManagers,
  'users.remove': userManagers,
  'users.undraft': userManagers,
  'users.invite': userManagers,
  'users.changePassword': userManagers,
  'users.export': userManagers,
  'users.template': userManagers,
  'users.bulkInsert': userManagers,
  'notifications.active': own,
  'notifications.markRead': own,
  'notifications.removeAll': own,
  'notifications.removeAllByName': own,
  'notifications.remove': own,
  'notifications.tasks': own,
  'notifications.stop': own,
  'notifications.stopByDelete': own,
  'notifications.downloadExcel': own,
  'groups.list': groupReaders,
  'groups.get': groupReaders,
  'groups.create': administrators,
  'groups.save': administrators,
  'groups.change': administrators,
  'groups.remove': administrators,
  'groups.members': groupReaders,
  'groups.addMember': groupWriters,
  'groups.removeMembers': groupWriters,
  'groups.removeMember': groupWriters,
  'groups.template': groupReaders,
  'groups.bulkInsert': groupWriters,
  'groups.roles': userManagers,
  'groups.tenants': userManagers,
  'groups.ofUser': userManagers,
  'groups.join': groupWriters,
  'groups.leave': groupWriters,
  'groups.ofSelf': groupReaders,
  'groups.joinSelf': groupWriters,
  'groups.leaveSelf': groupWriters,
  'tenants.list': tenantChoosers,
  'tenants.get': tenantManagers,
  'tenants.create': tenantManagers,
  'tenants.save': tenantManagers,
  'tenants.change': tenantManagers,
  'tenants.remove': tenantManagers,
  'tenants.tree': tenantManagers,
  'tenants.children': tenantChoosers,
  'tenants.changeParent': tenantManagers,
  'tenants.changeParentInTree': tenantManagers,
  'tenants.export': tenantManagers,
  'tenants.setSecondFactor': administrators,
  'effective-access.why': { may: ['Administrator', 'UserAdministrator', 'Manager'] },
  // A move is tried, which is a Manager's, and no UserAdministrator's; undone is what somebody was given, the other way
  // round.
  'access-preview.preview': {
    may: ['Administrator', 'UserAdministrator', 'Manager'],
    foreign: ['Administrator', 'Manager'],
  },
  'access-preview.previewFile': {
    may: ['Administrator', 'UserAdministrator', 'Manager'],
    foreign: ['Administrator', 'Manager'],
  },
  'access-history.changes': userManagers,
  'access-history.moves': tenantManagers,
  'access-history.undoRemoval': tenantManagers,
  'access-history.undo': {
    may: ['Administrator', 'UserAdministrator', 'Manager'],
    foreign: ['Administrator', 'UserAdministrator'],
  },
  'members.list': administrators,
  'members.identity': userManagers,
  'members.add': userManagers,
  'members.save': userManagers,
  'members.revokeAccess': userManagers,
  'members.remove': userManagers,
  'members.export': administrators,
  'members.profileList': tenantReaders,
  'members.profileIdentity': tenantReaders,
  'members.profileAdd': tenantGivers,
  // Nothing differs in this call: who may change nothing of it changes nothing.
  'members.profileSave': { may: tenantGivers.may },
  'members.profileRevokeAccess': tenantGivers,
  'members.profileRemove': tenantGivers,
  'permissions.users': { may: ['Administrator', 'Manager'] },
  'permissions.groups': { may: ['Administrator', 'Manager'] },
  'permissions.get': { may: ['Administrator', 'Manager'] },
  'permissions.remove': userManagers,
  'permissions.userTemplate': userManagers,
  'permissions.insertUsers': userManagers,
  'permissions.groupTemplate': userManagers,
  'permissions.insertGroups': userManagers,
  'permissions.group': { may: ['Administrator', 'Manager'] },
  'permissions.groupUsers': { may: signedIn, foreign: ['Administrator', 'UserAdministrator', 'Manager'] },
  'permissions.addGroupUser': groupWriters,
  'permissions.userRoles': userManagers,
  'effective-access.permissions': userManagers,
  'effective-access.check': { may: ['Administrator', 'Manager'] },
  'access-tokens.list': ownKeys,
  'access-tokens.all': { may: ['God'] },
  'access-tokens.get': ownKeys,
  'access-tokens.create': administrators,
  'access-tokens.rename': ownKeys,
  'access-tokens.change': ownKeys,
  'access-tokens.revoke': { may: ['God', 'Administrator'], foreign: ['God'] },
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
  'operation-requests.list': requestDeciders,
  'operation-requests.history': requestDeciders,
  'operation-requests.permissions': requestAskers,
  'operation-requests.create': requestAskers,
  'operation-requests.createUser': requestAskers,
  'operation-requests.createPermissions': requestAskers,
  'operation-requests.savePermissions': requestDeciders,
  'operation-requests.approve': requestDeciders,
  'operation-requests.reject': requestDeciders,
  'operation-requests.approveInBulk': requestDeciders,
  'operation-requests.rejectInBulk': requestDeciders,
  // Whoever asked, and nobody else.
  'operation-requests.cancel': own,
  'impersonation.enabled': { may: ['God'] },
  'impersonation.identifyAs': { may: ['God'] },
  // Where a browser goes by itself: what is refused there depends on its session (impersonation.spec.ts).
  'impersonation.begin': anyone,
  'impersonation.end': anyone,
}
