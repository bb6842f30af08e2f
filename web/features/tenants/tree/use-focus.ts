// Where the focus of the tree stands, and how it gets to a line that may have to be read first.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TreeRow } from './tree-rows.ts'

/** What is still being read is no place to be. */
export const focusable = ({ kind }: TreeRow) => kind !== 'reading'

/** The focus is where it was put, else on the tenant that is shown, else at the top. */
export const useFocus = (
  list: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  current: string | undefined,
) => {
  const [wanted, setWanted] = useState<string>()
  const [, redraw] = useState(0)
  const pending = useRef<{ key: string; focus: boolean; far: boolean }>(undefined)
  const keys = rows.filter(focusable).map(({ key }) => key)
  const focused = [wanted, current, keys[0]].find((key) => key !== undefined && keys.includes(key))
  useEffect(() => {
    const goal = pending.current
    if (!goal || !keys.includes(goal.key)) return
    pending.current = undefined
    const element = list.current?.querySelector<HTMLElement>(`[data-key="${goal.key}"]`)
    element?.scrollIntoView({ block: goal.far ? 'center' : 'nearest' })
    if (goal.focus) element?.focus({ preventScroll: true })
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
