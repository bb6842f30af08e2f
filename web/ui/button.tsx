// A button that waits for an answer, or has nothing to do until something is typed. The browser takes the focus from
// one that becomes disabled and gives it to the page (WCAG 2.4.3): this one keeps it, and does nothing.
import type { ComponentProps, MouseEvent } from 'react'

/** Enter in a field presses the button that sends its form, too. */
const hold = (event: MouseEvent) => event.preventDefault()

type Props = Omit<ComponentProps<'button'>, 'disabled'> & { off: boolean }

export const Button = ({ off, type = 'button', onClick, ...button }: Props) => (
  <button {...button} type={type} aria-disabled={off} onClick={off ? hold : onClick} />
)
