// The name by which a person knows a passkey again: typed for a new one, and changed later.
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/lib/use-form.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

export const usePasskeyName = (name: string) => {
  const { t } = useTranslation('authenticators')
  return useForm({ name }, (values) => ({ name: values.name.trim() ? undefined : t('nameMissing') }))
}

export const PasskeyName = ({ form }: { form: Form<{ name: string }> }) => {
  const { t } = useTranslation('authenticators')
  return (
    <Field label={t('name')} required hint={t('nameHint')} error={form.errorOf('name')}>
      <TextInput
        autoFocus
        autoComplete="off"
        maxLength={100}
        value={form.values.name}
        onChange={({ target }) => form.set('name', target.value)}
      />
    </Field>
  )
}
