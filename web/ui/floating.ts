// Keeps a panel at what opened it, by Floating UI: on the other side where there is more room, inside the window, no
// taller than what is left, and with it whatever is scrolled or resized. Loaded when the first panel is opened.
import {
  autoUpdate,
  computePosition,
  flip,
  hide,
  offset,
  shift,
  size,
  type Middleware,
  type Placement,
  type Rect,
} from '@floating-ui/dom'

const gap = 6
const margin = 8

export type Stay = {
  readonly panel: HTMLElement
  readonly anchor: HTMLElement
  readonly placement: Placement
  /** What it lies over only where there is no room above, by a selector. */
  readonly clearOf?: string
  /** It is out of sight: scrolled away, or gone. */
  readonly onLost: () => void
}

const isCovered = (one: Element, { x, y, width, height }: Rect) => {
  const { left, right, top, bottom } = one.getBoundingClientRect()
  return right > left && left < x + width && right > x && top < y + height && bottom > y
}

/** Above, if it would lie over one of these and there is room. `flip` looks at the window alone. */
const awayFrom = (selector: string): Middleware => ({
  name: 'awayFrom',
  fn: ({ x, y, placement, rects: { floating, reference } }) => {
    const hasRoomAbove = reference.y >= floating.height + gap + margin
    if (!placement.startsWith('bottom') || !hasRoomAbove) return {}
    const lies = { x, y, width: floating.width, height: floating.height }
    const covers = [...document.querySelectorAll(selector)].some((one) => isCovered(one, lies))
    return covers ? { reset: { placement: 'top' } } : {}
  },
})

const moved = async ({ panel, anchor, placement, clearOf, onLost }: Stay) => {
  const { x, y, middlewareData } = await computePosition(anchor, panel, {
    strategy: 'fixed',
    placement,
    middleware: [
      offset(gap),
      flip({ padding: margin }),
      clearOf !== undefined && awayFrom(clearOf),
      shift({ padding: margin }),
      size({
        padding: margin,
        apply: ({ availableHeight }) => panel.style.setProperty('--room', `${Math.floor(availableHeight)}px`),
      }),
      hide(),
    ],
  })
  if (middlewareData.hide?.referenceHidden) return onLost()
  panel.style.left = `${x}px`
  panel.style.top = `${y}px`
}

/** Until it is told to stop. */
export const stayAt = (stay: Stay) => {
  const update = () => void moved(stay)
  const stop = autoUpdate(stay.anchor, stay.panel, update)
  if (stay.clearOf === undefined) return stop
  // A message may come a moment after the focus.
  const observer = new MutationObserver(update)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    stop()
  }
}
