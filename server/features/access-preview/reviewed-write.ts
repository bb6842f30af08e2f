// What was seen is what is done: a write that names the stamp of its preview is measured as it is made, and taken back
// where something else has happened than was shown (docs/decisions/0027, docs/ux.md note 7).
import type { AccessChange } from '#contract/access-preview.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { applications } from '#contract/applications.ts'
import { groups } from '#contract/groups.ts'
import type { AnyEndpoint, InputOf, ParamsOf } from '#contract/kernel/endpoint.ts'
import { members } from '#contract/members.ts'
import { permissions } from '#contract/permissions.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { differences } from './difference.ts'
import { measureAround, stampOf } from './measure.ts'
import { previewOf } from './access-preview.ts'

type Call = { readonly params: unknown; readonly query: unknown; readonly input: unknown }
type ChangeOf = (call: Call) => AccessChange

/** The contract has parsed the call of each endpoint: `changeOf` gets what it promises. */
const by = <const E extends AnyEndpoint>(
  endpoint: E,
  changeOf: (call: { params: ParamsOf<E>; input: InputOf<E> }) => AccessChange,
): [AnyEndpoint, ChangeOf] => [endpoint, changeOf as unknown as ChangeOf]

type Adding = { params: { tenantId: string }; input: InputOf<typeof members.add> }
type Saving = { params: { tenantId: string; id: string }; input: InputOf<typeof members.save> }
type RemovalInput = { params: { tenantId: string; id: string } }
type RevocationInput = { params: { tenantId: string }; input: InputOf<typeof members.revokeAccess> }
type MoveInput = { params: { tenantId: string }; input: InputOf<typeof tenants.changeParent> }
type JoinInput = { params: { id: string }; input: { groupId: string } }
type LeaveInput = { params: { id: string; groupId: string } }

const move = ({ params, input }: MoveInput) => ({ kind: 'move', ...params, ...input }) as const
const addMember = ({ params, input: member }: Adding) => ({ kind: 'addMember', ...params, member }) as const
const saveMember = ({ params: { tenantId, id: memberId }, input: member }: Saving) =>
  ({ kind: 'saveMember', tenantId, memberId, member }) as const
const removeMember = ({ params: { tenantId, id: memberId } }: RemovalInput) =>
  ({ kind: 'removeMember', tenantId, memberId }) as const
const revoke = ({ params, input: revocation }: RevocationInput) => ({ kind: 'revoke', ...params, revocation }) as const
const join = ({ params: { id: userId }, input: { groupId } }: JoinInput) =>
  ({ kind: 'joinGroup', groupId, userId }) as const
const leave = ({ params: { id: userId, groupId } }: LeaveInput) => ({ kind: 'leaveGroup', groupId, userId }) as const

const changes = new Map<AnyEndpoint, ChangeOf>([
  by(tenants.changeParent, move),
  by(tenants.changeParentInTree, move),
  by(tenants.remove, ({ params: { id: tenantId } }) => ({ kind: 'deleteTenant', tenantId })),
  by(members.add, addMember),
  by(members.profileAdd, addMember),
  by(members.save, saveMember),
  by(members.profileSave, saveMember),
  by(members.remove, removeMember),
  by(members.profileRemove, removeMember),
  by(members.revokeAccess, revoke),
  by(members.profileRevokeAccess, revoke),
  by(permissions.remove, ({ params, input = [] }) => ({ kind: 'leaveTenants', ...params, tenantIds: input })),
  by(groups.addMember, ({ params: { id: groupId }, input: { userId } }) => ({ kind: 'joinGroup', groupId, userId })),
  by(permissions.addGroupUser, ({ params: { groupId }, input: { userId } }) => ({
    kind: 'joinGroup',
    groupId,
    userId,
  })),
  by(groups.join, join),
  by(groups.joinSelf, join),
  by(groups.removeMember, ({ params: { id: groupId, userId } }) => ({ kind: 'leaveGroup', groupId, userId })),
  by(groups.leave, leave),
  by(groups.leaveSelf, leave),
  by(groups.remove, ({ params: { id: groupId } }) => ({ kind: 'deleteGroup', groupId })),
  by(users.remove, ({ params: { id: userId } }) => ({ kind: 'deleteUser', userId })),
  by(applicationRoles.remove, ({ params: { appId, id } }) => ({
    kind: 'deleteRole',
    applicationId: appId,
    roleId: id,
  })),
  by(applications.remove, ({ params: { id } }) => ({ kind: 'deleteApplication', applicationId: id })),
])

type ReviewedWrite = {
  readonly endpoint: AnyEndpoint
  readonly call: Call
  readonly stamp: string
  readonly write: () => Promise<unknown>
}

const rowsShown = 10

/** In the transaction of the write. 412 with the new preview, and nothing done, where the stamp is another by now. */
export const asReviewed = async (
  ctx: Ctx,
  tx: Tx,
  { endpoint, call, stamp, write }: ReviewedWrite,
): Promise<unknown> => {
  const change = changes.get(endpoint)?.(call)
  if (!change) throw new Refusal('invalid', 400, { field: 'If-Match' })
  const measured = await measureAround(tx, change)
  const done = await write()
  const both = await measured()
  if (stampOf(await differences(both.before, both.after)) === stamp) return done
  const { page, all: _, ...preview } = await previewOf(ctx, both)
  throw new Refusal('preview-changed', 412, { preview: { ...preview, items: page({ skip: 0, take: rowsShown }) } })
}
