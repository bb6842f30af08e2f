// A labelled control with what is wrong with it underneath (docs/ux.md, rule 21).
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react'
import './field.css'

type Shared = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true }
const Described = createContext<Shared>({ id: '' })

type Props = {
  label: string
  required?: boolean
  hint?: ReactNode
  error?: string | undefined
  wide?: boolean
  children: ReactNode
}

/** What the control is told: whether it must be filled, and where what is said of it stands. */
const sharedOf = (id: string, { error, hint, required }: Pick<Props, 'error' | 'hint' | 'required'>): Shared => ({
  id,
  ...(error && { 'aria-invalid': true }),
  ...((error || hint) && { 'aria-describedby': `${id}-said` }),
  ...(required && { 'aria-required': true }),
})

const classOf = ({ wide, error }: Pick<Props, 'wide' | 'error'>) =>
  ['field', wide && 'wide', error && 'wrong'].filter(Boolean).join(' ')

export const Field = (props: Props) => {
  const id = useId()
  const said = props.error ?? props.hint
  return (
    <div className={classOf(props)}>
      <label htmlFor={id}>
        {props.label}
        {props.required && <span aria-hidden="true"> *</span>}
      </label>
      <Described value={sharedOf(id, props)}>{props.children}</Described>
      {said && <small id={`${id}-said`}>{said}</small>}
    </div>
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
