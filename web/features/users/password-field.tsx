// A password that an administrator types, or the same once more.
import { Field, TextInput } from '#web/ui/field.tsx'

type Name = 'password' | 'confirmPassword'

/** Of a form that has these fields among others. */
type Of = {
  values: Readonly<Record<Name, string>>
  set: (name: Name, value: string) => void
  errorOf: (name: string) => string | undefined
  leave: (name: string) => void
}

type Props = { form: Of; name: Name; label: string; autoFocus?: boolean }

export const PasswordField = ({ form: { values, set, errorOf, leave }, name, label, autoFocus = false }: Props) => (
  <Field label={label} required error={errorOf(name)}>
    <TextInput
      type="password"
      autoFocus={autoFocus}
      autoComplete="new-password"
      maxLength={128}
      value={values[name]}
      onBlur={() => values[name] && leave(name)}
      onChange={({ target }) => set(name, target.value)}
    />
  </Field>
)
