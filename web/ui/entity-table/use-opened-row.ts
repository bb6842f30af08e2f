// Whoever comes back to a list finds the focus on the row that was opened, as after every dialog.
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { openerOf } from './row-keys.ts'
import type { Table } from './use-table.ts'
import { isFocusFree } from '../free-focus.ts'

/** By list, the row whose link was followed last. */
const followed = new Map<string, string>()

export const useOpenedRow = <R>({ list, rows }: Table<R>, place: RefObject<HTMLElement | null>) => {
  const id = [list.id, ...Object.values(list.params ?? {})].join(':')
  const opened = useRef<string>(undefined)
  useEffect(() => {
    opened.current = followed.get(id)
    followed.delete(id)
  }, [id])
  const isThere = rows.data !== undefined && !rows.isPlaceholderData
  useEffect(() => {
    const key = opened.current
    if (!isThere || key === undefined) return
    opened.current = undefined
    const row = place.current?.querySelector(`[data-key="${CSS.escape(key)}"]`)
    if (row && isFocusFree()) openerOf(row)?.focus()
  }, [id, isThere, place])
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a[href]')
    const key = link && link.closest<HTMLElement>('tr[data-key]')?.dataset['key']
    // Prevented by whoever goes there without loading the page again; another tab leaves this one as it is.
    if (key && event.defaultPrevented) followed.set(id, key)
  }
}
