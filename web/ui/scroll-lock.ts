// The page behind a dialog or a drawer stays where it is: it does not scroll, and nothing moves sideways when its
// scrollbar goes.
import { useLayoutEffect } from 'react'

let holders = 0

const lock = () => {
  const { style, clientWidth } = document.documentElement
  // Not `scrollbar-gutter`: the backdrop of a dialog leaves that strip bright.
  if (innerWidth > clientWidth) style.paddingInlineEnd = `${innerWidth - clientWidth}px`
  style.overflow = 'hidden'
  // Safari on a telephone pulls the page along beyond the end of a list otherwise.
  style.overscrollBehavior = 'none'
}

const release = () => {
  for (const property of ['overflow', 'overscroll-behavior', 'padding-inline-end'])
    document.documentElement.style.removeProperty(property)
}

export const useScrollLock = () =>
  useLayoutEffect(() => {
    holders += 1
    if (holders === 1) lock()
    return () => {
      holders -= 1
      if (holders === 0) release()
    }
  }, [])
