// Arrow keys walk from row to row, at the same control of each; from the search down into them, and back up (rule 7).
import type { KeyboardEvent } from 'react'

/** What opens with an arrow keeps it. */
const control = 'a[href], button:not([aria-haspopup], :disabled), input[type=checkbox]:not(:disabled)'

const rowsOf = (table: Element) => [...table.querySelectorAll<HTMLTableRowElement>('tbody tr[data-key]')]

/** What opens the row, or the first thing in it. */
export const openerOf = (row: Element) => row.querySelector<HTMLElement>('td:not(.et-select) :is(a[href], .et-open)')
const firstOf = (row: Element) => openerOf(row) ?? row.querySelector<HTMLElement>(control)

/**
 * Of a control of a row: the row, as it is when the control has gone; where the row has gone too, as from a list of
 * what waits, the one that took its place, or the page. Menus give the focus back themselves.
 */
export const besideInRow = (focused: Element) => {
  const row = focused.closest<HTMLTableRowElement>('tr[data-key]')
  const table = row?.closest('table')
  if (!row || !table || focused.closest('dialog, [popover], [role=menu]')) return undefined
  const at = rowsOf(table).indexOf(row)
  return () => {
    const next = row.isConnected
      ? row
      : rowsOf(table)
          .slice(0, at + 1)
          .at(-1)
    return table.isConnected && next ? firstOf(next) : document.getElementById('content')
  }
}

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

/** A key of ours, on a control of a row itself. */
const stepOf = (event: KeyboardEvent<HTMLElement>) => {
  const target = event.target as Element
  const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  const within = target.matches(control) && !target.closest('dialog, [popover], [role=menu]')
  return held || !within || event.defaultPrevented ? undefined : steps[event.key]
}

/** On the rows. */
export const walkRows = (event: KeyboardEvent<HTMLElement>) => {
  const step = stepOf(event)
  const target = event.target as Element
  const rows = rowsOf(event.currentTarget)
  const at = rows.findIndex((row) => row.contains(target))
  if (!step || at < 0) return
  const next = rows[step(at, rows.length - 1)]
  const search = event.currentTarget.closest('.et')?.querySelector<HTMLElement>('.et-search input')
  event.preventDefault()
  const focused = next ? sameIn(next, target) : search
  focused?.focus()
}

/** On the search of a list. */
export const leaveSearch = ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
  const table = currentTarget.closest('.et')
  const [first] = table ? rowsOf(table) : []
  if (first) firstOf(first)?.focus()
}
