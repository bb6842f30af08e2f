// A button with a panel under it: closes on Escape, on a click beside it, and when the focus leaves.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './popover.css'

type Props = {
  /** Of the button. */
  label: string
  className?: string
  trigger: ReactNode
  kind: 'menu' | 'dialog'
  panel: (close: () => void) => ReactNode
  /** Opens with the arrow keys, too. */
  onOpened?: (panel: HTMLElement, from: 'first' | 'last') => void
}

const useClickBeside = (open: boolean, close: () => void) => {
  const root = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!open) return
    const beside = ({ target }: PointerEvent) => !root.current?.contains(target as Node) && close()
    addEventListener('pointerdown', beside)
    return () => removeEventListener('pointerdown', beside)
  })
  return root
}

export const Popover = ({ label, className = '', trigger, kind, panel, onOpened }: Props) => {
  const [open, setOpen] = useState<'first' | 'last' | false>(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const root = useClickBeside(open !== false, () => setOpen(false))
  const close = () => {
    setOpen(false)
    button.current?.focus()
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
    <span className="pop" ref={root} onKeyDown={keys} onBlur={({ relatedTarget }) => relatedTarget && !root.current?.contains(relatedTarget) && setOpen(false)}>
      <button ref={button} type="button" className={className} aria-label={label} title={label} aria-haspopup={kind} aria-expanded={open !== false} aria-controls={open ? id : undefined} onClick={() => setOpen(open ? false : 'first')}>
        {trigger}
      </button>
      {open && (
        <div id={id} role={kind} aria-label={label} className={`pop-panel ${kind}`} tabIndex={-1} ref={(element) => { if (element) onOpened?.(element, open) }}>
          {panel(close)}
        </div>
      )}
    </span>
  )
}
