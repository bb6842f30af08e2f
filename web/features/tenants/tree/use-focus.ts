// Where the focus of the tree stands, and how it gets to a line that may have to be read first.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TreeRow } from './tree-rows.ts'
import { isFocusFree } from '#web/ui/free-focus.ts'

/** What is still being read is no place to be. */
export const focusable = ({ kind }: TreeRow) => kind !== 'reading'

/**
 * A line that is drawn anew, or at another place, loses the focus with its element: it gets it back. Whoever goes
 * elsewhere takes it along; a dialog only borrows it.
 */
const useFocusOfLine = (list: RefObject<HTMLElement | null>) => {
  const had = useRef<string>(undefined)
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('dialog')) return
      const line = list.current?.contains(target) ? target.closest<HTMLElement>('[data-key]') : undefined
      had.current = line?.dataset['key']
    }
    const signs = ['focusin', 'pointerdown'] as const
    for (const sign of signs) document.addEventListener(sign, follow)
    return () => {
      for (const sign of signs) document.removeEventListener(sign, follow)
    }
  }, [list])
  useLayoutEffect(() => {
    if (had.current === undefined || !isFocusFree()) return
    list.current?.querySelector<HTMLElement>(`[data-key="${had.current}"]`)?.focus({ preventScroll: true })
  })
}

/** In the list alone: the page beside it stays where it is. */
const center = (list: HTMLElement, element: HTMLElement) => {
  const [place, line] = [list.getBoundingClientRect(), element.getBoundingClientRect()]
  list.scrollBy(0, line.top + line.height / 2 - (place.top + place.height / 2))
}

/** The focus is where it was put, else on the tenant that is shown, else at the top. */
export const useFocus = (
  list: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  current: string | undefined,
) => {
  const [wanted, setWanted] = useState<string>()
  useFocusOfLine(list)
  const [, redraw] = useState(0)
  const pending = useRef<{ key: string; focus: boolean; far: boolean }>(undefined)
  const keys = rows.filter(focusable).map(({ key }) => key)
  const focused = [wanted, current, keys[0]].find((key) => key !== undefined && keys.includes(key))
  useEffect(() => {
    const goal = pending.current
    if (!goal || !keys.includes(goal.key)) return
    pending.current = undefined
    const element = list.current?.querySelector<HTMLElement>(`[data-key="${goal.key}"]`)
    if (!element || !list.current) return
    if (goal.far) center(list.current, element)
    else element.scrollIntoView({ block: 'nearest' })
    if (goal.focus) element.focus({ preventScroll: true })
  })
  return {
    focused,
    stay: setWanted,
    goTo: (key: string, { focus = true, far = false } = {}) => {
      pending.current = { key, focus, far }
      setWanted(key)
      redraw((count) => count + 1)
    },
  }
}
