// A button with a panel under it: closes on Escape, on a click beside it, and when the focus leaves.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLayer } from './layer.ts'
import { expectPanel, usePlacement } from './placement.ts'
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
  /** A menu opens with the arrow keys, too. In a dialog the focus goes to what is searched in, or to the first box. */
  onOpened?: (panel: HTMLElement, from: 'first' | 'last') => unknown
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

/** For a panel whose contents are loaded after it opened. */
export const focusPanel = (panel: HTMLElement) => panel.contains(document.activeElement) || panel.focus()

const focusFirst = (panel: HTMLElement) => {
  const first =
    panel.querySelector<HTMLElement>('[role=combobox]') ?? panel.querySelector('input:not(:disabled),button')
  if (first instanceof HTMLElement) first.focus()
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
  onOpened = kind === 'dialog' ? focusFirst : undefined,
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
  usePlacement(open !== false, { panel: panelElement, anchor: button, placement: `bottom-${align}`, onLost: gone })
  const placeFocus = useEffectEvent((panel: HTMLElement, from: 'first' | 'last') => onOpened?.(panel, from))
  useLayoutEffect(() => {
    if (open && panelElement.current) placeFocus(panelElement.current, open)
  }, [open])
  const close = () => {
    button.current?.focus()
    gone()
  }
  useLayer(open !== false, close)
  const keys = (event: KeyboardEvent) => {
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
        data-tip={label}
        aria-haspopup={kind}
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        onPointerEnter={expectPanel}
        onFocus={expectPanel}
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
