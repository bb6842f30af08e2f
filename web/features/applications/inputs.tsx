// Controls that only these screens have: a switch with its consequence, a list of addresses, a secret that can be made
// up.
import { Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '#web/ui/field.tsx'
import { newSecret } from './rules.ts'

type ToggleProps = {
  label: string
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export const Toggle = ({ label, hint, checked, disabled = false, onChange }: ToggleProps) => {
  const id = useId()
  return (
    <div className="ap-toggle">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="sw"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        <label htmlFor={id}>{label}</label>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </span>
    </div>
  )
}

type AddressProps = {
  label: string
  hint: string
  name: string
  values: readonly string[]
  required?: boolean
  errorOf: (path: string) => string | undefined
  onLeave: (path: string) => void
  onChange: (values: string[]) => void
}

/** Each address with its own complaint. */
export const AddressList = ({
  label,
  hint,
  name,
  values,
  required = false,
  errorOf,
  onLeave,
  onChange,
}: AddressProps) => {
  const { t } = useTranslation('applications')
  const whole = errorOf(name)
  const shown = required && values.length === 0 ? [''] : values
  return (
    <fieldset className="addresses">
      <legend>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </legend>
      <p className="mut">{hint}</p>
      {shown.map((value, index) => (
        // Rows have no identity but their place.
        <div key={index} className="address">
          <Field label={t('numbered', { label, number: index + 1 })} error={errorOf(`${name}.${index}`)}>
            <TextInput
              value={value}
              inputMode="url"
              placeholder="https://"
              spellCheck={false}
              autoComplete="off"
              onBlur={() => onLeave(`${name}.${index}`)}
              onChange={({ target }) => onChange(shown.with(index, target.value))}
            />
          </Field>
          <button
            type="button"
            className="ic"
            aria-label={t('removeNumbered', { label, number: index + 1 })}
            disabled={required && shown.length === 1}
            onClick={() => onChange(shown.toSpliced(index, 1))}
          >
            <Trash2 size={16} />
          </button>
        </div>
      ))}
      {whole && (
        <p className="wrong" role="alert">
          {whole}
        </p>
      )}
      <button type="button" className="b sm" onClick={() => onChange([...shown, ''])}>
        <Plus size={15} aria-hidden="true" />
        {t('addAddress')}
      </button>
    </fieldset>
  )
}

type SecretProps = {
  value: string
  required?: boolean
  hint: string
  error: string | undefined
  onLeave: () => void
  onChange: (value: string) => void
}

export const SecretField = ({ value, required = false, hint, error, onLeave, onChange }: SecretProps) => {
  const { t } = useTranslation('applications')
  return (
    <div className="secret-field">
      <Field label={t('sharedSecret')} required={required} hint={hint} error={error}>
        <TextInput
          className="input code"
          value={value}
          autoComplete="off"
          spellCheck={false}
          onBlur={onLeave}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <button type="button" className="b" onClick={() => onChange(newSecret())}>
        <RefreshCw size={15} aria-hidden="true" />
        {t('generate')}
      </button>
    </div>
  )
}
