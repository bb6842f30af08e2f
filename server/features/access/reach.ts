// Whom and what a change may touch: all that has to be measured before and after it, and no more.
import type { SingleChange } from '#contract/access-change.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { above, subtree, type Tree } from './difference.ts'
import { holdersOf, identityOfMember, peopleOf, rolesOfApplication, rolesOfIdentity, rolesOfPerson, rowsAt } from './world.store.ts'

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

/** Wherever it stands: what a group gives to some people, what an identity was given, what anything gives to somebody. */
const everywhere = { place: undefined, tenants: [], within: undefined } as const

const reachOfGroup = async (tx: Tx, { groupId, userId }: { groupId: string; userId: string }): Promise<Reach> => ({ ...everywhere, people: await peopleOf(tx, [userId]), roles: await rolesOfIdentity(tx, groupId) })

const reachOfGiven = async (tx: Tx, identityId: string): Promise<Reach> => ({ ...everywhere, people: await peopleOf(tx, [identityId]), roles: await rolesOfIdentity(tx, identityId) })

const reachOfPerson = async (tx: Tx, userId: string): Promise<Reach> => ({ ...everywhere, people: await peopleOf(tx, [userId]), roles: await rolesOfPerson(tx, userId) })

const reachOfRoles = async (tx: Tx, roles: readonly string[]): Promise<Reach> => ({ ...everywhere, people: await peopleOf(tx, await holdersOf(tx, roles)), roles })

/** What was given at Global is had everywhere else as well: a tenant less takes nothing of it, nor of the same from elsewhere. */
const reachOfTenant = async (tx: Tx, tree: Tree, tenantId: string): Promise<Reach> => {
  const within = [tenantId, ...above(tree, tenantId)]
  const rows = await rowsAt(tx, { tenants: within.filter((id) => id !== globalTenant), onlyPassing: false })
  return { ...(await reachOfRows(tx, rows)), place: undefined, tenants: [tenantId], within }
}

type Reached<Kind extends SingleChange['kind']> = (tx: Tx, tree: Tree, change: Extract<SingleChange, { kind: Kind }>) => Promise<Reach>

const reaches: { readonly [Kind in SingleChange['kind']]: Reached<Kind> } = {
  move: reachOfMove,
  deleteTenant: (tx, tree, { tenantId }) => reachOfTenant(tx, tree, tenantId),
  // From above it is taken where it was given, with all that is below there.
  revoke: (tx, tree, { tenantId, revocation }) => reachOfIdentity(tx, { tree, tenantId, identityId: revocation.userId, everywhere: revocation.includeParent }),
  addMember: (tx, tree, { tenantId, member }) => reachOfIdentity(tx, { tree, tenantId, identityId: member.identityId, more: member.roles }),
  saveMember: (tx, tree, { tenantId, memberId, member }) => reachOfMember(tx, { tree, tenantId, memberId, more: member.roles }),
  removeMember: (tx, tree, { tenantId, memberId }) => reachOfMember(tx, { tree, tenantId, memberId }),
  leaveTenants: (tx, _, { identityId }) => reachOfGiven(tx, identityId),
  joinGroup: (tx, _, change) => reachOfGroup(tx, change),
  leaveGroup: (tx, _, change) => reachOfGroup(tx, change),
  deleteGroup: (tx, _, { groupId }) => reachOfGiven(tx, groupId),
  deleteUser: (tx, _, { userId }) => reachOfPerson(tx, userId),
  deleteRole: (tx, _, { roleId }) => reachOfRoles(tx, [roleId]),
  deleteApplication: async (tx, _, { applicationId }) => reachOfRoles(tx, await rolesOfApplication(tx, applicationId)),
}

const unique = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]

/** Of several changes: whoever any of them touches, by any of their roles, wherever any of them looks. */
const joined = (all: readonly Reach[]): Reach => {
  const [place, ...otherPlaces] = new Set(all.map((reach) => reach.place))
  const within = all.map((reach) => reach.within)
  return {
    people: unique(all.map(({ people }) => people)),
    roles: unique(all.map(({ roles }) => roles)),
    place: otherPlaces.length > 0 ? undefined : place,
    tenants: unique(all.map(({ tenants }) => tenants)),
    within: within.includes(undefined) ? undefined : unique(within.filter((some) => some !== undefined)),
  }
}

export const reachOf = async (tx: Tx, tree: Tree, changes: readonly SingleChange[]): Promise<Reach> => {
  const all: Reach[] = []
  for (const change of changes) all.push(await (reaches[change.kind] as Reached<SingleChange['kind']>)(tx, tree, change as never))
  return joined(all)
}
