// Marks of what the bubble of `tooltip.ts` shows. A control is marked by hand (`data-tip`): it has the focus anyway.
import type { ReactNode } from 'react'
import './reasoned.css'

/** For a text that no other way leads to: the keyboard stops at it. */
export const tip = (words: string | undefined) => (words ? { 'data-tip': words, tabIndex: 0 } : {})

/** Around a control that may be disabled, which could not have the focus and tell its reason itself. */
export const WithReason = ({ reason, children }: { reason: string | undefined; children: ReactNode }) => (
  <span className="reasoned" {...(reason ? { role: 'group', ...tip(reason) } : {})}>
    {children}
  </span>
)
