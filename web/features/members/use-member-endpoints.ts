// The two bases of the members' endpoints: the administration's, and the one of those who act on their tenants
// (R7.7-10…14).
import { applicationAccess } from '#contract/application-access.ts'
import type { Access } from '#contract/kernel/endpoint.ts'
import { members } from '#contract/members.ts'
import { useAccess } from '#web/lib/use-access.ts'

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

const admits = (access: Access, has: ReturnType<typeof useAccess>) => typeof access === 'string' || has(...access.anyOf)

/** Whether an endpoint is for anyone who is signed in. */
export const useAdmits = () => {
  const has = useAccess()
  return ({ access }: { readonly access: Access }) => admits(access, has)
}
