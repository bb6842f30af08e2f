// Whom and what a change may touch: all that has to be measured before and after it, and no more.
import type { SingleChange } from '#contract/access-preview.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { above, subtree, type Tree, treeOf } from './difference.ts'
import * as assignments from './assignments.store.ts'
import { activeOf, identitiesBehind, peopleOf } from './people.store.ts'
import { readTree } from './tree.store.ts'

/** What has to be measured before a change and after it. */
export type Reach = {
  readonly people: readonly string[]
  readonly roles: readonly string[]
  /** Where its effect is looked at as a whole. */
  readonly place: string | undefined
  /** Tenants that it is about. */
  readonly tenants: readonly string[]
  /** The tenants whose rows matter for it; wherever they stand where it is undefined. */
  readonly within: readonly string[] | undefined
  /** Users and groups whose rows, or whose members, change. */
  readonly identities: readonly string[]
  /** Whether people join, leave or go: who acts as what is measured again. */
  readonly regroups: boolean
  /** Of the tree: these with all above them, and with all below them. */
  readonly up: readonly string[]
  readonly down: readonly string[]
}

const treeAround = async (tx: Tx, up: readonly string[], down: readonly string[]) =>
  treeOf(await readTree(tx, { up, down }))

type Row = { readonly identityId: string; readonly roleId: string | null }

const reachOfRows = async (tx: Tx, rows: readonly Row[]) => {
  const identities = [...new Set(rows.map(({ identityId }) => identityId))]
  const roles = [...new Set(rows.map(({ roleId }) => roleId).filter((role) => role !== null))]
  return { identities, people: await peopleOf(tx, identities), roles, regroups: false }
}

/** Only the rows of tenants that stand above it before or after, and not both times, make a difference. */
const reachOfMove = async (
  tx: Tx,
  { tenantId, newParentId }: { tenantId: string; newParentId: string | null },
): Promise<Reach> => {
  const up = newParentId ? [newParentId] : []
  const tree = await treeAround(tx, up, [tenantId])
  const [old, next] = [
    new Set(above(tree, tenantId)),
    new Set(newParentId ? [newParentId, ...above(tree, newParentId)] : [globalTenant]),
  ]
  const differing = [...old, ...next].filter((id) => !(old.has(id) && next.has(id)))
  const rows = await assignments.rowsAt(tx, { tenants: differing, onlyPassing: true })
  const below = subtree(tree, tenantId)
  // The old place is read after the move as well: nothing of it is gone.
  const places = [...up, ...[...old].filter((id) => id !== globalTenant).slice(0, 1)]
  return {
    ...(await reachOfRows(tx, rows)),
    place: tenantId,
    tenants: below,
    within: [...new Set([...old, ...next, ...below])],
    up: places,
    down: [tenantId],
  }
}

type Concerned = {
  readonly tenantId: string
  readonly identityId: string
  readonly more?: readonly string[]
  readonly everywhere?: boolean | undefined
}

/** So many that it is cheaper to read what is at the tenants than what all of them have. */
const crowd = 2_000

const reachOfIdentity = async (
  tx: Tx,
  { identityId, tenantId, more = [], everywhere = false }: Concerned,
): Promise<Reach> => {
  const [people, given] = [await peopleOf(tx, [identityId]), await assignments.rolesOfIdentity(tx, identityId)]
  const roles = [...new Set([...given, ...more])]
  const rows = everywhere ? await assignments.placesOf(tx, { roles, identities: [identityId] }) : []
  const narrow = !everywhere && tenantId !== globalTenant && people.length > crowd
  const tree: Tree | undefined = narrow ? await treeAround(tx, [], [tenantId]) : undefined
  const within = tree && [...above(tree, tenantId), ...subtree(tree, tenantId)]
  return {
    people,
    roles,
    place: tenantId,
    tenants: [tenantId],
    within,
    identities: [identityId],
    regroups: false,
    up: [],
    down: [tenantId, ...rows.map((row) => row.tenantId)],
  }
}

const reachOfMember = async (
  tx: Tx,
  { memberId, tenantId, more }: { memberId: string; tenantId: string; more?: readonly string[] },
): Promise<Reach> => {
  const identityId = await assignments.identityOfMember(tx, memberId)
  if (identityId) return reachOfIdentity(tx, { tenantId, identityId, ...(more && { more }) })
  return {
    people: [],
    roles: [],
    place: tenantId,
    tenants: [tenantId],
    within: [],
    identities: [],
    regroups: false,
    up: [tenantId],
    down: [],
  }
}

/**
 * Wherever it stands: what a group gives to some people, what an identity was given, what anything gives to somebody.
 */
const everywhere = async (
  tx: Tx,
  of: { people: readonly string[]; roles: readonly string[]; identities?: readonly string[]; from?: readonly string[] },
): Promise<Reach> => {
  const { people, roles, identities = [] } = of
  const places = await assignments.placesOf(tx, { roles, identities: of.from })
  const at = (passes: boolean) => places.filter((row) => row.passes === passes).map(({ tenantId }) => tenantId)
  return {
    people,
    roles,
    identities,
    place: undefined,
    tenants: [],
    within: undefined,
    regroups: true,
    up: at(false),
    down: at(true),
  }
}

const reachOfGroup = async (tx: Tx, { groupId, userId }: { groupId: string; userId: string }): Promise<Reach> =>
  everywhere(tx, {
    people: await activeOf(tx, [userId]),
    roles: await assignments.rolesOfIdentity(tx, groupId),
    identities: [groupId],
    from: [groupId],
  })

const reachOfGiven = async (tx: Tx, identityId: string): Promise<Reach> =>
  everywhere(tx, {
    people: await peopleOf(tx, [identityId]),
    roles: await assignments.rolesOfIdentity(tx, identityId),
    identities: [identityId],
    from: [identityId],
  })

const reachOfPerson = async (tx: Tx, userId: string): Promise<Reach> =>
  everywhere(tx, {
    people: await activeOf(tx, [userId]),
    roles: await assignments.rolesOfPerson(tx, userId),
    from: await identitiesBehind(tx, [userId]),
  })

const reachOfRoles = async (tx: Tx, roles: readonly string[]): Promise<Reach> =>
  everywhere(tx, { people: await peopleOf(tx, await assignments.holdersOf(tx, roles)), roles })

/**
 * What was given at Global is had everywhere else as well: a tenant less takes nothing of it, nor of the same from
 * elsewhere.
 */
const reachOfTenant = async (tx: Tx, tenantId: string): Promise<Reach> => {
  const tree = await treeAround(tx, [], [tenantId])
  const within = [tenantId, ...above(tree, tenantId)]
  const rows = await assignments.rowsAt(tx, { tenants: within.filter((id) => id !== globalTenant), onlyPassing: false })
  const parent = above(tree, tenantId)
    .filter((id) => id !== globalTenant)
    .slice(0, 1)
  return {
    ...(await reachOfRows(tx, rows)),
    place: undefined,
    tenants: [tenantId],
    within,
    up: parent,
    down: [tenantId],
  }
}

type Reached<Kind extends SingleChange['kind']> = (
  tx: Tx,
  change: Extract<SingleChange, { kind: Kind }>,
) => Promise<Reach>

const reaches: { readonly [Kind in SingleChange['kind']]: Reached<Kind> } = {
  move: reachOfMove,
  deleteTenant: (tx, { tenantId }) => reachOfTenant(tx, tenantId),
  // From above it is taken where it was given, with all that is below there.
  revoke: (tx, { tenantId, revocation }) =>
    reachOfIdentity(tx, { tenantId, identityId: revocation.userId, everywhere: revocation.includeParent }),
  addMember: (tx, { tenantId, member }) =>
    reachOfIdentity(tx, { tenantId, identityId: member.identityId, more: member.roles }),
  saveMember: (tx, { tenantId, memberId, member }) => reachOfMember(tx, { tenantId, memberId, more: member.roles }),
  removeMember: (tx, { tenantId, memberId }) => reachOfMember(tx, { tenantId, memberId }),
  leaveTenants: (tx, { identityId }) => reachOfGiven(tx, identityId),
  joinGroup: reachOfGroup,
  leaveGroup: reachOfGroup,
  deleteGroup: (tx, { groupId }) => reachOfGiven(tx, groupId),
  deleteUser: (tx, { userId }) => reachOfPerson(tx, userId),
  deleteRole: (tx, { roleId }) => reachOfRoles(tx, [roleId]),
  deleteApplication: async (tx, { applicationId }) =>
    reachOfRoles(tx, await assignments.rolesOfApplication(tx, applicationId)),
}

const unique = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]

/** Of several changes: anyone who any of them touches, by any of their roles, wherever any of them looks. */
const joined = (all: readonly Reach[]): Reach => {
  const [place, ...otherPlaces] = new Set(all.map((reach) => reach.place))
  const within = all.map((reach) => reach.within)
  return {
    people: unique(all.map(({ people }) => people)),
    roles: unique(all.map(({ roles }) => roles)),
    place: otherPlaces.length > 0 ? undefined : place,
    tenants: unique(all.map(({ tenants }) => tenants)),
    within: within.includes(undefined) ? undefined : unique(within.filter((some) => some !== undefined)),
    identities: unique(all.map(({ identities }) => identities)),
    regroups: all.some(({ regroups }) => regroups),
    up: unique(all.map(({ up }) => up)),
    down: unique(all.map(({ down }) => down)),
  }
}

export const reachOf = async (tx: Tx, changes: readonly SingleChange[]): Promise<Reach> => {
  const all: Reach[] = []
  for (const change of changes)
    all.push(await (reaches[change.kind] as Reached<SingleChange['kind']>)(tx, change as never))
  return joined(all)
}
