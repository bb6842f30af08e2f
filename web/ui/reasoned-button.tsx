// A button that may not be pressed and says why: in a bubble under the pointer, with the keyboard and at a touch, and
// as its description to a screen reader. A disabled button could do none of it, so it keeps the focus and does nothing.
import { type ButtonHTMLAttributes, useId, useRef, useState } from 'react'
import { useLayer } from './layer.ts'
import { usePlacement } from './placement.ts'
import './reasoned-button.css'

type Plain = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'>
type Props = Plain & { reason: string | undefined }

const Held = ({ reason, className = '', children, ...button }: Plain & { reason: string }) => {
  const id = useId()
  const [shown, show] = useState(false)
  const at = useRef<HTMLButtonElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const hide = () => show(false)
  usePlacement(shown, { panel: bubble, anchor: at, placement: 'bottom-start', onLost: hide })
  useLayer(shown, hide)
  return (
    <span className="reasoned" onPointerEnter={() => show(true)} onPointerLeave={hide}>
      <button
        {...button}
        ref={at}
        type="button"
        title={undefined}
        className={className}
        aria-disabled="true"
        aria-describedby={id}
        onClick={() => show(true)}
        onFocus={() => show(true)}
        onBlur={hide}
      >
        {children}
      </button>
      <span id={id} role="tooltip" className="reason" popover="manual" ref={bubble}>
        {reason}
      </span>
    </span>
  )
}

/** Without a reason a button like any other. */
export const ReasonedButton = ({ reason, ...button }: Props) =>
  reason === undefined ? <button type="button" {...button} /> : <Held reason={reason} {...button} />
