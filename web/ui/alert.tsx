// What went wrong, announced as soon as it stands there.
import type { ReactNode } from 'react'

type Props = {
  /** Before the words. */
  mark?: ReactNode
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}

export const Alert = ({ mark, action, children }: Props) => (
  <div className="alert" role="alert">
    {mark}
    <div>{children}</div>
    {action}
  </div>
)
