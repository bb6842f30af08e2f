// What differs between two states of access: pure, so that it can be tried against a naive model. A role is effective
// at a tenant by a membership there, or by a passing membership above it (domain-model 4.1, 4.2).
import type { RoleAssignment } from './assignments.store.ts'
import type { DelegatedAdministration } from './people.store.ts'
import { compared, keyOf, type LossAndGain, type RoleEffect } from './role-effect.ts'
import { parentOf, subtree, type Tree } from './tree.ts'

/** Of the tree, the memberships and the people what a change concerns. */
export type World = {
  readonly tree: Tree
  readonly giving: readonly RoleAssignment[]
  readonly delegated: DelegatedAdministration
}

export type Change = {
  readonly userId: string
  readonly roleId: string
  readonly change: 'Loses' | 'Gains'
  readonly tenants: number
  /** At the global tenant as well. */
  readonly everywhere: boolean
  readonly because: { tenantId: string; viaGroup: string | null }
}

/** Tenants that stand elsewhere now, or are gone or new, each with all below it. */
const movedTenants = (before: Tree, after: Tree) => {
  if (before === after) return new Set<string>()
  const ids = new Set([...before.order, ...after.order])
  const moved = new Set<string>()
  for (const id of ids) {
    if (before.places.has(id) && after.places.has(id) && parentOf(before, id) === parentOf(after, id)) continue
    for (const below of [...subtree(before, id), ...subtree(after, id)]) moved.add(below)
  }
  return moved
}

/** A membership of the person's own comes before one of a group. */
const groupBehind = (
  sources: readonly RoleAssignment[],
  { userId, tenantId }: { userId: string; tenantId: string },
) => {
  const there = sources.flatMap((source) => (source.tenantId === tenantId ? source.identityId : []))
  return there.includes(userId) ? null : (there.toSorted()[0] ?? null)
}

type SharedChange = {
  readonly people: readonly string[]
  readonly roleId: string
  readonly change: Change['change']
  readonly sources: readonly RoleAssignment[]
}

/** Of people who act as the same identities: one of them alone may have memberships of their own. */
const changesOf = ({ people, sources, ...of }: SharedChange, { because: tenantId, ...found }: RoleEffect): Change[] => {
  const [userId] = people
  if (!tenantId || !userId) return []
  const because = { tenantId, viaGroup: groupBehind(sources, { userId, tenantId }) }
  return people.map((person) => ({ userId: person, ...of, ...found, because }))
}

/** What these identities give, role by role. */
const byRole = (giving: ReadonlyMap<string, readonly RoleAssignment[]>, identities: readonly string[]) =>
  Map.groupBy(
    identities.flatMap((identity) => giving.get(identity) ?? []),
    ({ roleId }) => roleId,
  )

/** People who act as the same identities, before and after: they lose and gain the same. */
const alike = (before: DelegatedAdministration, after: DelegatedAdministration) =>
  Map.groupBy(
    new Set([...before.keys(), ...after.keys()]),
    (userId) => `${before.get(userId)?.join() ?? ''}|${after.get(userId)?.join() ?? ''}`,
  )

export const differences = (before: World, after: World): Change[] => {
  const moved = movedTenants(before.tree, after.tree)
  const [was, is] = [before, after].map(({ giving }) => Map.groupBy(giving, ({ identityId }) => identityId)) as [
    Map<string, RoleAssignment[]>,
    Map<string, RoleAssignment[]>,
  ]
  // The same memberships change alike, whoever has them.
  const known = new Map<string, LossAndGain>()
  const both = (old: readonly RoleAssignment[], now: readonly RoleAssignment[]): LossAndGain | undefined => {
    const [a, b] = [keyOf(old), keyOf(now)]
    if (moved.size === 0 && a === b) return undefined
    const found =
      known.get(`${a}|${b}`) ?? compared({ tree: before.tree, sources: old }, { tree: after.tree, sources: now }, moved)
    known.set(`${a}|${b}`, found)
    return found
  }
  const changes: Change[][] = []
  for (const people of alike(before.delegated, after.delegated).values()) {
    const [first = ''] = people
    const [olds, nows] = [byRole(was, before.delegated.get(first) ?? []), byRole(is, after.delegated.get(first) ?? [])]
    for (const roleId of new Set([...olds.keys(), ...nows.keys()])) {
      const [old, now] = [olds.get(roleId) ?? [], nows.get(roleId) ?? []]
      const found = both(old, now)
      if (!found) continue
      changes.push(
        changesOf({ people, roleId, change: 'Loses', sources: old }, found.loses),
        changesOf({ people, roleId, change: 'Gains', sources: now }, found.gains),
      )
    }
  }
  return changes.flat()
}
