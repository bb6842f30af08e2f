// What a change of a member, a group, a user or a role may touch.
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { above, subtree, type Tree } from './tree.ts'
import * as assignments from './assignments.store.ts'
import { activeOf, identitiesBehind, peopleOf } from './people.store.ts'
import { treeAround } from './tenant-reach.ts'
import type { Reach } from './reach.rules.ts'

type Concerned = {
  readonly tenantId: string
  readonly identityId: string
  readonly more?: readonly string[]
  readonly everywhere?: boolean | undefined
}

/** So many that it is cheaper to read what is at the tenants than what all of them have. */
const crowd = 2_000

export const reachOfIdentity = async (
  tx: Tx,
  { identityId, tenantId, more = [], everywhere = false }: Concerned,
): Promise<Reach> => {
  const [people, given] = await Promise.all([peopleOf(tx, [identityId]), assignments.rolesOfIdentity(tx, identityId)])
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
    regives: true,
    reshapes: false,
    up: [],
    down: [tenantId, ...rows.map((row) => row.tenantId)],
  }
}

export const reachOfMember = async (
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
    regives: true,
    reshapes: false,
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
    regives: true,
    reshapes: false,
    up: at(false),
    down: at(true),
  }
}

export const reachOfGroup = async (
  tx: Tx,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<Reach> => {
  const [people, roles] = await Promise.all([activeOf(tx, [userId]), assignments.rolesOfIdentity(tx, groupId)])
  return { ...(await everywhere(tx, { people, roles, identities: [groupId], from: [groupId] })), regives: false }
}

export const reachOfAssignments = async (tx: Tx, identityId: string): Promise<Reach> => {
  const [people, roles] = await Promise.all([peopleOf(tx, [identityId]), assignments.rolesOfIdentity(tx, identityId)])
  return everywhere(tx, { people, roles, identities: [identityId], from: [identityId] })
}

export const reachOfPerson = async (tx: Tx, userId: string): Promise<Reach> => {
  const [people, roles, from] = await Promise.all([
    activeOf(tx, [userId]),
    assignments.rolesOfPerson(tx, userId),
    identitiesBehind(tx, [userId]),
  ])
  return everywhere(tx, { people, roles, from })
}

export const reachOfRoles = async (tx: Tx, roles: readonly string[]): Promise<Reach> =>
  everywhere(tx, { people: await peopleOf(tx, await assignments.holdersOf(tx, roles)), roles })
