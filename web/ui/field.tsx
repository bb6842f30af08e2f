// A labelled control with what is wrong with it underneath (docs/ux.md, rule 21).
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
} from 'react'
import { type ControlProps, LabelledField } from './labelled-field.tsx'
import './field.css'

const Described = createContext<ControlProps>({ id: '' })

type Props = {
  label: string
  required?: boolean
  hint?: ReactNode
  error?: string | undefined
  wide?: boolean
  children: ReactNode
}

const classOf = ({ wide, error }: Pick<Props, 'wide' | 'error'>) =>
  ['field', wide && 'wide', error && 'wrong'].filter(Boolean).join(' ')

export const Field = ({ label, required, wide = false, hint, error, children }: Props) => {
  const text = (
    <>
      {label}
      {required && <span aria-hidden="true"> *</span>}
    </>
  )
  return (
    <LabelledField className={classOf({ wide, error })} label={text} hint={hint} error={error}>
      {(control) => (
        <Described value={required ? { ...control, 'aria-required': true } : control}>{children}</Described>
      )}
    </LabelledField>
  )
}

/** For a control of another kind inside a `Field`. */
export const useField = () => useContext(Described)

export const TextInput = (given: ComponentProps<'input'>) => (
  <input type="text" className="input" {...useField()} {...given} />
)

export const TextArea = (given: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <textarea className="input" rows={3} {...useField()} {...given} />
)

export const Choice = ({ children, ...given }: SelectHTMLAttributes<HTMLSelectElement>) => (
  <select className="input choice" {...useField()} {...given}>
    {children}
  </select>
)
