// Whom and what a change may touch: all that has to be measured before and after it, and no more.
import type { AccessChange } from '#contract/access.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { above, subtree, type Tree } from './difference.ts'
import { identityOfMember, peopleOf, rolesOfIdentity, rowsAt } from './world.store.ts'

/** Whom a change may touch, by which roles, where its effect is looked at as a whole, and the tenants whose rows matter for it. */
export type Reach = { readonly people: readonly string[]; readonly roles: readonly string[]; readonly place: string | undefined; readonly tenants: readonly string[]; readonly within: readonly string[] | undefined }

const reachOfRows = async (tx: Tx, rows: readonly { identityId: string; roleId: string | null }[]) => ({
  people: await peopleOf(tx, [...new Set(rows.map(({ identityId }) => identityId))]),
  roles: [...new Set(rows.map(({ roleId }) => roleId).filter((role) => role !== null))],
})

/** Only the rows of tenants that stand above it before or after, and not both times, make a difference. */
const reachOfMove = async (tx: Tx, tree: Tree, { tenantId, newParentId }: { tenantId: string; newParentId: string | null }): Promise<Reach> => {
  const [old, next] = [new Set(above(tree, tenantId)), new Set(newParentId ? [newParentId, ...above(tree, newParentId)] : [globalTenant])]
  const differing = [...old, ...next].filter((id) => !(old.has(id) && next.has(id)))
  return { ...(await reachOfRows(tx, await rowsAt(tx, { tenants: differing, onlyPassing: true }))), place: tenantId, tenants: subtree(tree, tenantId), within: [...new Set([...old, ...next, ...subtree(tree, tenantId)])] }
}

type Concerned = { readonly tree: Tree; readonly tenantId: string; readonly more?: readonly string[]; readonly everywhere?: boolean | undefined }

const reachOfIdentity = async (tx: Tx, { tree, identityId, tenantId, more = [], everywhere = false }: Concerned & { identityId: string }): Promise<Reach> => ({
  people: await peopleOf(tx, [identityId]),
  roles: [...new Set([...(await rolesOfIdentity(tx, identityId)), ...more])],
  place: tenantId,
  tenants: [tenantId],
  within: everywhere || tenantId === globalTenant ? undefined : [...above(tree, tenantId), ...subtree(tree, tenantId)],
})

const reachOfMember = async (tx: Tx, { memberId, ...concerned }: Concerned & { memberId: string }): Promise<Reach> => {
  const identityId = await identityOfMember(tx, memberId)
  return identityId ? reachOfIdentity(tx, { ...concerned, identityId }) : { people: [], roles: [], place: concerned.tenantId, tenants: [concerned.tenantId], within: [] }
}

const reachOfGroup = async (tx: Tx, { groupId, userId }: { groupId: string; userId: string }): Promise<Reach> => ({
  people: await peopleOf(tx, [userId]),
  roles: await rolesOfIdentity(tx, groupId),
  place: undefined,
  tenants: [],
  within: undefined,
})

export const reachOf = async (tx: Tx, tree: Tree, change: AccessChange): Promise<Reach> => {
  if (change.kind === 'move') return reachOfMove(tx, tree, change)
  if (change.kind === 'deleteTenant') {
    const rows = await rowsAt(tx, { tenants: [change.tenantId, ...above(tree, change.tenantId)], onlyPassing: false })
    return { ...(await reachOfRows(tx, rows)), place: undefined, tenants: [change.tenantId], within: [change.tenantId, ...above(tree, change.tenantId)] }
  }
  if (change.kind === 'joinGroup' || change.kind === 'leaveGroup') return reachOfGroup(tx, change)
  const { tenantId } = change
  // From above it is taken where it was given, with all that is below there.
  if (change.kind === 'revoke') return reachOfIdentity(tx, { tree, tenantId, identityId: change.revocation.userId, everywhere: change.revocation.includeParent })
  if (change.kind === 'addMember') return reachOfIdentity(tx, { tree, tenantId, identityId: change.member.identityId, more: change.member.roles })
  return reachOfMember(tx, { tree, tenantId, memberId: change.memberId, more: change.kind === 'saveMember' ? change.member.roles : [] })
}
