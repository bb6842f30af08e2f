// What the tree of tenants may look like, and how it is told.
import type { TenantBranch, TenantNode } from '#contract/tenant-tree.ts'
import { mostLevels } from '#contract/tenants.ts'

type Flat = Omit<TenantBranch, 'childrenCount'>

/** Brothers stay in the order in which they come. Anyone who has no parent among them stands below the top. */
export const nested = (top: Flat, below: readonly Flat[]): TenantNode => {
  const nodes = new Map(
    [top, ...below].map((tenant): [string, TenantNode] => [tenant.id, { ...tenant, childrenCount: 0, children: [] }]),
  )
  const root = nodes.get(top.id)
  if (!root) throw new TypeError('a tree has a top')
  for (const { id, parentId } of below) {
    const node = nodes.get(id)
    const parent = nodes.get(parentId ?? top.id)
    if (node) parent?.children.push(node)
  }
  for (const node of nodes.values()) node.childrenCount = node.children.length
  return root
}

type Move = {
  readonly id: string
  /** The new parent and all above it; empty for the top. */
  readonly line: readonly string[]
  /** Of what is moved, itself included. */
  readonly levels: number
}

/** Why a tenant cannot stand there (domain-model 4.6). */
export const whyNot = ({ id, line, levels }: Move): 'tenant-below-itself' | 'tenant-too-deep' | undefined => {
  if (line.includes(id)) return 'tenant-below-itself'
  return line.length + levels > mostLevels ? 'tenant-too-deep' : undefined
}

const own = ['title', 'areaId', 'taxNumber', 'viesNumber', 'groupAlias'] as const
type OwnFields = Readonly<Record<(typeof own)[number], string | null>>

export const differs = (before: OwnFields, after: OwnFields) => own.some((name) => before[name] !== after[name])
