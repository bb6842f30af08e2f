// R2.6-10: the form with which a person exercises their rights.
import { Send } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/profile.ts'
import { rights } from '#contract/rights.ts'
import { rightNames } from '#contract/rights-form.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { type Form, useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DayInput } from '#web/ui/day-input.tsx'
import { Field, TextArea, TextInput, useField } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { DocumentsField } from './documents-field.tsx'
import { emptyForm, errorsOf, formDataOf, latestDay, type RightsInput } from './rights-form.ts'

type Part = { form: Form<RightsInput> }

const Text = ({ form, name, required = false }: Part & { name: 'fullName' | 'email'; required?: boolean }) => {
  const { t } = useTranslation('rights')
  return (
    <Field label={t(name)} required={required} error={form.errorOf(name)}>
      <TextInput
        type={name === 'email' ? 'email' : 'text'}
        autoComplete={name === 'email' ? 'email' : 'name'}
        maxLength={name === 'email' ? 256 : 200}
        value={form.values[name]}
        onChange={({ target }) => form.set(name, target.value)}
        onBlur={() => form.leave(name)}
      />
    </Field>
  )
}

const Day = ({ form, label }: Part & { label: string }) => (
  <DayInput
    {...useField()}
    label={label}
    value={form.values.requestDate}
    max={latestDay()}
    onChange={(day) => form.set('requestDate', day)}
  />
)

const Type = ({ form }: Part) => {
  const { t } = useTranslation('rights')
  return (
    <fieldset className="rg-set">
      <legend>{t('requestType')}</legend>
      {(['Direct', 'Representative'] as const).map((type) => (
        <label key={type}>
          <input
            type="radio"
            name="requestType"
            checked={form.values.requestType === type}
            onChange={() => form.set('requestType', type)}
          />
          {t(type)}
        </label>
      ))}
    </fieldset>
  )
}

const Rights = ({ form }: Part) => {
  const { t } = useTranslation('rights')
  const said = useId()
  const error = form.errorOf('rightsToExcercise')
  const { rightsToExcercise: chosen } = form.values
  return (
    <fieldset className={`rg-set${error ? ' wrong' : ''}`} aria-describedby={error && said}>
      <legend>
        {t('rights')}
        <span aria-hidden="true"> *</span>
      </legend>
      <div className="rg-rights">
        {rightNames.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                form.set(
                  'rightsToExcercise',
                  rightNames.filter((one) => (one === name ? target.checked : chosen.includes(one))),
                )
              }
            />
            {t(name)}
          </label>
        ))}
      </div>
      {error && <small id={said}>{error}</small>}
    </fieldset>
  )
}

const Longer = ({ form, name, hint }: Part & { name: 'representativeData' | 'requestDetails'; hint?: string }) => {
  const { t } = useTranslation('rights')
  return (
    <Field label={t(name)} hint={hint} error={form.errorOf(name)} wide>
      <TextArea
        rows={name === 'requestDetails' ? 4 : 2}
        maxLength={name === 'requestDetails' ? 10_000 : 2000}
        value={form.values[name]}
        onChange={({ target }) => form.set(name, target.value)}
      />
    </Field>
  )
}

export const NewRequest = ({ me }: { me: Profile }) => {
  const { t } = useTranslation('rights')
  const write = useWrite(rights.exercise)
  const form = useForm(emptyForm(me), errorsOf)
  const send = async (typed: RightsInput) => {
    await write.mutateAsync({ input: formDataOf(typed) })
    showNotice({ kind: 'success', title: t('sentTitle'), text: t('sentText') })
    form.reset()
  }
  const { requestType } = form.values
  return (
    <section className="card rg-card" aria-labelledby="rg-new">
      <h2 id="rg-new">{t('form')}</h2>
      <form className="rg-form" noValidate onSubmit={(event) => void form.send(send)(event)}>
        <FormAlert form={form} />
        <Text form={form} name="fullName" required />
        <Text form={form} name="email" required />
        <Field label={t('requestDate')} required error={form.errorOf('requestDate')}>
          <Day form={form} label={t('requestDate')} />
        </Field>
        <Type form={form} />
        {requestType === 'Representative' && (
          <Longer form={form} name="representativeData" hint={t('representativeHint')} />
        )}
        <Rights form={form} />
        <Longer form={form} name="requestDetails" />
        <DocumentsField
          files={form.values.files}
          error={form.errorOf('files')}
          onChange={(files) => form.set('files', files)}
        />
        <div className="rg-end">
          <Button type="submit" className="b pri" off={write.isPending} aria-busy={write.isPending}>
            <Send size={16} aria-hidden="true" />
            {t('send')}
          </Button>
        </div>
      </form>
      <UnsavedGuard of="page" unsaved={() => form.changed.length > 0 && !write.isPending} />
    </section>
  )
}
