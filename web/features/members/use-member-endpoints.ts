// The two bases of the members' endpoints: the administration's, and the one of those who act on their tenants
// (R7.7-10…14).
import { applicationAccess } from '#contract/application-access.ts'
import { members } from '#contract/members.ts'

export type Base = 'admin' | 'profile'

const bases = {
  admin: {
    identity: members.identity,
    add: members.add,
    save: members.save,
    revoke: members.revokeAccess,
    roles: applicationAccess.approles,
  },
  profile: {
    identity: members.profileIdentity,
    add: members.profileAdd,
    save: members.profileSave,
    revoke: members.profileRevokeAccess,
    roles: applicationAccess.profileApproles,
  },
} as const

export const endpointsOf = (base: Base) => bases[base]
