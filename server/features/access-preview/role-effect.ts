// What one state of access gives at tenants and another one does not: of one role, by those who give it.
import { globalTenant } from '#contract/tenants.ts'
import type { RoleAssignment } from './assignments.store.ts'
import { coveredBy, firstWithin, type Span, sizeOf, without } from './spans.ts'
import { spanOf, subtree, type Tree } from './tree.ts'

type Target = Pick<RoleAssignment, 'tenantId' | 'passes'>

/** The places that a role assignment reaches; `undefined` where its tenant does not stand in the tree. */
const reachedBy = (tree: Tree, { tenantId, passes }: Target): Span | undefined => {
  const span = spanOf(tree, tenantId)
  return span && !passes ? { from: span.from, to: span.from } : span
}

const covers = (tree: Tree, source: Target, tenant: string) => {
  if (source.tenantId === tenant) return true
  const [reached, place] = [reachedBy(tree, source), tree.places.get(tenant)]
  return reached !== undefined && place !== undefined && reached.from <= place && place <= reached.to
}

export const keyOf = (sources: readonly Target[]) =>
  sources
    .map(({ tenantId, passes }) => `${tenantId}${passes ? '+' : ''}`)
    .toSorted()
    .join()

export type RoleEffect = { tenants: number; everywhere: boolean; because: string | undefined }

/** Of a tenant that is gone nothing is missed that is still had everywhere. */
const isCovered = ({ tree, sources }: { tree: Tree; sources: readonly Target[] }, tenant: string) =>
  tree.places.has(tenant)
    ? sources.some((source) => covers(tree, source, tenant))
    : sources.some(({ tenantId }) => tenantId === globalTenant)

/** Of those that give something at a tenant the one that stands closest to it. */
const lowest = ({ places }: Tree, giver: readonly Target[]) =>
  giver.toSorted((a, b) => (places.get(b.tenantId) ?? 0) - (places.get(a.tenantId) ?? 0))[0]?.tenantId

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
    if (!has.tree.places.has(tenant)) continue
    const giver = has.sources.filter((source) => covers(has.tree, source, tenant))
    if (giver.length === 0 || isCovered(lacks, tenant)) continue
    tenants += 1
    if (tenant === globalTenant) everywhere = true
    because ??= lowest(has.tree, giver)
  }
  return { tenants, everywhere, because }
}

/** Of several tenants that give the same, the same one is named each time, in whichever order their rows were read. */
const byTenant = (a: Target, b: Target) => (a.tenantId < b.tenantId ? -1 : Number(a.tenantId > b.tenantId))

/** The sources that one of the two states has and the other one has not. */
const changedBetween = (before: readonly Target[], after: readonly Target[]) => {
  const [was, is] = [before, after].map((sources) => new Set(sources.map((source) => keyOf([source]))))
  return [
    ...before.filter((source) => !is?.has(keyOf([source]))),
    ...after.filter((source) => !was?.has(keyOf([source]))),
  ].toSorted(byTenant)
}

const scopeOf = (before: Side, after: Side, moved: ReadonlySet<string>): Set<string> => {
  const scope = new Set(moved)
  for (const { tenantId, passes } of changedBetween(before.sources, after.sources))
    for (const tree of [before.tree, after.tree])
      for (const id of passes ? subtree(tree, tenantId) : [tenantId]) scope.add(id)
  return scope
}

type Side = { readonly tree: Tree; readonly sources: readonly RoleAssignment[] }

export type LossAndGain = { readonly loses: RoleEffect; readonly gains: RoleEffect }

/** The first tenant of some places that any of the sources reaches, source by source. */
const firstReached = (tree: Tree, sources: readonly Target[], places: readonly Span[]) => {
  for (const source of places.length > 0 ? sources : []) {
    const place = firstWithin(places, reachedBy(tree, source))
    if (place !== undefined) return tree.order[place]
  }
  return undefined
}

/** On a tree that did not change: by the places that are reached, however many tenants these are. */
const comparedOnOneTree = (tree: Tree, old: readonly Target[], now: readonly Target[]): LossAndGain => {
  const [was, is] = [old, now].map((sources) => coveredBy(sources.map((source) => reachedBy(tree, source)))) as [
    Span[],
    Span[],
  ]
  const changed = changedBetween(old, now)
  const effect = (sources: readonly Target[], missing: readonly Span[]): RoleEffect => {
    const tenant = firstReached(tree, changed, missing)
    const giver = tenant ? sources.filter((source) => covers(tree, source, tenant)) : []
    return { tenants: sizeOf(missing), everywhere: missing[0]?.from === 0, because: lowest(tree, giver) }
  }
  return { loses: effect(old, without(was, is)), gains: effect(now, without(is, was)) }
}

export const compared = (old: Side, now: Side, moved: ReadonlySet<string>): LossAndGain => {
  if (old.tree === now.tree) return comparedOnOneTree(old.tree, old.sources, now.sources)
  const scope = scopeOf(old, now, moved)
  return { loses: lacking(old, now, scope), gains: lacking(now, old, scope) }
}
