// A box for a text, with a button at its end where it has one; an error is announced.
import type { ComponentProps, ReactNode } from 'react'
import { LabelledField } from '#web/ui/labelled-field.tsx'
import { ErrorIcon } from './icons.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'children'> & {
  label: string
  error?: string | undefined
  /** Drawn inside the box, at its end. */
  end?: ReactNode
  /** Under the box, before the error. */
  hint?: ReactNode
}

export const Field = ({ label, error, end, hint, 'aria-describedby': described, ...input }: Props) => (
  <LabelledField className="fld" label={label} error={error} mark={<ErrorIcon size={15} />}>
    {({ id, 'aria-describedby': said, ...control }) => (
      <>
        <div className="box">
          <input
            {...input}
            {...control}
            id={id}
            aria-describedby={[said, hint && `${id}-hint`, described].filter(Boolean).join(' ') || undefined}
          />
          {end}
        </div>
        {hint && (
          <small id={`${id}-hint`} className="hint" role="status">
            {hint}
          </small>
        )}
      </>
    )}
  </LabelledField>
)
