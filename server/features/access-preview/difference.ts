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

/** With a number for where it is given and how: the same for the same. */
type Source = RoleAssignment & { readonly target: number }
type Giving = ReadonlyMap<string, readonly Source[]>

/** What each identity gives, in both states numbered alike. */
const numbered = () => {
  const targets = new Map<string, number>()
  const targetOf = (source: RoleAssignment) => {
    const key = keyOf([source])
    const known = targets.get(key) ?? targets.size
    targets.set(key, known)
    return known
  }
  return ({ giving }: World): Giving =>
    Map.groupBy(
      giving.map((source) => ({ ...source, target: targetOf(source) })),
      ({ identityId }) => identityId,
    )
}

/** A membership of the person's own comes before one of a group. */
const groupBehind = (sources: readonly Source[], { userId, tenantId }: { userId: string; tenantId: string }) => {
  const there = sources.flatMap((source) => (source.tenantId === tenantId ? source.identityId : []))
  return there.includes(userId) ? null : (there.toSorted()[0] ?? null)
}

/** What these identities give, role by role. */
const byRole = (giving: Giving, identities: readonly string[]) =>
  Map.groupBy(
    identities.flatMap((identity) => giving.get(identity) ?? []),
    ({ roleId }) => roleId,
  )

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

const targetsOf = (sources: readonly Source[]) => sources.map(({ target }) => target).toSorted((a, b) => a - b)

/** The same memberships change alike, whoever has them. */
const comparing = (before: World, after: World) => {
  const moved = movedTenants(before.tree, after.tree)
  const known = new Map<string, LossAndGain>()
  return (old: readonly Source[], now: readonly Source[]): LossAndGain | undefined => {
    const [a, b] = [targetsOf(old).join(), targetsOf(now).join()]
    if (moved.size === 0 && a === b) return undefined
    const key = `${a}|${b}`
    const found =
      known.get(key) ?? compared({ tree: before.tree, sources: old }, { tree: after.tree, sources: now }, moved)
    known.set(key, found)
    return found
  }
}

const none: readonly Source[] = []

export const differences = (before: World, after: World): SharedChanges[] => {
  const both = comparing(before, after)
  const givingOf = numbered()
  const givenBefore = givingOf(before)
  const givenAfter = after.giving === before.giving ? givenBefore : givingOf(after)
  const changesOf = (userId: string, olds: Map<string, Source[]>, nows: Map<string, Source[]>) => {
    const changes: RoleChange[] = []
    for (const roleId of new Set([...olds.keys(), ...nows.keys()])) {
      const [old, now] = [olds.get(roleId) ?? none, nows.get(roleId) ?? none]
      const found = both(old, now)
      const add = (change: RoleChange['change'], sources: readonly Source[], effect?: RoleEffect) => {
        if (!effect?.because) return
        const { because: tenantId, ...rest } = effect
        changes.push({
          roleId,
          change,
          ...rest,
          because: { tenantId, viaGroup: groupBehind(sources, { userId, tenantId }) },
        })
      }
      add('Loses', old, found?.loses)
      add('Gains', now, found?.gains)
    }
    return changes
  }
  const all: SharedChanges[] = []
  for (const { people, was, is } of alike(before.delegated, after.delegated)) {
    // Of people who act as the same identities one alone may have memberships of their own.
    const [first = ''] = people
    const changes = changesOf(first, byRole(givenBefore, was), byRole(givenAfter, is))
    if (changes.length > 0) all.push({ people, changes })
  }
  return all
}
