// What a change of a member, a group, a user or a role may touch.
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { above, subtree, type Tree, treeOf } from './tree.ts'
import * as assignments from './assignments.store.ts'
import { activeOf, identitiesBehind, peopleOf } from './people.store.ts'
import { treeAround } from './tenant-reach.ts'
import { aroundMembership, type Membership } from './membership.store.ts'
import { noAssignments, type Reach } from './reach.rules.ts'

type IdentityChange = {
  readonly tenantId: string
  readonly identityId: string
  readonly more?: readonly string[]
  readonly everywhere?: boolean | undefined
}

/** So many that it is cheaper to read what is at the tenants than what all of them have. */
const crowd = 2_000

export const reachOfIdentity = async (
  tx: Tx,
  { identityId, tenantId, more = [], everywhere = false }: IdentityChange,
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
    given: noAssignments,
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
    given: noAssignments,
    regroups: false,
    regives: true,
    reshapes: false,
    up: [tenantId],
    down: [],
  }
}

type ReachInput = {
  readonly people: readonly string[]
  readonly roles: readonly string[]
  readonly identities?: readonly string[]
  readonly places: readonly assignments.Place[]
}

/**
 * Wherever it stands: what a group gives to some people, what an identity was given, what anything gives to somebody.
 */
const everywhere = ({ people, roles, identities = [], places }: ReachInput): Reach => {
  const at = (passes: boolean) => places.filter((row) => row.passes === passes).map(({ tenantId }) => tenantId)
  return {
    people,
    roles,
    identities,
    place: undefined,
    tenants: [],
    within: undefined,
    given: noAssignments,
    regroups: true,
    regives: true,
    reshapes: false,
    up: at(false),
    down: at(true),
  }
}

const rowsOf = (identityId: string, places: readonly assignments.GivenRow[]) =>
  places.flatMap(({ roles, ...place }) => roles.map((roleId) => ({ identityId, roleId, ...place })))

const reachOfGiven = async (tx: Tx, identityId: string, people: Promise<readonly string[]>): Promise<Reach> => {
  const [who, places] = await Promise.all([people, assignments.givenTo(tx, identityId)])
  const rows = rowsOf(identityId, places)
  const roles = [...new Set(rows.map(({ roleId }) => roleId))]
  const reach = everywhere({ people: who, roles, identities: [identityId], places })
  return { ...reach, given: new Map([[identityId, rows]]) }
}

/** Of one of several: what is known of one of them is not all that has to be known. */
export const reachOfGroup = async (tx: Tx, { groupId, userId }: Membership): Promise<Reach> => ({
  ...(await reachOfGiven(tx, groupId, activeOf(tx, [userId]))),
  regives: false,
})

/** Of a change that is nothing but this: with all that is measured before it. */
export const reachOfMembership = async (tx: Tx, { groupId, userId }: Membership): Promise<Reach> => {
  const around = await aroundMembership(tx, { groupId, userId })
  // Everything is below it, and matters.
  if (around.given.some(({ tenantId, passes }) => passes && tenantId === globalTenant))
    return reachOfGroup(tx, { groupId, userId })
  const own = rowsOf(groupId, around.given)
  const roles = [...new Set(own.map(({ roleId }) => roleId))]
  const people = around.active ? [userId] : []
  const identities = [groupId, ...around.identities.filter((identity) => identity !== groupId)]
  const now = identities.filter((identity) => around.identities.includes(identity))
  return {
    ...everywhere({ people, roles, identities: [groupId], places: around.given }),
    regives: false,
    known: {
      tree: treeOf(around),
      identities,
      giving: [...own, ...around.others],
      delegated: new Map(people.map((person) => [person, now])),
      secondFactor: new Set(around.demanded ? people : []),
    },
  }
}

export const reachOfAssignments = (tx: Tx, identityId: string): Promise<Reach> =>
  reachOfGiven(tx, identityId, peopleOf(tx, [identityId]))

export const reachOfPerson = async (tx: Tx, userId: string): Promise<Reach> => {
  const [people, roles, from] = await Promise.all([
    activeOf(tx, [userId]),
    assignments.rolesOfPerson(tx, userId),
    identitiesBehind(tx, [userId]),
  ])
  return everywhere({ people, roles, places: await assignments.placesOf(tx, { roles, identities: from }) })
}

export const reachOfRoles = async (tx: Tx, roles: readonly string[]): Promise<Reach> => {
  const [holders, places] = await Promise.all([assignments.holdersOf(tx, roles), assignments.placesOf(tx, { roles })])
  return everywhere({ people: await peopleOf(tx, holders), roles, places })
}
