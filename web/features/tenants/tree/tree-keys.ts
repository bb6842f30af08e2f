// How the keyboard walks the tree (WAI-ARIA tree view): arrows, Home, End, the first letters; Enter opens, Alt+M moves.
import type { KeyboardEvent } from 'react'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import type { useTypeahead } from '#web/ui/typeahead.ts'
import type { TreeRow } from './tree-rows.ts'

type Walk = {
  readonly walked: readonly TreeRow[]
  readonly at: number
  readonly row: TreeRow
  readonly goTo: (key: string) => void
  readonly toggle: (id: string) => void
  readonly act: (row: TreeRow) => void
  readonly onMove: ((tenant: TenantBranch) => void) | undefined
  readonly lead: ReturnType<typeof useTypeahead>
}

/** Where to go; `here` when something else was done. */
type Step = (position: Walk) => TreeRow | 'here' | undefined

const parentIn = ({ walked, at, row }: Walk) => walked.slice(0, at).findLast(({ depth }) => depth < row.depth)

const isOpen = ({ row }: Walk) => (row.kind === 'tenant' ? row.open : undefined)

const into: Step = (position) => {
  const open = isOpen(position)
  if (open === false) position.toggle(position.row.key)
  return open ? position.walked[position.at + 1] : 'here'
}

const out: Step = (position) => {
  if (!isOpen(position) || position.row.depth === 0) return parentIn(position) ?? 'here'
  position.toggle(position.row.key)
  return 'here'
}

const enter: Step = ({ row, act }) => {
  act(row)
  return 'here'
}

const steps: Record<string, Step> = {
  ArrowDown: ({ walked, at }) => walked[at + 1] ?? 'here',
  ArrowUp: ({ walked, at }) => walked[at - 1] ?? 'here',
  Home: ({ walked }) => walked[0],
  End: ({ walked }) => walked.at(-1),
  ArrowRight: into,
  ArrowLeft: out,
  Enter: enter,
  ' ': enter,
}

const moves = ({ key, altKey }: KeyboardEvent) => altKey && key.toLowerCase() === 'm'

/** The menu twin of dragging, from where the focus is. */
const move = ({ row, onMove }: Walk) => {
  if (row.kind !== 'tenant' || row.depth === 0 || !onMove) return false
  onMove(row.tenant)
  return true
}

const titleOf = (row: TreeRow) => (row.kind === 'tenant' ? row.tenant.title : '')

/** The line whose title begins with what was typed. */
const ahead = (event: KeyboardEvent, { walked, at, lead }: Walk) => {
  const found = lead(event, walked.map(titleOf), at)
  return found === undefined ? undefined : walked[found]
}

/** Whether the key meant something. */
export const walk = (event: KeyboardEvent, position: Walk): boolean => {
  if (moves(event)) return move(position)
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const to = ahead(event, position) ?? steps[event.key]?.(position)
  if (to && to !== 'here') position.goTo(to.key)
  return to !== undefined
}
