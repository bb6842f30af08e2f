// The tree of tenants as spans, so that what is below another one is found without a walk.
import { globalTenant } from '#contract/tenants.ts'
import type { TreeRow } from './tree.store.ts'

/** Tenants by the order in which a walk from the top meets them: anyone who is below another lies within its span. */
export type Tree = {
  readonly spans: ReadonlyMap<string, { from: number; to: number }>
  readonly parents: ReadonlyMap<string, string | null>
  readonly order: readonly string[]
}

export const treeOf = (rows: readonly TreeRow[]): Tree => {
  const children = new Map<string, string[]>()
  const parents = new Map<string, string | null>()
  for (const { id, parentId } of rows) {
    if (id === globalTenant) continue
    parents.set(id, parentId)
    const above = parentId ?? globalTenant
    const brothers = children.get(above)
    if (brothers) brothers.push(id)
    else children.set(above, [id])
  }
  const spans = new Map<string, { from: number; to: number }>()
  const order: string[] = []
  // By hand, not by recursion: a tree may be deep.
  const walk: { id: string; next: number }[] = [{ id: globalTenant, next: 0 }]
  for (let top = walk.at(-1); top; top = walk.at(-1)) {
    if (top.next === 0) {
      spans.set(top.id, { from: order.length, to: order.length })
      order.push(top.id)
    }
    const child = children.get(top.id)?.[top.next]
    top.next += 1
    if (child) walk.push({ id: child, next: 0 })
    else {
      const span = spans.get(top.id)
      if (span) span.to = order.length - 1
      walk.pop()
    }
  }
  return { spans, parents, order }
}

export const subtree = ({ spans, order }: Tree, id: string) => {
  const span = spans.get(id)
  return span ? order.slice(span.from, span.to + 1) : []
}

/** Parents up to the root, and the global tenant. */
export const above = ({ parents }: Tree, id: string) => {
  const line: string[] = []
  for (let at = parents.get(id); at; at = parents.get(at)) line.push(at)
  return id === globalTenant ? [] : [...line, globalTenant]
}
