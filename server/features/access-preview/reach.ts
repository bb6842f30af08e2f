// Whom and what a change may touch: all that has to be measured before and after it, and no more.
import type { SingleChange } from '#contract/access-preview.ts'
import type { Tx } from '#server/kernel/context.ts'
import * as assignments from './assignments.store.ts'
import { reachOfMove, reachOfTenant } from './tenant-reach.ts'
import {
  reachOfIdentity,
  reachOfMember,
  reachOfGroup,
  reachOfMembership,
  reachOfAssignments,
  reachOfPerson,
  reachOfRoles,
} from './identity-reach.ts'
import { type Reach, joined } from './reach.rules.ts'

type Kind = SingleChange['kind']
type Changes = { [K in Kind]: Extract<SingleChange, { kind: K }> }

const reaches: { readonly [K in Kind]: (tx: Tx, change: Changes[K]) => Promise<Reach> } = {
  move: reachOfMove,
  deleteTenant: (tx, { tenantId }) => reachOfTenant(tx, tenantId),
  // From above it is taken where it was given, with all that is below there.
  revoke: (tx, { tenantId, revocation }) =>
    reachOfIdentity(tx, { tenantId, identityId: revocation.userId, everywhere: revocation.includeParent }),
  addMember: (tx, { tenantId, member }) =>
    reachOfIdentity(tx, { tenantId, identityId: member.identityId, more: member.roles }),
  saveMember: (tx, { tenantId, memberId, member }) => reachOfMember(tx, { tenantId, memberId, more: member.roles }),
  removeMember: (tx, { tenantId, memberId }) => reachOfMember(tx, { tenantId, memberId }),
  leaveTenants: (tx, { identityId }) => reachOfAssignments(tx, identityId),
  joinGroup: reachOfGroup,
  leaveGroup: reachOfGroup,
  deleteGroup: (tx, { groupId }) => reachOfAssignments(tx, groupId),
  deleteUser: (tx, { userId }) => reachOfPerson(tx, userId),
  deleteRole: (tx, { roleId }) => reachOfRoles(tx, [roleId]),
  deleteApplication: async (tx, { applicationId }) =>
    reachOfRoles(tx, await assignments.rolesOfApplication(tx, applicationId)),
}

const reachOfOne = <K extends Kind>(tx: Tx, change: Changes[K] & { kind: K }) => reaches[change.kind](tx, change)

export const reachOf = async (tx: Tx, changes: readonly SingleChange[]): Promise<Reach> => {
  const [first, ...others] = changes
  if (others.length === 0 && (first?.kind === 'joinGroup' || first?.kind === 'leaveGroup'))
    return reachOfMembership(tx, first)
  const all: Reach[] = []
  for (const change of changes) all.push(await reachOfOne(tx, change))
  return joined(all)
}
