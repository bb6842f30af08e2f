// The general properties of a user, and what is known beside them (R5.2-08, R5.2-10, R5.2-11).
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useAccess } from '#web/lib/use-access.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { usePersonComplaints } from './complaints.ts'
import { Glance } from './glance.tsx'
import { AreaField, LanguageField, NameFields, useAreas } from './person-fields.tsx'

const valuesOf = (user: User) => ({
  email: user.email, firstName: user.firstName, lastName: user.lastName, areaId: user.areaId, language: user.language, validateScopes: user.validateScopes,
  jobTitle: user.jobTitle ?? '', manager: user.manager ?? '', teams: user.teams.join('; '), phoneNumber: user.phoneNumber ?? '', internalCategory: user.internalCategory ?? '',
})
type Values = ReturnType<typeof valuesOf>

const useUserForm = (user: User) => {
  const person = usePersonComplaints()
  return useForm(valuesOf(user), (values: Values) => person(values))
}
type UserForm = ReturnType<typeof useUserForm>

const labels: Record<keyof Values, string> = {
  email: 'email', firstName: 'firstName', lastName: 'lastName', areaId: 'area', language: 'language', validateScopes: 'restricted',
  jobTitle: 'jobTitle', manager: 'manager', teams: 'teams', phoneNumber: 'phoneNumber', internalCategory: 'internalCategory',
}

const Plain = ({ form: { values, set, errorOf }, name, hint, readOnly = false }: { form: UserForm; name: 'jobTitle' | 'manager' | 'teams' | 'phoneNumber' | 'internalCategory'; hint?: string; readOnly?: boolean }) => {
  const { t } = useTranslation('users')
  return <Field label={t(labels[name])} error={errorOf(name)} hint={hint}><TextInput maxLength={name === 'teams' ? 2000 : 200} autoComplete="off" readOnly={readOnly} value={values[name]} onChange={({ target }) => set(name, target.value)} /></Field>
}

const Person = ({ user, form }: { user: User; form: UserForm }) => {
  const { t } = useTranslation('users')
  return (
    <fieldset><legend>{t('person')}</legend>
      <div className="fields">
        <NameFields form={form} />
        <Field label={t('userName')}><TextInput value={user.userName} readOnly /></Field>
        <LanguageField form={form} />
        <Plain form={form} name="phoneNumber" />
      </div>
    </fieldset>
  )
}

/** R5.2-10: three fields open with the area Customers. */
const Place = ({ form }: { form: UserForm }) => {
  const { t } = useTranslation('users')
  const isAdministrator = useAccess()('Administrator')
  const area = useAreas().find(({ id }) => id === form.values.areaId)
  const closed = !(area?.system && area.name === 'Customers')
  return (
    <fieldset><legend>{t('place')}</legend>
      <div className="fields">
        <AreaField form={form} hint={closed ? t('customersOpens') : undefined} />
        <Plain form={form} name="jobTitle" readOnly={closed} />
        <Plain form={form} name="manager" readOnly={closed} />
        <Plain form={form} name="teams" hint={t('teamsHint')} readOnly={closed} />
        <Plain form={form} name="internalCategory" readOnly={!isAdministrator} />
      </div>
    </fieldset>
  )
}

const Foot = ({ form, busy }: { form: UserForm; busy: boolean }) => {
  const { t } = useTranslation('users')
  const count = form.changed.length
  return (
    <footer className="form-foot">
      {count > 0 && <p role="status"><CircleAlert size={16} aria-hidden="true" />{t('notSaved', { count, fields: form.changed.map((name) => t(labels[name])).join(', ') })}</p>}
      <span className="sp" />
      <button type="button" className="b" disabled={count === 0 || busy} onClick={form.reset}>{t('shell:cancel')}</button>
      <button type="submit" className="b pri" disabled={count === 0 || busy} aria-busy={busy}>{t('saveChanges')}</button>
    </footer>
  )
}

export const GeneralTab = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const save = useWrite(users.change)
  const form = useUserForm(user)
  const submit = form.send(async (values) => {
    const changed = Object.fromEntries(form.changed.map((name) => [name, name === 'teams' ? values.teams.split(';').map((team) => team.trim()).filter(Boolean) : values[name]]))
    await save.mutateAsync({ params: { id: user.id }, input: { ...changed, modifiedOn: user.modifiedOn } as never })
    showNotice({ kind: 'success', title: t('changesSaved') })
  })
  return (
    <div className="with-rail">
      <form className="card form-card" aria-label={t('general')} noValidate onSubmit={(event) => void submit(event)}>
        <div className="form-body">
          {form.failure && <div className="alert" role="alert"><div>{form.failure}</div></div>}
          <Person user={user} form={form} />
          <Place form={form} />
          <fieldset><legend>{t('signIn')}</legend>
            <label className="tick"><input type="checkbox" role="switch" className="sw" checked={form.values.validateScopes} onChange={({ target }) => form.set('validateScopes', target.checked)} /><span>{t('restricted')}<small>{t('restrictedHint')}</small></span></label>
          </fieldset>
        </div>
        <Foot form={form} busy={save.isPending} />
      </form>
      <Glance user={user} />
      <UnsavedGuard unsaved={form.changed.length > 0 && !save.isPending} />
    </div>
  )
}
