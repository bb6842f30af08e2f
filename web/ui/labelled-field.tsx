// A label above its control and what is said of it below, both tied to it: of the portal's fields and of those of the
// sign-in pages, which look different.
import { type ReactNode, useId } from 'react'

/** What the control is told: whether it must be filled, and where what is said of it stands. */
export type ControlProps = {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

type Props = {
  className: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Before an error, which is announced then. */
  mark?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export const LabelledField = ({ className, label, hint, error, mark, children }: Props) => {
  const id = useId()
  const said = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(said && { 'aria-describedby': `${id}-said` }),
      })}
      {said && (
        <small id={`${id}-said`} role={error && mark ? 'alert' : undefined}>
          {error && mark}
          {said}
        </small>
      )}
    </div>
  )
}
