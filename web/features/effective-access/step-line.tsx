// One change of a list of them: what it is, what it takes along, and the button that shows it before it is made.
import { type ReactNode, useState } from 'react'
import { labelled } from '#web/lib/labelled.ts'
import { WithBold, withoutBold } from '#web/ui/with-bold.tsx'

type Props = {
  /** Where all of them are needed, in this order. */
  number?: number
  title: string
  effect: string
  verb: string
  preview: (onClose: () => void) => ReactNode
}

export const StepLine = ({ number, title, effect, verb, preview }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <li>
      {number !== undefined && (
        <span className="step-no" aria-hidden="true">
          {number}
        </span>
      )}
      <span className="step-what">
        <WithBold text={title} />
      </span>
      <small>{effect}</small>
      <button
        type="button"
        className="b sm tx"
        aria-label={labelled(verb, withoutBold(title))}
        onClick={() => setOpen(true)}
      >
        {verb}
      </button>
      {open && preview(() => setOpen(false))}
    </li>
  )
}
