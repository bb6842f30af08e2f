// A button with a panel under it: closes on Escape, on a click beside it, and when the focus leaves.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import './popover.css'

type Props = {
  /** Of the button. */
  label: string
  className?: string
  trigger: ReactNode
  kind: 'menu' | 'dialog'
  panel: (close: () => void) => ReactNode
  /** From which edge of the button it opens out. */
  align?: 'start' | 'end'
  /** Open from the first moment. */
  opened?: boolean
  onClosed?: () => void
  /** Opens with the arrow keys, too. */
  onOpened?: (panel: HTMLElement, from: 'first' | 'last') => void
}

const useClickBeside = (open: boolean, close: () => void) => {
  const root = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!open) return
    const beside = ({ target }: Event) => !root.current?.contains(target as Node) && close()
    addEventListener('pointerdown', beside)
    return () => removeEventListener('pointerdown', beside)
  })
  return root
}

/** The panel stays at its button, whatever is scrolled or resized, and goes with it. */
const useStayingAt = (
  open: boolean,
  {
    panel,
    button,
    align,
    close,
  }: {
    panel: RefObject<HTMLElement | null>
    button: RefObject<HTMLElement | null>
    align: 'start' | 'end'
    close: () => void
  },
) =>
  useEffect(() => {
    if (!open) return
    const follow = ({ target }: Event) => {
      // What is resized is the window, which is no node.
      if (!panel.current || !button.current || (target instanceof Node && panel.current.contains(target))) return
      const { top, bottom } = button.current.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) close()
      else place(panel.current, button.current, align)
    }
    addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  })

const gap = 6
const margin = 8

/**
 * In the top layer, so that no dialog or list around it cuts it off: below its button, or above where there is more
 * room.
 */
const place = (panel: HTMLElement, button: HTMLElement, align: 'start' | 'end') => {
  if (!panel.matches(':popover-open')) panel.showPopover()
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = innerHeight - bottom - gap - margin
  const fits = below >= height || below >= top
  panel.style.top = `${Math.max(margin, fits ? Math.min(bottom + gap, innerHeight - height - margin) : top - gap - height)}px`
  panel.style.left = `${Math.max(margin, Math.min(align === 'start' ? left : right - width, innerWidth - width - margin))}px`
}

const Content = ({ render, onClose }: { render: Props['panel']; onClose: () => void }) => render(onClose)

export const Popover = ({
  label,
  className = '',
  trigger,
  kind,
  panel,
  align = 'end',
  opened = false,
  onClosed,
  onOpened,
}: Props) => {
  const [open, setOpen] = useState<'first' | 'last' | false>(opened ? 'first' : false)
  const gone = () => {
    setOpen(false)
    onClosed?.()
  }
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const root = useClickBeside(open !== false, gone)
  const panelElement = useRef<HTMLDivElement>(null)
  useStayingAt(open !== false, { panel: panelElement, button, align, close: gone })
  useLayoutEffect(() => {
    if (!open || !panelElement.current || !button.current) return
    place(panelElement.current, button.current, align)
    onOpened?.(panelElement.current, open)
  }, [open, align, onOpened])
  const close = () => {
    button.current?.focus()
    gone()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      // A dialog around this one stays.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    if (kind === 'menu' && event.target === button.current && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
    }
  }
  return (
    <span
      className="pop"
      ref={root}
      onKeyDown={keys}
      onBlur={({ relatedTarget }) => relatedTarget && open && !root.current?.contains(relatedTarget) && gone()}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup={kind}
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? gone() : setOpen('first'))}
      >
        {trigger}
      </button>
      {open && (
        <div
          id={id}
          role={kind}
          aria-label={label}
          className={`pop-panel ${kind}`}
          tabIndex={-1}
          popover="manual"
          ref={panelElement}
        >
          <Content render={panel} onClose={close} />
        </div>
      )}
    </span>
  )
}
