// Step 1: who the new user is.
import type { HTMLInputTypeAttribute } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenArea } from '#contract/consultants.ts'
import { languages } from '#contract/kernel/language.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import type { PersonForm, PersonValues } from './person-form.ts'

type TextName = Exclude<keyof PersonValues, 'areaId' | 'language'>

/** Nothing is said of what nobody has touched: the words would move away what is being pressed. */
const leave = ({ changed, leave: left }: PersonForm, name: keyof PersonValues) => changed.includes(name) && left(name)

type TextProps = {
  form: PersonForm
  name: TextName
  label: string
  required?: boolean
  type?: HTMLInputTypeAttribute
  most?: number
  hint?: string | undefined
  fixed?: boolean
  first?: boolean
}

const Text = ({ form, name, label, required = false, type = 'text', most = 200, hint, fixed, first }: TextProps) => (
  <Field label={label} required={required} error={form.errorOf(name)} hint={hint}>
    <TextInput
      type={type}
      autoFocus={first}
      autoComplete="off"
      readOnly={fixed}
      maxLength={most}
      value={form.values[name]}
      onBlur={() => leave(form, name)}
      onChange={({ target }) => form.set(name, target.value)}
    />
  </Field>
)

const Area = ({ form, areas }: { form: PersonForm; areas: readonly OpenArea[] }) => {
  const { t } = useTranslation('users')
  return (
    <Field label={t('area')} required error={form.errorOf('areaId')}>
      <Choice
        value={form.values.areaId}
        onBlur={() => leave(form, 'areaId')}
        onChange={({ target }) => form.set('areaId', target.value)}
      >
        <option value="">{t('chooseArea')}</option>
        {areas.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    </Field>
  )
}

/** Six languages; a seventh stays where somebody chose it at the sign-in. */
const Language = ({ form }: { form: PersonForm }) => {
  const { t } = useTranslation('users')
  const { language: chosen } = form.values
  return (
    <Field label={t('language')} required error={form.errorOf('language')}>
      <Choice
        value={chosen}
        onBlur={() => leave(form, 'language')}
        onChange={({ target }) => form.set('language', target.value)}
      >
        <option value="">{t('chooseLanguage')}</option>
        {languages
          .filter((language) => language !== 'de' || chosen === 'de')
          .map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
      </Choice>
    </Field>
  )
}

type Props = {
  form: PersonForm
  areas: readonly OpenArea[]
  /** Of a request that waits: the user name stays. */
  edits: boolean
}

export const UserStep = ({ form, areas, edits }: Props) => {
  const { t } = useTranslation('users')
  const placed = areas.find(({ id }) => id === form.values.areaId)?.isCustomers === true
  const hint = placed ? undefined : t('customersOpens')
  return (
    <div className="fields">
      <Text form={form} name="userName" label={t('userName')} required most={256} fixed={edits} first={!edits} />
      <Text form={form} name="firstName" label={t('firstName')} required first={edits} />
      <Text form={form} name="lastName" label={t('lastName')} required />
      <Text form={form} name="email" label={t('email')} required type="email" most={256} />
      <Area form={form} areas={areas} />
      <Language form={form} />
      <Text form={form} name="jobTitle" label={t('jobTitle')} fixed={!placed} hint={hint} />
      <Text form={form} name="manager" label={t('manager')} fixed={!placed} />
      <Text form={form} name="teams" label={t('teams')} fixed={!placed} hint={placed ? t('teamsHint') : undefined} />
      <Text form={form} name="phoneNumber" label={t('phoneNumber')} type="tel" />
    </div>
  )
}
