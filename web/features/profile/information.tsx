// The card of one's own data: two names and the language are one's own to change (R2.6-06).
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { languages } from '#contract/kernel/language.ts'
import type { Profile } from '#contract/profile.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { showNotice } from '#web/lib/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { KeptInput } from '#web/ui/kept-input.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { type ProfileForm, useProfileForm } from './use-profile-form.ts'

const Name = ({ form, name }: { form: ProfileForm; name: 'firstName' | 'lastName' }) => {
  const { t } = useTranslation('profile')
  return (
    <Field label={t(name)} required error={form.errorOf(name)}>
      <TextInput
        maxLength={200}
        autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
        value={form.values[name]}
        onBlur={() => form.changed.includes(name) && form.leave(name)}
        onChange={({ target }) => form.set(name, target.value)}
      />
    </Field>
  )
}

const Kept = ({ name, value }: { name: 'userName' | 'email'; value: string }) => {
  const { t } = useTranslation('profile')
  return (
    <Field label={t(name)}>
      <KeptInput value={value} title={value} />
    </Field>
  )
}

/** Six; German stays with whoever has it from the sign-in or the administration (R3.7-04, A-173). */
const LanguageField = ({ form }: { form: ProfileForm }) => {
  const { t } = useTranslation('profile')
  const [german] = useState(form.values.language === 'de')
  const offered = languages.filter((language) => language !== 'de' || german)
  return (
    <Field label={t('language')} required error={form.errorOf('language')}>
      <Choice value={form.values.language} onChange={({ target }) => form.set('language', target.value)}>
        {offered.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </Choice>
    </Field>
  )
}

const Foot = ({ form }: { form: ProfileForm }) => {
  const { t } = useTranslation('profile')
  const idle = form.changed.length === 0 || form.busy
  return (
    <footer className="profile-foot">
      <p role="status" className={form.changed.length > 0 ? 'unsaved' : undefined}>
        {form.changed.length > 0 ? (
          t('notSaved', { count: form.changed.length, fields: form.changed.map((name) => t(name)).join(', ') })
        ) : (
          <>
            <CircleCheck size={15} aria-hidden="true" />
            {t('allSaved')}
          </>
        )}
      </p>
      <Button className="b" off={idle} onClick={form.reset}>
        {t('shell:cancel')}
      </Button>
      <Button type="submit" className="b pri" off={idle} aria-busy={form.busy}>
        {t('save')}
      </Button>
    </footer>
  )
}

type Props = { me: Profile; readOnly: boolean; onSaved: (saved: Profile, before: Profile) => void }

export const Information = ({ me, readOnly, onSaved }: Props) => {
  const { t } = useTranslation('profile')
  const form = useProfileForm(me)
  const names = { firstName: t('firstName'), lastName: t('lastName'), language: t('language') }
  const submit = form.submit((saved, before) => {
    showNotice({ kind: 'success', title: t('saved') })
    onSaved(saved, before)
  })
  return (
    <form
      className="card profile-card"
      aria-labelledby="information"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <fieldset disabled={readOnly}>
        <h2 id="information">{t('information')}</h2>
        <FormAlert form={form} names={names} />
        <div className="fields">
          <Name form={form} name="firstName" />
          <Name form={form} name="lastName" />
          <Kept name="userName" value={me.userName} />
          <Kept name="email" value={me.email} />
          <LanguageField form={form} />
          <p className="mut profile-kept">{t('kept')}</p>
        </div>
      </fieldset>
      <Foot form={form} />
      <UnsavedGuard of="page" unsaved={() => form.changed.length > 0} />
    </form>
  )
}
