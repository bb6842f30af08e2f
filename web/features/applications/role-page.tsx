// R2.5-36: one role: its general properties, the name for reading only, and the scopes it gives.
import { useParams } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ApplicationRole, applicationRoles } from '#contract/application-roles.ts'
import { type Application, applications } from '#contract/applications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { applicationPath } from './app-cells.tsx'
import { Toggle } from './inputs.tsx'
import { useRules } from './rules.ts'
import { ScopeForm } from './scope-form.tsx'
import { Loading, useDocumentTitle } from './loading.tsx'
import './applications.css'

const identityGlobal = 2

const typedOf = ({ description, operationRequestVisibility, serviceManagerVisibility }: ApplicationRole) => ({
  description: description ?? '',
  operationRequestVisibility,
  serviceManagerVisibility,
})
type FormInput = ReturnType<typeof typedOf>

const General = ({ role }: { role: ApplicationRole }) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const save = useWrite(applicationRoles.change)
  const fieldErrorsOf = ({ description }: FormInput) => ({ description: rules.description(description) })
  const form = useStoredForm({ stored: role, typedOf, fieldErrorsOf, busy: save.isPending })
  const { values, set, errorOf, leave, changed, modifiedOn } = form
  const names = {
    description: t('description'),
    operationRequestVisibility: t('requestable'),
    serviceManagerVisibility: t('byServiceManagers'),
  }
  const run = async () => {
    const input = { ...Object.fromEntries(changed.map((name) => [name, values[name]])), modifiedOn }
    form.takeOver(await save.mutateAsync({ params: { appId: role.applicationId, id: role.id }, input }))
    showNotice({ kind: 'success', title: t('saved') })
  }
  return (
    <form
      className="card ap-general"
      aria-label={t('general')}
      noValidate
      onSubmit={(event) => void form.send(run)(event)}
    >
      <h2>{t('general')}</h2>
      <FormAlert form={form} names={names} />
      <div className="fields">
        <Field label={t('roleName')} hint={t('roleNameStays')} wide>
          <TextInput value={role.name} readOnly />
        </Field>
        <Field label={t('description')} wide error={errorOf('description')}>
          <TextArea
            value={values.description}
            onBlur={() => leave('description')}
            onChange={({ target }) => set('description', target.value)}
          />
        </Field>
        {role.applicationId !== identityGlobal && (
          <>
            <Toggle
              label={t('requestable')}
              hint={t('requestableHint')}
              checked={values.operationRequestVisibility}
              onChange={(on) => set('operationRequestVisibility', on)}
            />
            <Toggle
              label={t('byServiceManagers')}
              hint={t('byServiceManagersHint')}
              checked={values.serviceManagerVisibility}
              onChange={(on) => set('serviceManagerVisibility', on)}
            />
          </>
        )}
      </div>
      <footer className="ap-foot">
        {changed.length > 0 && (
          <p className="ap-unsaved" role="status">
            <CircleAlert size={16} aria-hidden="true" />
            {t('notSaved', { count: changed.length, fields: changed.map((name) => names[name]).join(', ') })}
          </p>
        )}
        <span className="sp" />
        <Button className="b" off={changed.length === 0} onClick={form.reset}>
          {t('shell:cancel')}
        </Button>
        <Button type="submit" className="b pri" off={changed.length === 0 || save.isPending} aria-busy={save.isPending}>
          {t('save')}
        </Button>
      </footer>
      <UnsavedGuard of="page" unsaved={() => changed.length > 0} />
    </form>
  )
}

const Scopes = ({ role }: { role: ApplicationRole }) => {
  const { t } = useTranslation('applications')
  const add = useWrite(applicationRoles.addScope)
  const params = { appId: role.applicationId, roleId: role.id }
  return (
    <div className="ap-scopes-tab">
      <EntityTable<{ scope: string }>
        list={{
          id: 'role-scopes',
          title: t('roleScopes'),
          description: t('roleScopesText'),
          embedded: true,
          list: applicationRoles.scopes,
          params,
          rowKey: ({ scope }) => scope,
          rowLabel: ({ scope }) => scope,
          columns: [{ key: 'scope', title: t('scope'), cell: ({ scope }) => <code>{scope}</code> }],
          defaultSort: 'scope asc',
          remove: {
            endpoint: applicationRoles.removeScope,
            params: ({ scope }) => ({ ...params, scope }),
            label: t('removeScope'),
            askMany: (count) => t('removeScopes', { count }),
            consequence: (count) => t('removeScopeText', { count }),
          },
          empty: { title: t('noScopes'), hint: t('noScopesHint') },
        }}
      />
      <ScopeForm busy={add.isPending} onAdd={(scope) => add.mutateAsync({ params, input: { scope } })} />
    </div>
  )
}

const Opened = ({ role, application }: { role: ApplicationRole; application: Application }) => {
  const { t } = useTranslation('applications')
  const path = applicationPath(application.id)
  const tags = [...(role.system ? [t('system')] : []), ...(role.byHierarchy ? [t('byHierarchy')] : [])]
  return (
    <>
      <ContentHeader
        back={path}
        title={role.name}
        tags={tags}
        subtitle={t('roleOf', { name: application.displayName, count: role.usedBy })}
      />
      <General key={role.id} role={role} />
      <Tabs
        label={role.name}
        chosen="scopes"
        onChoose={() => {}}
        tabs={[{ id: 'scopes', label: t('roleScopes'), panel: <Scopes role={role} /> }]}
      />
    </>
  )
}

export const RolePage = () => {
  const { t } = useTranslation('applications')
  const { applicationId = '', id = '' } = useParams({ strict: false }) as { applicationId?: string; id?: string }
  const role = useRead(applicationRoles.get, { params: { appId: Number(applicationId), id } })
  const application = useRead(applications.get, { params: { id: Number(applicationId) } })
  const [roleName, name] = [role.data?.name, application.data?.displayName]
  useRememberedTitle(`/admin/applications/${applicationId}`, name)
  useRememberedTitle(`/admin/applications/${applicationId}/roles`, t('roles'))
  useRememberedTitle(`/admin/applications/${applicationId}/roles/${id}`, roleName)
  useDocumentTitle(roleName ?? t('role'))
  if (!role.data || !application.data) return <Loading reads={[role, application]} />
  return (
    <div className="ap">
      <Opened role={role.data} application={application.data} />
    </div>
  )
}
