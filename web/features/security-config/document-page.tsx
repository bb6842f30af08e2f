// A security configuration or a policy: its fields, its history, and for one that is new an empty page.
import { useParams, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentVersion } from '#contract/security-config.ts'
import { securityConfig } from '#contract/security-config.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { DocumentFields, longestTitle, type DocumentInput } from './document-fields.tsx'
import { crumbOf, homeOf, type Kind, pageOf, type StoredDocument, useDocument, useWrites } from './document-kind.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { PolicyTrial } from './policy-trial.tsx'
import './security-config.css'

const useFieldErrors = (kind: Kind) => {
  const { t } = useTranslation('security-config')
  return ({ id, title }: DocumentInput) => ({
    id: kind === 'policy' && !id.trim() ? t('idRequired') : undefined,
    title: !title.trim() ? t('titleRequired') : title.trim().length > longestTitle ? t('titleTooLong') : undefined,
  })
}

const saidIn = ({ title, description, body }: DocumentInput) => ({
  title: title.trim(),
  description: description.trim() || null,
  body,
})

const Creating = ({ kind, begun }: { kind: Kind; begun: Partial<DocumentInput> }) => {
  const { t } = useTranslation('security-config')
  const go = useGo()
  const { busy, create } = useWrites(kind)
  const [initial] = useState<DocumentInput>({ id: '', title: '', description: '', body: '', ...begun })
  const form = useForm(initial, useFieldErrors(kind))
  const [done, setDone] = useState(false)
  const title = t(kind === 'policy' ? 'newPolicy' : 'newConfiguration')
  useRememberedTitle(`${crumbOf('configuration')}/${kind === 'policy' ? 'newPolicy' : 'new'}`, title)
  const submit = form.send(async (values) => {
    const made = await create(values.id.trim(), saidIn(values))
    showNotice({ kind: 'success', title: t('saved', { title: made.title }) })
    setDone(true)
    go(pageOf(kind, made.id))
  })
  return (
    <>
      <ContentHeader title={title} back={homeOf(kind)} />
      <form className="card form-card" noValidate onSubmit={(event) => void submit(event)}>
        <div className="form-body doc-fields">
          <FormAlert form={{ ...form, behind: undefined }} />
          <DocumentFields form={form} kind={kind} isNew />
        </div>
        <FormFoot dirty={!done} busy={busy} verb={t('save')} onReset={() => go(homeOf(kind))} />
      </form>
      {kind === 'policy' && <PolicyTrial body={form.values.body} />}
      <UnsavedGuard unsaved={() => form.changed.length > 0 && !done && !busy} of="page" />
    </>
  )
}

const typedOf = ({ id, title, description, body }: StoredDocument): DocumentInput => ({
  id,
  title,
  description: description ?? '',
  body,
})

const Editing = ({ kind, stored }: { kind: Kind; stored: StoredDocument }) => {
  const { t } = useTranslation('security-config')
  const { busy, save } = useWrites(kind)
  const [past, showPast] = useState(false)
  const form = useStoredForm({ stored, typedOf, fieldErrorsOf: useFieldErrors(kind), busy })
  const submit = form.send(async (values) => {
    form.takeOver(await save(stored.id, { ...saidIn(values), modifiedOn: form.modifiedOn }))
    showNotice({ kind: 'success', title: t('saved', { title: values.title.trim() }) })
  })
  const restore = ({ title, description, body, version }: DocumentVersion) => {
    showPast(false)
    form.set('title', title)
    form.set('description', description ?? '')
    form.set('body', body)
    showNotice({ kind: 'success', title: t('restored', { version }) })
  }
  useRememberedTitle(crumbOf('policy'), t('policies'))
  useRememberedTitle(crumbOf(kind, stored.id), stored.title)
  const names = { title: t('documentTitle'), description: t('documentDescription'), body: t('body') }
  const by = { name: stored.modifiedByDisplayName || '–', date: formatMoment(stored.modifiedOn) }
  return (
    <>
      <ContentHeader
        title={stored.title}
        subtitle={t('modifiedBy', by)}
        {...(kind === 'policy' && { tags: [stored.id] })}
        back={homeOf(kind)}
        actions={
          <button type="button" className="b" onClick={() => showPast(true)}>
            <History size={16} aria-hidden="true" />
            {t('history')}
          </button>
        }
      />
      <form className="card form-card" noValidate onSubmit={(event) => void submit(event)}>
        <div className="form-body doc-fields">
          <FormAlert form={form} names={names} />
          <DocumentFields form={form} kind={kind} isNew={false} />
        </div>
        <FormFoot dirty={form.changed.length > 0} busy={busy} verb={t('save')} onReset={form.reset} />
      </form>
      {kind === 'policy' && <PolicyTrial id={stored.id} body={form.values.body} />}
      {past && <HistoryDrawer kind={kind} id={stored.id} onRestore={restore} onClose={() => showPast(false)} />}
      <UnsavedGuard unsaved={() => form.changed.length > 0 && !busy} of="page" />
    </>
  )
}

const DocumentPage = ({ kind, id }: { kind: Kind; id: string }) => {
  const { data, error, refetch } = useDocument(kind, id)
  if (error && !data) return <FailureAlert error={error} onRetry={() => void refetch()} />
  return data ? (
    <Editing key={data.id} kind={kind} stored={data} />
  ) : (
    <div className="card doc-waiting" aria-busy="true" />
  )
}

export const ConfigurationPage = () => (
  <DocumentPage kind="configuration" id={(useParams({ strict: false }) as { id?: string }).id ?? ''} />
)

export const PolicyPage = () => (
  <DocumentPage kind="policy" id={(useParams({ strict: false }) as { id?: string }).id ?? ''} />
)

/** A setting begins as it is in force. */
export const NewConfigurationPage = () => {
  const { setting } = useSearch({ strict: false }) as { setting?: string }
  const inForce = useRead(securityConfig.inForce, undefined, { when: setting !== undefined })
  if (setting !== undefined && inForce.isLoading) return <div className="card doc-waiting" aria-busy="true" />
  const begun = inForce.data?.find(({ title }) => title === setting)
  return <Creating kind="configuration" begun={begun ? { title: begun.title, body: begun.body } : {}} />
}

export const NewPolicyPage = () => <Creating kind="policy" begun={{}} />
