// Arrow keys walk from row to row, at the same control of each; from the search down into them, and back up (rule 7).
import type { KeyboardEvent } from 'react'

/** What opens with an arrow keeps it. */
const control = 'a[href], button:not([aria-haspopup], :disabled), input[type=checkbox]:not(:disabled)'

const rowsOf = (table: Element) => [...table.querySelectorAll<HTMLTableRowElement>('tbody tr[data-key]')]

/** What opens the row, or the first thing in it. */
export const openerOf = (row: Element) => row.querySelector<HTMLElement>('td:not(.et-select) :is(a[href], .et-open)')
const firstOf = (row: Element) => openerOf(row) ?? row.querySelector<HTMLElement>(control)

const sameIn = (row: HTMLTableRowElement, target: Element) => {
  const cell = target.closest('td')
  return (cell && row.cells[cell.cellIndex]?.querySelector<HTMLElement>(control)) ?? firstOf(row)
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** On the rows. */
export const walkRows = (event: KeyboardEvent<HTMLElement>) => {
  const target = event.target as Element
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || !target.matches(control)) return
  const rows = rowsOf(event.currentTarget)
  const at = rows.findIndex((row) => row.contains(target))
  if (at < 0 || target.closest('dialog')) return
  const next = rows[step(at, rows.length - 1)]
  const search = event.currentTarget.closest('.et')?.querySelector<HTMLElement>('.et-search input')
  event.preventDefault()
  ;(next ? sameIn(next, target) : search)?.focus()
}

/** On the search of a list. */
export const leaveSearch = ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
  const table = currentTarget.closest('.et')
  const [first] = table ? rowsOf(table) : []
  if (first) firstOf(first)?.focus()
}
