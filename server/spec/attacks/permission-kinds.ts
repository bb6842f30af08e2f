// Who may do what, by kind: the rows of permission-table.ts are made of these.
import type { CallerName } from './cast.ts'

export type Row = { readonly may: readonly CallerName[]; readonly foreign?: readonly CallerName[] }

export const signedIn: CallerName[] = [
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
export const anyone: Row = { may: [...signedIn, 'anonymous'], foreign: [] }
/** Acts on what is the caller's own, whatever stands in the call. */
export const own: Row = { may: signedIn, foreign: [] }
/** What people do with their own account. */
export const ownAccount: Readonly<Record<string, Row>> = {
  'profile.read': own,
  'profile.companies': own,
  'profile.language': own,
  'profile.setLanguage': own,
  'profile.save': own,
  'profile.uploadPicture': own,
  'profile.removePicture': own,
  'personal-data.download': own,
  'personal-data.prepare': own,
  'step-up.ways': own,
  'step-up.confirm': own,
  'step-up.passkeyOptions': own,
  'step-up.confirmWithPasskey': own,
  'authenticators.passkeyOptions': own,
  'authenticators.addPasskey': own,
  'authenticators.renamePasskey': own,
  'authenticators.removePasskey': own,
  'authenticators.list': own,
  'authenticators.beginApp': own,
  'authenticators.confirmApp': own,
  'authenticators.removeApp': own,
  'authenticators.newRecoveryCodes': own,
  'sessions.list': own,
  'sessions.end': own,
  'sessions.endOthers': own,
}
export const administrators: Row = { may: ['Administrator'] }
export const userManagers: Row = { may: ['Administrator', 'UserAdministrator'] }
export const tenantManagers: Row = { may: ['Administrator', 'Manager'] }
/** Anyone who gives roles finds the tenant for it (docs/decisions/0012). */
export const tenantChoosers: Row = { may: ['Administrator', 'Manager', 'UserAdministrator'] }
/** Owners of a group act on it without any role; of somebody else's group these see, those change. */
export const groupReaders: Row = { may: signedIn, foreign: ['Administrator', 'UserAdministrator'] }
export const groupWriters: Row = { may: signedIn, foreign: ['Administrator'] }
/** An Administrator's own; nobody reads or renames somebody else's. */
export const ownKeys: Row = { may: ['Administrator'], foreign: [] }

/** On the tenants where they act; these callers act everywhere (delegated-administration.spec.ts tests the others). */
export const tenantReaders: Row = {
  may: ['Administrator', 'TenantAdministrator', 'IdentityConsultant', 'SystemManager'],
}
/** A SystemManager gives and takes the roles that are meant for that, and no others. */
export const tenantGivers: Row = {
  may: ['Administrator', 'TenantAdministrator', 'SystemManager'],
  foreign: ['Administrator', 'TenantAdministrator'],
}

/** On the tenants where they act; these callers act everywhere. */
export const requestAskers: Row = { may: ['Administrator', 'TenantAdministrator', 'IdentityConsultant'] }
/** Everybody their own; those of others are for anyone who decides. */
export const requestDeciders: Row = { may: signedIn, foreign: ['Administrator', 'TenantAdministrator'] }

/** Anyone who makes a change looks at it first; what they may not change, they may not look at. */
export const previewers: Row = {
  may: ['Administrator', 'UserAdministrator', 'Manager'],
  foreign: ['Administrator', 'Manager'],
}
