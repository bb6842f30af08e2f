// The tree of tenants in the order of a walk, so that what is below another one is found without a walk.
import { globalTenant } from '#contract/tenants.ts'
import { listed } from './id-lists.store.ts'
import type { TreeColumns } from './tree.store.ts'

/** Tenants by the order in which a walk from the top meets them: anyone who is below another comes right after it. */
export type Tree = {
  readonly order: readonly string[]
  /** Where each stands in the order. */
  readonly places: ReadonlyMap<string, number>
  /** By place: the last one below, or itself; and that of the parent, -1 for the global tenant. */
  readonly ends: Int32Array
  readonly parents: Int32Array
}

/** Where each id stands. With a loop: of thousands, an array of pairs first costs as much as the map. */
const numbered = (ids: readonly string[]) => {
  const numbers = new Map<string, number>()
  ids.forEach((id, number) => numbers.set(id, number))
  return numbers
}

/** The children of each, as chains: the first one, and to each the next. */
const chainsOf = (ids: readonly string[], parents: readonly string[], rows: ReadonlyMap<string, number>) => {
  // The global tenant has no row of its own in the tree; those without a parent are its children.
  const top = ids.length
  const [first, next] = [new Int32Array(top + 1).fill(-1), new Int32Array(top + 1).fill(-1)]
  const rowOf = (parent: string) => (parent === '' || parent === globalTenant ? top : rows.get(parent))
  // Most rows have the parent of the row before.
  let last = { parent: '', above: rowOf('') }
  for (let row = top - 1; row >= 0; row--) {
    const id = ids[row] ?? ''
    // One that was read twice counts once.
    if (id === globalTenant || rows.get(id) !== row) continue
    const parent = parents[row] ?? ''
    if (parent !== last.parent) last = { parent, above: rowOf(parent) }
    const { above } = last
    if (above === undefined) continue
    next[row] = first[above] ?? -1
    first[above] = row
  }
  return { top, first, next }
}

export const treeOf = (columns: TreeColumns): Tree => {
  const ids = listed(columns.ids)
  const rows = numbered(ids)
  const { top, first, next } = chainsOf(ids, listed(columns.parents), rows)
  const [ends, parents] = [new Int32Array(top + 1), new Int32Array(top + 1).fill(-1)]
  const order = [globalTenant]
  // The rows are not asked for any more: the same map says the places.
  rows.set(globalTenant, 0)
  // By hand, not by recursion: a tree may be deep. `line`: the rows above and the one itself, by their places.
  const line: { row: number; place: number }[] = [{ row: first[top] ?? -1, place: 0 }]
  for (let at = line.at(-1); at; at = line.at(-1)) {
    const { row } = at
    const id = ids[row]
    if (id === undefined) {
      ends[at.place] = order.length - 1
      line.pop()
      continue
    }
    at.row = next[row] ?? -1
    const place = order.push(id) - 1
    rows.set(id, place)
    parents[place] = at.place
    line.push({ row: first[row] ?? -1, place })
  }
  // Those whose parents were not read stand nowhere.
  const places = rows.size === order.length ? rows : numbered(order)
  return { order, places, ends, parents }
}

/** The places of a tenant and of all below it. */
export const spanOf = ({ places, ends }: Tree, id: string) => {
  const from = places.get(id)
  return from === undefined ? undefined : { from, to: ends[from] ?? from }
}

/** Where a role is given: at one tenant, or at it and all below. */
export type Target = { readonly tenantId: string; readonly passes: boolean }

/** The places that a role assignment reaches; `undefined` where its tenant does not stand in the tree. */
export const reachedBy = (tree: Tree, { tenantId, passes }: Target) => {
  const span = spanOf(tree, tenantId)
  return span && !passes ? { from: span.from, to: span.from } : span
}

export const subtree = (tree: Tree, id: string) => {
  const span = spanOf(tree, id)
  return span ? tree.order.slice(span.from, span.to + 1) : []
}

/** `undefined` of the global tenant, and of one that does not stand in the tree. */
export const parentOf = ({ order, places, parents }: Tree, id: string) => order[parents[places.get(id) ?? 0] ?? -1]

/** Parents up to the root, and the global tenant. */
export const above = (tree: Tree, id: string) => {
  const line: string[] = []
  for (let at = parentOf(tree, id); at !== undefined; at = parentOf(tree, at)) line.push(at)
  return line
}
