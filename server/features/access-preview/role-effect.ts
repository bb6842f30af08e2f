// Where somebody loses a role, and where they gain it: by the places that the memberships of all their identities
// reach. A role is effective at a tenant by a membership there, or by a passing membership above it (domain-model 4.1,
// 4.2).
import { globalTenant } from '#contract/tenants.ts'
import type { RoleAssignment } from './assignments.store.ts'
import type { BothTrees } from './both-trees.ts'
import type { AssignmentSet } from './assignment-sets.ts'
import { coveredBy, firstWithin, type Span, sizeOf, without } from './spans.ts'
import type { Tree } from './tree.ts'

/** Who gives it, at the first tenant that is named: of one role, users and groups. */
type Reason = { readonly tenantId: string; readonly identities: readonly string[] }

export type RoleEffect = {
  readonly tenants: number
  /** At the global tenant as well. */
  readonly everywhere: boolean
  readonly because: Reason
}

export type LossAndGain = { readonly loses: RoleEffect | undefined; readonly gains: RoleEffect | undefined }

/** Of several tenants that give the same, the same one is named each time, in whichever order their rows were read. */
const byTenant = (a: RoleAssignment, b: RoleAssignment) =>
  a.tenantId < b.tenantId ? -1 : Number(a.tenantId > b.tenantId)

type Changed = { readonly tree: Tree; readonly rows: readonly RoleAssignment[]; readonly reached: Reached }
type Reached = BothTrees['reachedBefore']

/** The first tenant that moves, or else the first one that a changed row reaches, row by row. */
const firstMissing = (missing: readonly Span[], { moved }: BothTrees, { rows, reached }: Changed) => {
  for (const span of [...moved, ...rows.toSorted(byTenant).flatMap(reached)]) {
    const place = firstWithin(missing, span)
    if (place !== undefined) return place
  }
  return undefined
}

/** Of those that give something at a place, the tenant that stands closest to it. */
const reasonAt = (place: number, { tree, rows, reached }: Changed): Reason | undefined => {
  const giving = rows.filter((row) => reached(row).some(({ from, to }) => from <= place && place <= to))
  const tenantId = tree.order[Math.max(...giving.map((row) => tree.places.get(row.tenantId) ?? -1))]
  if (tenantId === undefined) return undefined
  return { tenantId, identities: giving.flatMap((row) => (row.tenantId === tenantId ? row.identityId : [])) }
}

const isGlobal = ({ tenantId }: RoleAssignment) => tenantId === globalTenant

/** What the other state has: all that is reached there, and places that it does not have. */
type Others = {
  readonly covered: readonly (() => readonly Span[])[]
  readonly rows: readonly (readonly RoleAssignment[])[]
  readonly absent: readonly Span[]
}

/** What changed rows of one state reach and no row of the other one does. */
const missingOf = ({ rows, reached }: Changed, { covered, rows: others, absent }: Others) => {
  let missing: readonly Span[] = coveredBy(rows.flatMap(reached))
  for (const spans of covered) {
    if (missing.length === 0) return missing
    missing = without(missing, spans())
  }
  // Of a tenant that is gone nothing is missed that is still had everywhere.
  return absent.length > 0 && others.some((some) => some.some(isGlobal)) ? without(missing, absent) : missing
}

const effectOf = (trees: BothTrees, changed: Changed, others: Others): RoleEffect | undefined => {
  const missing = missingOf(changed, others)
  const place = missing.length > 0 ? firstMissing(missing, trees, changed) : undefined
  const because = place === undefined ? undefined : reasonAt(place, changed)
  return because && { tenants: sizeOf(missing), everywhere: missing[0]?.from === 0, because }
}

/** Of one role: what the identities that somebody acts as give, before and after. */
export const compared = (
  trees: BothTrees,
  was: readonly AssignmentSet[],
  is: readonly AssignmentSet[],
): LossAndGain => {
  const { before, after, reachedBefore, reachedAfter, gone, come } = trees
  const lost = was.flatMap((set) => (is.includes(set) ? set.lost : set.was))
  const won = is.flatMap((set) => (was.includes(set) ? set.won : set.is))
  return {
    loses: effectOf(
      trees,
      { tree: before, rows: lost, reached: reachedBefore },
      { covered: is.map(({ coveredAfter }) => coveredAfter), rows: is.map((set) => set.is), absent: gone },
    ),
    gains: effectOf(
      trees,
      { tree: after, rows: won, reached: reachedAfter },
      { covered: was.map(({ coveredBefore }) => coveredBefore), rows: was.map((set) => set.was), absent: come },
    ),
  }
}
