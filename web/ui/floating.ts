// Keeps a panel at what opened it, by Floating UI: on the other side where there is more room, inside the window, no
// taller than what is left, and with it whatever is scrolled or resized. Loaded when the first panel is opened.
import { autoUpdate, computePosition, flip, hide, offset, shift, size, type Placement } from '@floating-ui/dom'

const gap = 6
const margin = 8

export type Stay = {
  readonly panel: HTMLElement
  readonly anchor: HTMLElement
  readonly placement: Placement
  /** It is out of sight: scrolled away, or gone. */
  readonly onLost: () => void
}

const moved = async ({ panel, anchor, placement, onLost }: Stay) => {
  const { x, y, middlewareData } = await computePosition(anchor, panel, {
    strategy: 'fixed',
    placement,
    middleware: [
      offset(gap),
      flip({ padding: margin }),
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
export const stayAt = (stay: Stay) => autoUpdate(stay.anchor, stay.panel, () => void moved(stay))
