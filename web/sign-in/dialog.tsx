// A message or a question of the sign-in pages.
import { type ReactNode, useId } from 'react'
import { Modal } from '#web/ui/modal.tsx'

type Action = { value: string; label: string }
type Props = {
  title: string
  tone?: 'plain' | 'warning' | 'error' | 'success'
  icon?: ReactNode
  size?: 'plain' | 'wide'
  /** The last one is the primary one, and has the focus. */
  actions: readonly Action[]
  /** The value of the chosen action; empty after Escape. */
  onClose: (value: string) => void
  children: ReactNode
}

export const Dialog = ({ title, tone = 'plain', icon, size = 'plain', actions, onClose, children }: Props) => {
  const id = useId()
  return (
    <Modal
      className={`dlg ${tone} ${size}`}
      role={tone === 'plain' || tone === 'success' ? 'dialog' : 'alertdialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={size === 'wide' ? undefined : `${id}-text`}
      closable
      onEscape={() => onClose('')}
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
        {actions.map(({ value, label }, index) => {
          const primary = index === actions.length - 1
          return (
            <button
              key={value}
              type="button"
              className={primary ? 'btn pri' : 'btn'}
              autoFocus={primary}
              onClick={() => onClose(value)}
            >
              {label}
            </button>
          )
        })}
      </div>
    </Modal>
  )
}
