// How the keyboard walks the tree (WAI-ARIA tree view): arrows, Home, End, the first letter; Enter opens, Alt+M moves.
import type { KeyboardEvent } from 'react'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import type { TreeRow } from './tree-rows.ts'

type Walk = {
  readonly walked: readonly TreeRow[]
  readonly at: number
  readonly row: TreeRow
  readonly goTo: (key: string) => void
  readonly toggle: (id: string) => void
  readonly act: (row: TreeRow) => void
  readonly onMove: ((tenant: TenantBranch) => void) | undefined
}

/** Where to go; `here` when something else was done. */
type Step = (given: Walk, key: string) => TreeRow | 'here' | undefined

const parentIn = ({ walked, at, row }: Walk) => walked.slice(0, at).findLast(({ depth }) => depth < row.depth)

const isOpen = ({ row }: Walk) => (row.kind === 'tenant' ? row.open : undefined)

const into: Step = (given) => {
  const open = isOpen(given)
  if (open === false) given.toggle(given.row.key)
  return open ? given.walked[given.at + 1] : 'here'
}

const out: Step = (given) => {
  if (!isOpen(given) || given.row.depth === 0) return parentIn(given) ?? 'here'
  given.toggle(given.row.key)
  return 'here'
}

const enter: Step = ({ row, act }) => {
  act(row)
  return 'here'
}

const byLetter: Step = ({ walked, at }, key) => {
  const letter = key.toLocaleLowerCase()
  return [...walked.slice(at + 1), ...walked.slice(0, at)].find(
    (row) => row.kind === 'tenant' && row.tenant.title.toLocaleLowerCase().startsWith(letter),
  )
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

const stepFor = (key: string): Step | undefined => steps[key] ?? (key.length === 1 ? byLetter : undefined)

/** Whether the key meant something. */
export const walk = (event: KeyboardEvent, given: Walk): boolean => {
  if (moves(event)) return move(given)
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const to = stepFor(event.key)?.(given, event.key)
  if (to && to !== 'here') given.goTo(to.key)
  return to !== undefined
}
