// The fields that a new user and a kept one share.
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { languages } from '#contract/kernel/language.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import type { PersonValues } from './field-errors.ts'

/** Of a form that has these fields among others. */
type FieldsForm = {
  values: PersonValues
  changed: readonly string[]
  set: (name: keyof PersonValues, value: string) => void
  errorOf: (name: string) => string | undefined
  leave: (name: string) => void
}

/** Nothing is said of what nobody has touched: the words would move away what is being pressed. */
const leave = ({ changed, leave: left }: FieldsForm, name: string) => changed.includes(name) && left(name)

const Text = ({
  form,
  name,
  label,
  type = 'text',
  most = 200,
  autoComplete = 'off',
  fixed,
}: {
  fixed?: string | undefined
  form: FieldsForm
  name: 'email' | 'firstName' | 'lastName'
  label: string
  type?: string
  most?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
}) => (
  <Field label={label} required error={form.errorOf(name)} hint={fixed}>
    <TextInput
      type={type}
      readOnly={fixed !== undefined}
      maxLength={most}
      autoComplete={autoComplete}
      value={form.values[name]}
      onBlur={() => leave(form, name)}
      onChange={({ target }) => form.set(name, target.value)}
    />
  </Field>
)

/** `emailKept`: why the address stays as it is. */
export const NameFields = ({ form, emailKept }: { form: FieldsForm; emailKept?: string | undefined }) => {
  const { t } = useTranslation('users')
  return (
    <>
      <Text form={form} name="firstName" label={t('firstName')} />
      <Text form={form} name="lastName" label={t('lastName')} />
      <Text form={form} name="email" label={t('email')} type="email" most={256} fixed={emailKept} />
    </>
  )
}

/** All seven: German is set in the administration as well. */
export const LanguageField = ({ form }: { form: FieldsForm }) => {
  const { t } = useTranslation('users')
  return (
    <Field label={t('language')} required error={form.errorOf('language')}>
      <Choice
        value={form.values.language}
        onBlur={() => leave(form, 'language')}
        onChange={({ target }) => form.set('language', target.value)}
      >
        <option value="">{t('chooseLanguage')}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </Choice>
    </Field>
  )
}

export const AreaField = ({ form, hint }: { form: FieldsForm; hint?: string | undefined }) => {
  const { t } = useTranslation('users')
  const all = useChoices(areas.list)
  return (
    <Field label={t('area')} required error={form.errorOf('areaId')} hint={hint}>
      <Choice
        value={form.values.areaId}
        onBlur={() => leave(form, 'areaId')}
        onChange={({ target }) => form.set('areaId', target.value)}
      >
        <option value="">{t('chooseArea')}</option>
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    </Field>
  )
}
