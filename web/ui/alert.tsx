// What went wrong, announced as soon as it stands there, and brought into view.
import type { ReactNode } from 'react'

type Props = {
  /** Before the words. */
  mark?: ReactNode
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}

/** What was pressed may have gone with the focus. */
const show = (alert: HTMLElement | null) => {
  alert?.scrollIntoView({ block: 'nearest' })
  if (document.activeElement === document.body) alert?.focus()
}

export const Alert = ({ mark, action, children }: Props) => (
  <div className="alert" role="alert" tabIndex={-1} ref={show}>
    {mark}
    <div>{children}</div>
    {action}
  </div>
)
