// What of the tree is on the screen, line by line: pure, from what is open and what has been read.
import type { TenantBranch } from '#contract/tenant-tree.ts'

export type Level = {
  readonly items: readonly TenantBranch[]
  /** Of all children; unknown until the first page is there. */
  readonly count: number | undefined
  readonly reading: boolean
  readonly error: unknown
}
export const unread: Level = { items: [], count: undefined, reading: true, error: null }

/** Of each ancestor level: whether its guide line leads to the tenant that is shown. */
type Lines = readonly boolean[]

export type TreeRow = { readonly key: string; readonly depth: number; readonly lines: Lines } & (
  | {
      readonly kind: 'tenant'
      readonly tenant: TenantBranch
      readonly open: boolean | undefined
      readonly reading: boolean
      readonly onPath: boolean
      readonly place: number
      readonly size: number
      readonly tentative: boolean
    }
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'more'
      readonly parentId: string
      readonly left: number
      readonly reading: boolean
      readonly place: number
      readonly size: number
    }
  | { readonly kind: 'failed'; readonly parentId: string; readonly error: unknown }
)

export type Relocation = { readonly tenant: TenantBranch; readonly to: string }

type TreeView = {
  readonly root: TenantBranch
  readonly isOpen: (id: string) => boolean
  readonly levelOf: (id: string) => Level
  /** From the root to the tenant that is shown. */
  readonly path: readonly string[]
  /** As it would be after a move that is being asked about. */
  readonly moving: Relocation | undefined
}

const relocated = (
  { items, count }: Level,
  parentId: string,
  moving: Relocation | undefined,
): { items: readonly TenantBranch[]; size: number } => {
  const size = count ?? items.length
  if (!moving) return { items, size }
  const others = items.filter(({ id }) => id !== moving.tenant.id)
  if (moving.to !== parentId) return { items: others, size: size - (items.length - others.length) }
  return { items: [...others, moving.tenant].toSorted((a, b) => a.title.localeCompare(b.title)), size: size + 1 }
}

/** After the tenants of a level: why it was not read, that it is being read, or how many more there are. */
const restOf = (
  level: Level,
  {
    parentId,
    depth,
    lines,
    shown,
    size,
  }: { parentId: string; depth: number; lines: Lines; shown: number; size: number },
): TreeRow[] => {
  if (level.error) return [{ kind: 'failed', key: `failed ${parentId}`, depth, lines, parentId, error: level.error }]
  if (level.count === undefined)
    return [1, 2].map((n) => ({ kind: 'reading', key: `reading ${n} ${parentId}`, depth, lines }))
  if (size <= shown) return []
  return [
    {
      kind: 'more',
      key: `more ${parentId}`,
      depth,
      lines,
      parentId,
      left: size - shown,
      reading: level.reading,
      place: shown + 1,
      size,
    },
  ]
}

export const rowsOf = ({ root, isOpen, levelOf, path, moving }: TreeView): TreeRow[] => {
  const rows: TreeRow[] = []
  const onPath = new Set(path)
  const hasBelow = ({ id, childrenCount }: TenantBranch) => childrenCount > 0 || moving?.to === id

  const below = (parentId: string, depth: number, lines: Lines) => {
    const level = levelOf(parentId)
    const { items, size } = relocated(level, parentId, moving)
    const leads = onPath.has(parentId) ? items.findIndex(({ id }) => onPath.has(id)) : -1
    for (const [index, tenant] of items.entries()) {
      const own = [...lines, index <= leads]
      rows.push(tenantRow(tenant, { depth, lines: own, place: index + 1, size }))
      if (isOpen(tenant.id) && hasBelow(tenant)) below(tenant.id, depth + 1, [...lines, index < leads])
    }
    rows.push(...restOf(level, { parentId, depth, lines: [...lines, false], shown: items.length, size }))
  }

  const tenantRow = (
    tenant: TenantBranch,
    where: { depth: number; lines: Lines; place: number; size: number },
  ): TreeRow => ({
    kind: 'tenant',
    key: tenant.id,
    tenant,
    ...where,
    open: hasBelow(tenant) ? isOpen(tenant.id) : undefined,
    reading:
      isOpen(tenant.id) && hasBelow(tenant) && levelOf(tenant.id).count === undefined && !levelOf(tenant.id).error,
    onPath: onPath.has(tenant.id),
    tentative: tenant.id === moving?.tenant.id,
  })

  rows.push(tenantRow(root, { depth: 0, lines: [], place: 1, size: 1 }))
  if (isOpen(root.id)) below(root.id, 1, [])
  return rows
}
