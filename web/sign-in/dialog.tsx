// The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back.
import { type ReactNode, useCallback, useId, useRef } from 'react'

type Action = { value: string; label: string }
type Props = {
  title: string
  tone?: 'plain' | 'warning' | 'error' | 'success'
  icon?: ReactNode
  size?: 'plain' | 'wide'
  /** The last one is the primary one. */
  actions: readonly Action[]
  /** The value of the chosen action; empty after Escape. */
  onClose: (value: string) => void
  children: ReactNode
}

const open = (dialog: HTMLDialogElement | null) => {
  if (!dialog || dialog.open) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>('.pri')?.focus()
}

export const Dialog = ({ title, tone = 'plain', icon, size = 'plain', actions, onClose, children }: Props) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const attach = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element
    open(element)
  }, [])
  return (
    <dialog
      ref={attach}
      className={`dlg ${tone} ${size}`}
      role={tone === 'plain' || tone === 'success' ? 'dialog' : 'alertdialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={size === 'wide' ? undefined : `${id}-text`}
      onClose={(event) => onClose(event.currentTarget.returnValue)}
    >
      <div className="top">
        {icon}
        <h2 id={`${id}-title`}>{title}</h2>
      </div>
      {/* A long text scrolls by keyboard only when it can hold the focus. */}
      <div
        id={`${id}-text`}
        className="txt"
        {...(size === 'wide' ? { tabIndex: 0, role: 'region', 'aria-labelledby': `${id}-title` } : {})}
      >
        {children}
      </div>
      <div className="acts">
        {actions.map(({ value, label }, index) => (
          <button
            key={value}
            type="button"
            className={index === actions.length - 1 ? 'btn pri' : 'btn'}
            onClick={() => dialog.current?.close(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </dialog>
  )
}
