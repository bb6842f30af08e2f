// What differs between two states of access: pure, so that it can be tried against a naive model. A role is effective
// at a tenant by a membership there, or by a passing membership above it (domain-model 4.1, 4.2).
import { globalTenant } from '#contract/tenants.ts'
import type { RoleAssignment } from './assignments.store.ts'
import type { DelegatedAdministration } from './people.store.ts'
import { type Tree, subtree } from './tree.ts'

type Target = Pick<RoleAssignment, 'tenantId' | 'passes'>

const covers = ({ spans }: Tree, { tenantId, passes }: Target, tenant: string) => {
  if (tenantId === tenant) return true
  if (!passes) return false
  const [outer, inner] = [spans.get(tenantId), spans.get(tenant)]
  return outer !== undefined && inner !== undefined && outer.from <= inner.from && inner.from <= outer.to
}

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

const keyOf = (sources: readonly Target[]) =>
  sources
    .map(({ tenantId, passes }) => `${tenantId}${passes ? '+' : ''}`)
    .toSorted()
    .join()

/** Tenants that stand elsewhere now, or are gone or new, each with all below it. */
const movedTenants = (before: Tree, after: Tree) => {
  if (before === after) return new Set<string>()
  const ids = new Set([...before.parents.keys(), ...after.parents.keys()])
  const moved = new Set<string>()
  for (const id of ids) {
    if (before.parents.has(id) && after.parents.has(id) && before.parents.get(id) === after.parents.get(id)) continue
    for (const below of [...subtree(before, id), ...subtree(after, id)]) moved.add(below)
  }
  return moved
}

type RoleEffect = { tenants: number; everywhere: boolean; because: string | undefined }

/** Of a tenant that is gone nothing is missed that is still had everywhere. */
const isCovered = ({ tree, sources }: { tree: Tree; sources: readonly Target[] }, tenant: string) =>
  tree.spans.has(tenant)
    ? sources.some((source) => covers(tree, source, tenant))
    : sources.some(({ tenantId }) => tenantId === globalTenant)

/** At which of some tenants one state has the role and the other one has not. */
const lacking = (
  has: { tree: Tree; sources: readonly Target[] },
  lacks: { tree: Tree; sources: readonly Target[] },
  scope: Iterable<string>,
): RoleEffect => {
  let tenants = 0
  let everywhere = false
  let because: string | undefined
  for (const tenant of scope) {
    // One that does not exist in a state has nothing there.
    if (!has.tree.spans.has(tenant)) continue
    const giver = has.sources.filter((source) => covers(has.tree, source, tenant))
    if (giver.length === 0 || isCovered(lacks, tenant)) continue
    tenants += 1
    if (tenant === globalTenant) everywhere = true
    because ??= giver.toSorted(
      (a, b) => (has.tree.spans.get(b.tenantId)?.from ?? 0) - (has.tree.spans.get(a.tenantId)?.from ?? 0),
    )[0]?.tenantId
  }
  return { tenants, everywhere, because }
}

/** Of several tenants that give the same, the same one is named each time, in whichever order their rows were read. */
const byTenant = (a: Target, b: Target) => (a.tenantId < b.tenantId ? -1 : Number(a.tenantId > b.tenantId))

const scopeOf = (
  before: { tree: Tree; sources: readonly Target[] },
  after: { tree: Tree; sources: readonly Target[] },
  moved: ReadonlySet<string>,
): Set<string> => {
  const scope = new Set(moved)
  const [was, is] = [before, after].map(({ sources }) => new Set(sources.map((source) => keyOf([source]))))
  const changed = [
    ...before.sources.filter((source) => !is?.has(keyOf([source]))),
    ...after.sources.filter((source) => !was?.has(keyOf([source]))),
  ].toSorted(byTenant)
  for (const { tenantId, passes } of changed)
    for (const tree of [before.tree, after.tree])
      for (const id of passes ? subtree(tree, tenantId) : [tenantId]) scope.add(id)
  return scope
}

type Side = { readonly tree: Tree; readonly sources: readonly RoleAssignment[] }

type LossAndGain = { readonly loses: RoleEffect; readonly gains: RoleEffect }

const compared = (old: Side, now: Side, moved: ReadonlySet<string>): LossAndGain => {
  const scope = scopeOf(old, now, moved)
  return { loses: lacking(old, now, scope), gains: lacking(now, old, scope) }
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
