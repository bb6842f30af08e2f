// A question or a message in the way. The focus starts on what is safe (docs/ux.md, rule 19).
import { type ReactNode, useId } from 'react'
import { Modal } from './modal.tsx'
import './dialog.css'

type Props = {
  title: string
  children?: ReactNode
  /** Buttons, from left to right; `autoFocus` on the safe one. */
  actions?: ReactNode
  icon?: ReactNode
  kind?: 'dialog' | 'alertdialog'
  wide?: boolean
  /** Hides the page behind it. */
  full?: boolean
  /** Absent: nothing closes it but its cause. */
  onClose?: (() => void) | undefined
}

export const Dialog = ({ title, children, actions, icon, kind = 'dialog', wide, full, onClose }: Props) => {
  const [heading, body] = [useId(), useId()]
  return (
    <Modal
      className={`dlg${wide ? ' roomy' : ''}${full ? ' full' : ''}`}
      role={kind}
      aria-labelledby={heading}
      aria-describedby={body}
      closable={onClose !== undefined}
      onEscape={() => onClose?.()}
    >
      {icon && <span className="dlg-icon">{icon}</span>}
      <h2 id={heading}>{title}</h2>
      <div id={body} className="dlg-body">
        {children}
      </div>
      {actions && <div className="dlg-actions">{actions}</div>}
    </Modal>
  )
}
