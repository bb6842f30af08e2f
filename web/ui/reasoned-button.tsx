// A button that may not be pressed and says why: in a bubble under the pointer, with the keyboard and at a touch, and
// as its description to a screen reader. A disabled button could do none of it, so it keeps the focus and does nothing.
import { type ButtonHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import './reasoned-button.css'

type Plain = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'>
type Props = Plain & { reason: string | undefined }

const gap = 6
const margin = 8

/** In the top layer, so that no list around it cuts it off: below the button, or above where there is no room. */
const place = (bubble: HTMLElement, button: HTMLElement) => {
  if (!bubble.matches(':popover-open')) bubble.showPopover()
  const { top, bottom, left } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bubble
  const below = bottom + gap + height + margin <= innerHeight
  bubble.style.top = `${below ? bottom + gap : Math.max(margin, top - gap - height)}px`
  bubble.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
}

const Held = ({ reason, className = '', children, ...button }: Plain & { reason: string }) => {
  const id = useId()
  const [shown, show] = useState(false)
  const at = useRef<HTMLButtonElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!shown || !bubble.current || !at.current) return
    place(bubble.current, at.current)
    const hide = () => show(false)
    const said = bubble.current
    addEventListener('scroll', hide, { capture: true, once: true })
    return () => {
      removeEventListener('scroll', hide, { capture: true })
      if (said.matches(':popover-open')) said.hidePopover()
    }
  }, [shown])
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown) return
    // A dialog around this one stays.
    event.preventDefault()
    event.stopPropagation()
    show(false)
  }
  return (
    <span className="reasoned" onPointerEnter={() => show(true)} onPointerLeave={() => show(false)}>
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
        onBlur={() => show(false)}
        onKeyDown={keys}
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
