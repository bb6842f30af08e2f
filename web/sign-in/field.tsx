// Label above, error below, and both tied to the input for those who do not see them.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ErrorIcon } from './icons.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'children'> & {
  label: string
  error?: string | undefined
  /** Drawn inside the box, at its end. */
  end?: ReactNode
  /** Under the box, before the error. */
  hint?: ReactNode
}

export const Field = ({ label, error, end, hint, 'aria-describedby': described, ...input }: Props) => {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, described].filter(Boolean).join(' ')
  return (
    <div className="fld">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input {...input} id={id} aria-invalid={Boolean(error)} aria-describedby={describedBy || undefined} />
        {end}
      </div>
      {hint && (
        <small id={`${id}-hint`} className="hint" role="status">
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} role="alert">
          <ErrorIcon size={15} />
          {error}
        </small>
      )}
    </div>
  )
}
