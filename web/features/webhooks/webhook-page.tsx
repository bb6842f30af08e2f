// /admin/webhooks/{id}: its settings, and what it was sent.
import { useParams } from '@tanstack/react-router'
import { KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { under } from '#web/lib/base.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useTab } from '#web/ui/use-tab.ts'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { type WebhookSecret, SecretDialog } from './secret-dialog.tsx'
import { Trouble } from './state.tsx'
import { saidIn, typedOf, useFieldErrors, WebhookFields } from './webhook-fields.tsx'
import './webhooks.css'

const Settings = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const save = useWrite(webhooks.save)
  const form = useStoredForm({
    stored: webhook,
    typedOf,
    fieldErrorsOf: useFieldErrors(),
    busy: save.isPending,
  })
  const submit = form.send(async (values) => {
    const input = { ...saidIn(values), modifiedOn: form.modifiedOn }
    form.takeOver(await save.mutateAsync({ params: { id: webhook.id }, input }))
    showNotice({ kind: 'success', title: t('saved', { name: values.name.trim() }) })
  })
  const names = {
    name: t('name'),
    url: t('url'),
    eventTypes: t('events'),
    enabled: t('enabled'),
    applicationId: t('application'),
  }
  return (
    <form className="card form-card" aria-label={t('settings')} noValidate onSubmit={(event) => void submit(event)}>
      <div className="form-body wh-fields">
        <FormAlert form={form} names={names} />
        <Trouble webhook={webhook} />
        <WebhookFields form={form} />
      </div>
      <FormFoot dirty={form.changed.length > 0} busy={save.isPending} verb={t('save')} onReset={form.reset} />
      <UnsavedGuard unsaved={() => form.changed.length > 0 && !save.isPending} of="page" />
    </form>
  )
}

const Actions = ({ webhook: { id, name, enabled }, onRotate }: { webhook: Webhook; onRotate: () => void }) => {
  const { t } = useTranslation('webhooks')
  const test = useWrite(webhooks.sendTest)
  const send = () =>
    test
      .mutateAsync({ params: { id } })
      .then(() => showNotice({ kind: 'success', title: t('testSent', { name }) }))
      .catch((error: unknown) => showFailure(t('notSent'), error))
  return (
    <div className="et-actions">
      <button type="button" className="b" onClick={onRotate}>
        <KeyRound size={16} aria-hidden="true" />
        {t('rotate')}
      </button>
      <ReasonedButton className="b" reason={enabled ? undefined : t('disabled')} onClick={() => void send()}>
        <Send size={16} aria-hidden="true" />
        {t('sendTest')}
      </ReasonedButton>
    </div>
  )
}

type RotationProps = { webhook: Webhook; onMade: (made: WebhookSecret) => void; onClose: () => void }

const Rotation = ({ webhook: { id, name, formerSignsUntil }, onMade, onClose }: RotationProps) => {
  const { t } = useTranslation('webhooks')
  const rotate = useWrite(webhooks.rotateSecret)
  return (
    <Confirm
      title={t('rotateTitle', { name })}
      body={t('rotateText')}
      ok={t('rotateOk')}
      run={async () => {
        onMade(await rotate.mutateAsync({ params: { id }, input: { formerSignsUntil } }))
        rotate.reset()
      }}
      onClose={onClose}
    />
  )
}

const Page = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { tab, choose } = useTab('settings')
  const [rotating, setRotating] = useState(false)
  const [made, setMade] = useState<WebhookSecret>()
  useRememberedTitle(`/admin/webhooks/${webhook.id}`, webhook.name)
  const tabs = [
    { id: 'settings', label: t('settings'), panel: <Settings webhook={webhook} /> },
    { id: 'deliveries', label: t('deliveries'), panel: <DeliveriesTab webhook={webhook} /> },
  ]
  return (
    <>
      <ContentHeader
        title={webhook.name}
        subtitle={webhook.url}
        back={under('admin/webhooks')}
        actions={<Actions webhook={webhook} onRotate={() => setRotating(true)} />}
      />
      <Tabs label={webhook.name} tabs={tabs} chosen={tab} onChoose={choose} />
      {rotating && <Rotation webhook={webhook} onMade={setMade} onClose={() => setRotating(false)} />}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

export const WebhookPage = () => {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useRead(webhooks.get, { params: { id } })
  if (data) return <Page key={data.id} webhook={data} />
  if (error) return <FailureAlert error={error} onRetry={() => void refetch()} />
  return <div className="card wh-waiting" aria-busy="true" />
}
