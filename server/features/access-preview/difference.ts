// What differs between two states of access: pure, so that it can be tried against a naive model. A role is effective
// at a tenant by a membership there, or by a passing membership above it (domain-model 4.1, 4.2).
import { withTurns } from '#server/kernel/with-turns.ts'
import type { RoleAssignment } from './assignments.store.ts'
import { type BothTrees, bothTrees } from './both-trees.ts'
import type { DelegatedAdministration } from './people.store.ts'
import { compared, type LossAndGain, type RoleEffect } from './role-effect.ts'
import { type AssignmentSet, type AssignmentSets, assignmentSets } from './assignment-sets.ts'
import type { Tree } from './tree.ts'

/** Of the tree, the memberships and the people what a change concerns. */
export type World = {
  readonly tree: Tree
  readonly giving: readonly RoleAssignment[]
  readonly delegated: DelegatedAdministration
}

export type RoleChange = {
  readonly roleId: string
  readonly change: 'Loses' | 'Gains'
  readonly tenants: number
  /** At the global tenant as well. */
  readonly everywhere: boolean
  readonly because: { readonly tenantId: string; readonly viaGroup: string | null }
}

/** People who lose and gain the same. Nobody is among two of them, and none of the two lists is empty. */
export type SharedChanges = { readonly people: readonly string[]; readonly changes: readonly RoleChange[] }

/** A membership of the person's own comes before one of a group. */
const groupBehind = (identities: readonly string[], userId: string) =>
  identities.includes(userId) ? null : (identities.toSorted()[0] ?? null)

const nobody: readonly string[] = []

/** People who act as the same identities, before and after: they lose and gain the same. */
const alike = (before: DelegatedAdministration, after: DelegatedAdministration) => {
  const all = new Map<string, { people: string[]; was: readonly string[]; is: readonly string[] }>()
  const keys = new Map<readonly string[], string>()
  const keyOfAll = (identities: readonly string[]) => {
    const key = keys.get(identities) ?? identities.join()
    keys.set(identities, key)
    return key
  }
  for (const userId of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(userId) ?? nobody, after.get(userId) ?? nobody]
    const key = was === is ? keyOfAll(was) : `${keyOfAll(was)}|${keyOfAll(is)}`
    const same = all.get(key)
    if (same) same.people.push(userId)
    else all.set(key, { people: [userId], was, is })
  }
  return all.values()
}

/** The same sets change alike, whoever has them. */
const comparing = (trees: BothTrees) => {
  const known = new Map<string, LossAndGain>()
  const numbers = (sets: readonly AssignmentSet[]) => sets.map(({ number }) => number).join()
  return (was: readonly AssignmentSet[], is: readonly AssignmentSet[]): LossAndGain => {
    const key = was === is ? numbers(was) : `${numbers(was)}|${numbers(is)}`
    const found = known.get(key) ?? compared(trees, was, is)
    known.set(key, found)
    return found
  }
}

/** By identity, the roles of which what it gives changes; no others are looked at. */
const changing = (sets: AssignmentSets) => {
  const roles = new Map<string, readonly string[]>()
  for (const [identity, byRole] of sets) {
    const some = [...byRole].flatMap(([role, { lost, won }]) => (lost.length > 0 || won.length > 0 ? role : []))
    if (some.length > 0) roles.set(identity, some)
  }
  return roles
}

/** The roles that people may lose or gain, who act as these identities now and as those before. */
const concerned = (sets: AssignmentSets) => {
  const changed = changing(sets)
  const all = (identity: string) => [...(sets.get(identity)?.keys() ?? [])]
  return (was: readonly string[], is: readonly string[]) => {
    if (was === is) return new Set(was.flatMap((identity) => changed.get(identity) ?? nobody))
    const [olds, nows] = [new Set(was), new Set(is)]
    return new Set(
      [...new Set([...was, ...is])].flatMap((identity) =>
        olds.has(identity) && nows.has(identity) ? (changed.get(identity) ?? nobody) : all(identity),
      ),
    )
  }
}

export const differences = async (before: World, after: World): Promise<SharedChanges[]> => {
  const trees = bothTrees(before.tree, after.tree)
  const sets = await assignmentSets(trees, before.giving, after.giving)
  const [rolesOf, compare] = [concerned(sets), comparing(trees)]
  const changesOf = (userId: string, was: readonly string[], is: readonly string[]) => {
    const changes: RoleChange[] = []
    for (const roleId of rolesOf(was, is)) {
      const setsOf = (identities: readonly string[]) =>
        identities.flatMap((identity) => sets.get(identity)?.get(roleId) ?? [])
      const olds = setsOf(was)
      const { loses, gains } = compare(olds, was === is ? olds : setsOf(is))
      const add = (change: RoleChange['change'], effect: RoleEffect | undefined) => {
        if (!effect) return
        const { tenantId, identities } = effect.because
        changes.push({
          roleId,
          change,
          tenants: effect.tenants,
          everywhere: effect.everywhere,
          because: { tenantId, viaGroup: groupBehind(identities, userId) },
        })
      }
      add('Loses', loses)
      add('Gains', gains)
    }
    return changes
  }
  const all: SharedChanges[] = []
  await withTurns(alike(before.delegated, after.delegated), ({ people, was, is }) => {
    // Of people who act as the same identities one alone may have memberships of their own.
    const [first = ''] = people
    const changes = changesOf(first, was, is)
    if (changes.length > 0) all.push({ people, changes })
  })
  return all
}
