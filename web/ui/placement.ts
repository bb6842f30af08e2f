// A panel in the top layer, so that no dialog or list around it cuts it off, at the button that opened it.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Stay } from './floating.ts'

const load = () => import('./floating.ts')

/** Before it is needed: the pointer or the focus is on its button. */
export const expectPanel = () => void load()

type PlacementInput = Pick<Stay, 'placement' | 'onLost'> & {
  /** As wide as what opened it. */
  readonly asWide?: boolean

  readonly panel: RefObject<HTMLElement | null>
  readonly anchor: RefObject<HTMLElement | null>
}

const margin = 8

/** Below it until it is known where there is room. */
const begin = (panel: HTMLElement, anchor: HTMLElement, placement: Stay['placement']) => {
  if (!panel.matches(':popover-open')) panel.showPopover()
  const { bottom, left, right } = anchor.getBoundingClientRect()
  const width = panel.offsetWidth
  const wanted = placement.endsWith('end') ? right - width : left
  panel.style.top = `${bottom + margin}px`
  panel.style.left = `${Math.max(margin, Math.min(wanted, innerWidth - width - margin))}px`
}

export const usePlacement = (open: boolean, { panel, anchor, placement, asWide = false, onLost }: PlacementInput) => {
  const lost = useRef(onLost)
  useLayoutEffect(() => {
    lost.current = onLost
  })
  useLayoutEffect(() => {
    const [element, at] = [panel.current, anchor.current]
    if (!open || !element || !at) return
    if (asWide) element.style.width = `${at.offsetWidth}px`
    begin(element, at, placement)
    let [stop, ended] = [() => {}, false]
    void load().then(({ stayAt }) => {
      if (!ended) stop = stayAt({ panel: element, anchor: at, placement, onLost: () => lost.current() })
    })
    return () => {
      ended = true
      stop()
      if (element.matches(':popover-open')) element.hidePopover()
    }
  }, [open, panel, anchor, placement, asWide])
}
