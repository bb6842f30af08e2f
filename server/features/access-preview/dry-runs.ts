// How each change is made: its endpoint, which says who may, and its use case. A preview goes the same way in.
import type { AccessChange, DelegatedChange, SingleChange } from '#contract/access-preview.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { applications } from '#contract/applications.ts'
import { groups } from '#contract/groups.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { members } from '#contract/members.ts'
import { permissions } from '#contract/permissions.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { removeApplication } from '#server/features/applications/applications.public.ts'
import { removeRole } from '#server/features/application-roles/application-roles.public.ts'
import {
  addMember as joinGroup,
  removeGroup,
  removeMember as leaveGroup,
} from '#server/features/groups/groups.public.ts'
import {
  addMember,
  profileAdd,
  profileRevokeAccess,
  profileSave,
  removeMember,
  revokeAccess,
  saveMember,
} from '#server/features/members/members.public.ts'
import { leaveTenants } from '#server/features/permissions/permissions.public.ts'
import { changeParent, removeTenant } from '#server/features/tenants/tenants.public.ts'
import { removeUser } from '#server/features/users/users.public.ts'
import { mayCall } from '#server/kernel/authorize.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

type DryRun<One> = { readonly endpoint: AnyEndpoint; run(ctx: Ctx, change: One): Promise<unknown> }

const none = { query: undefined, input: undefined } as const

const dryRuns: { readonly [Kind in SingleChange['kind']]: DryRun<Extract<SingleChange, { kind: Kind }>> } = {
  move: {
    endpoint: tenants.changeParent,
    run: (ctx, { tenantId, newParentId }) =>
      changeParent(ctx, { ...none, params: { tenantId }, input: { newParentId } }),
  },
  deleteTenant: {
    endpoint: tenants.remove,
    run: (ctx, { tenantId: id }) => removeTenant(ctx, { ...none, params: { id } }),
  },
  addMember: {
    endpoint: members.add,
    run: (ctx, { tenantId, member }) => addMember(ctx, { ...none, params: { tenantId }, input: member }),
  },
  saveMember: {
    endpoint: members.save,
    run: (ctx, { tenantId, memberId: id, member }) =>
      saveMember(ctx, { ...none, params: { tenantId, id }, input: member }),
  },
  removeMember: {
    endpoint: members.remove,
    run: (ctx, { tenantId, memberId: id }) => removeMember(ctx, { ...none, params: { tenantId, id } }),
  },
  revoke: {
    endpoint: members.revokeAccess,
    run: (ctx, { tenantId, revocation }) => revokeAccess(ctx, { ...none, params: { tenantId }, input: revocation }),
  },
  leaveTenants: {
    endpoint: permissions.remove,
    run: (ctx, { identityId, tenantIds }) => leaveTenants(ctx, { ...none, params: { identityId }, input: tenantIds }),
  },
  joinGroup: {
    endpoint: groups.addMember,
    run: (ctx, { groupId: id, userId }) =>
      joinGroup(ctx, { ...none, params: { id }, input: { userId, permission: 'Reader' } }),
  },
  leaveGroup: {
    endpoint: groups.removeMember,
    run: (ctx, { groupId: id, userId }) => leaveGroup(ctx, { ...none, params: { id, userId } }),
  },
  deleteGroup: {
    endpoint: groups.remove,
    run: (ctx, { groupId: id }) => removeGroup(ctx, { ...none, params: { id } }),
  },
  deleteUser: { endpoint: users.remove, run: (ctx, { userId: id }) => removeUser(ctx, { ...none, params: { id } }) },
  deleteRole: {
    endpoint: applicationRoles.remove,
    run: (ctx, { applicationId: appId, roleId: id }) => removeRole(ctx, { ...none, params: { appId, id } }),
  },
  deleteApplication: {
    endpoint: applications.remove,
    run: (ctx, { applicationId: id }) => removeApplication(ctx, { ...none, params: { id } }),
  },
}

const dryRunFor = ({ kind }: SingleChange): DryRun<SingleChange> => dryRuns[kind]

export const singlesOf = (change: AccessChange): readonly [SingleChange, ...SingleChange[]] =>
  change.kind === 'several' ? (change.changes as [SingleChange, ...SingleChange[]]) : [change]

export const refuseUnlessMayCall = ({ actor }: Ctx, { access }: AnyEndpoint) => {
  if (!mayCall(access, actor)) throw new Refusal('permission-missing', 403)
}

export const refuseUnlessMayAll = (ctx: Ctx, change: AccessChange) => {
  for (const one of singlesOf(change)) refuseUnlessMayCall(ctx, dryRunFor(one).endpoint)
}

/** In the transaction of the caller: each of several sees what those before it did. */
export const dryRunOf = async (ctx: Ctx, change: AccessChange): Promise<void> => {
  for (const one of singlesOf(change)) await dryRunFor(one).run(ctx, one)
}

/** With the rights of those who act on the tenant, which the use cases ask for themselves. */
export const delegatedRunOf = async (ctx: Ctx, change: DelegatedChange): Promise<unknown> => {
  const { tenantId } = change
  switch (change.kind) {
    case 'addMember':
      return profileAdd(ctx, { ...none, params: { tenantId }, input: change.member })
    case 'saveMember':
      return profileSave(ctx, { ...none, params: { tenantId, id: change.memberId }, input: change.member })
    case 'revoke':
      return profileRevokeAccess(ctx, { ...none, params: { tenantId }, input: change.revocation })
  }
}
