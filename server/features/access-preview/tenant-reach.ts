// What a change of the tree may touch: a tenant that moves, or one that goes.
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { above, subtree, treeOf } from './tree.ts'
import * as assignments from './assignments.store.ts'
import { peopleOf } from './people.store.ts'
import { readTree } from './tree.store.ts'
import { noAssignments, type Reach } from './reach.rules.ts'

export const treeAround = async (tx: Tx, up: readonly string[], down: readonly string[]) =>
  treeOf(await readTree(tx, { up, down }))

type Assignment = { readonly identityId: string; readonly roleId: string | null }

const reachOfAssigned = async (tx: Tx, given: readonly Assignment[]) => {
  const identities = [...new Set(given.map(({ identityId }) => identityId))]
  const roles = [...new Set(given.map(({ roleId }) => roleId).filter((role) => role !== null))]
  const people = await peopleOf(tx, identities)
  // What was given at a tenant that goes reaches nothing once it is gone: it need not be read again.
  return { identities, people, roles, given: noAssignments, regroups: false, regives: false, reshapes: true }
}

/** Only the memberships of tenants that stand above it before or after, and not both times, make a difference. */
export const reachOfMove = async (
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
  const given = await assignments.assignmentsAt(tx, { tenants: differing, onlyPassing: true })
  const below = subtree(tree, tenantId)
  // The old place is read after the move as well: nothing of it is gone.
  const places = [...up, ...[...old].filter((id) => id !== globalTenant).slice(0, 1)]
  return {
    ...(await reachOfAssigned(tx, given)),
    place: tenantId,
    tenants: below,
    within: [...new Set([...old, ...next, ...below])],
    up: places,
    down: [tenantId],
  }
}

/**
 * What was given at Global is had everywhere else as well: a tenant less takes nothing of it, nor of the same from
 * elsewhere.
 */
export const reachOfTenant = async (tx: Tx, tenantId: string): Promise<Reach> => {
  const tree = await treeAround(tx, [], [tenantId])
  const within = [tenantId, ...above(tree, tenantId)]
  const given = await assignments.assignmentsAt(tx, {
    tenants: within.filter((id) => id !== globalTenant),
    onlyPassing: false,
  })
  const parent = above(tree, tenantId)
    .filter((id) => id !== globalTenant)
    .slice(0, 1)
  return {
    ...(await reachOfAssigned(tx, given)),
    place: undefined,
    tenants: [tenantId],
    within,
    up: parent,
    down: [tenantId],
  }
}
