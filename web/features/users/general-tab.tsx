// The general properties of a user, and what is known beside them (R5.2-08, R5.2-10, R5.2-11).
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { ofCategory, type User } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { KeptInput } from '#web/ui/kept-input.tsx'
import '#web/ui/form-card.css'
import { useWithheldMail } from './withheld-mail.ts'
import { CanOpen } from './can-open.tsx'
import { About } from './glance.tsx'
import { AreaField, LanguageField, NameFields } from './person-fields.tsx'
import { labels, type UserForm } from './user-form.ts'

const Plain = ({
  form: { values, set, errorOf },
  name,
  hint,
  readOnly = false,
}: {
  form: UserForm
  name: 'jobTitle' | 'manager' | 'teams' | 'phoneNumber' | 'internalCategory'
  hint?: string
  readOnly?: boolean
}) => {
  const { t } = useTranslation('users')
  return (
    <Field label={t(labels[name])} error={errorOf(name)} hint={hint}>
      <TextInput
        maxLength={name === 'teams' ? 2000 : 200}
        autoComplete="off"
        readOnly={readOnly}
        value={values[name]}
        onChange={({ target }) => set(name, target.value)}
      />
    </Field>
  )
}

const Person = ({ user, form }: { user: User; form: UserForm }) => {
  const { t } = useTranslation('users')
  const { touch, takeOver } = useWithheldMail()
  return (
    <fieldset>
      <legend>{t('person')}</legend>
      <div className="fields person-fields">
        <NameFields form={form} emailKept={touch(user) ? undefined : takeOver(user)} />
        <Field label={t('userName')}>
          <KeptInput value={user.userName} />
        </Field>
        <LanguageField form={form} />
        <Plain form={form} name="phoneNumber" />
      </div>
    </fieldset>
  )
}

/** R5.2-10: three fields open with the area Customers. */
const Place = ({ form }: { form: UserForm }) => {
  const { t } = useTranslation('users')
  const setsCategory = useMay(ofCategory)
  const area = useChoices(areas.list).find(({ id }) => id === form.values.areaId)
  const closed = !(area?.system && area.name === 'Customers')
  return (
    <fieldset>
      <legend>{t('place')}</legend>
      <div className="fields">
        <AreaField form={form} hint={closed ? t('customersOpens') : undefined} />
        <Plain form={form} name="jobTitle" readOnly={closed} />
        <Plain form={form} name="manager" readOnly={closed} />
        <Plain form={form} name="teams" hint={t('teamsHint')} readOnly={closed} />
        <Plain form={form} name="internalCategory" readOnly={!setsCategory} />
      </div>
    </fieldset>
  )
}

const Foot = ({ form }: { form: UserForm }) => {
  const { t } = useTranslation('users')
  const count = form.changed.length
  return (
    <FormFoot
      sticky
      dirty={count > 0}
      unsaved={t('notSaved', { count, fields: form.changed.map((name) => t(labels[name])).join(', ') })}
      busy={form.busy}
      verb={t('saveChanges')}
      onReset={form.reset}
    />
  )
}

/** Said before anything is typed. */
const ReadOnlyReason = ({ reason }: { reason: string }) => (
  <p className="form-kept" role="note">
    <LockKeyhole size={16} aria-hidden="true" />
    {reason}
  </p>
)

export const GeneralTab = ({ user, form }: { user: User; form: UserForm }) => {
  const { t } = useTranslation('users')
  const names = Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, t(label)]))
  const fixedReason = useWithheldMail().touch(user)
  const submit = form.submit(() => showNotice({ kind: 'success', title: t('changesSaved') }))
  return (
    <div className="with-rail wide">
      <form className="card form-card" aria-label={t('general')} noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className="form-body" disabled={fixedReason !== undefined}>
          {fixedReason && <ReadOnlyReason reason={fixedReason} />}
          <FormAlert form={form} names={names} />
          <Person user={user} form={form} />
          <Place form={form} />
          <fieldset>
            <legend>{t('signIn')}</legend>
            <label className="tick">
              <input
                type="checkbox"
                role="switch"
                className="sw"
                checked={form.values.validateScopes}
                onChange={({ target }) => form.set('validateScopes', target.checked)}
              />
              <span>
                {t('restricted')}
                <small>{t('restrictedHint')}</small>
              </span>
            </label>
          </fieldset>
        </fieldset>
        {fixedReason === undefined && <Foot form={form} />}
      </form>
      <div className="rail">
        <About user={user} />
        <CanOpen user={user} />
      </div>
    </div>
  )
}
