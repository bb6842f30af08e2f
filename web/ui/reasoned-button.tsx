// A button that may not be pressed and says why: in the bubble of `tooltip.ts`, and as its description to a screen
// reader. A disabled button could do neither, so it keeps the focus and does nothing.
import { type ButtonHTMLAttributes, useId } from 'react'
import './reasoned.css'

type PlainButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled' | 'title'> & {
  'data-tip'?: string | undefined
}
type Props = PlainButton & { reason: string | undefined }

const HeldButton = ({ reason, className = '', children, ...button }: PlainButton & { reason: string }) => {
  const id = useId()
  return (
    <span className="reasoned">
      <button
        {...button}
        type="button"
        className={className}
        aria-disabled="true"
        aria-describedby={id}
        data-tip={reason}
        onClick={undefined}
      >
        {children}
      </button>
      <span id={id} hidden>
        {reason}
      </span>
    </span>
  )
}

/** Without a reason a button like any other. */
export const ReasonedButton = ({ reason, ...button }: Props) =>
  reason === undefined ? <button type="button" {...button} /> : <HeldButton reason={reason} {...button} />
