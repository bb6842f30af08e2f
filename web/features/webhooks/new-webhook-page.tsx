// /admin/webhooks/new: a webhook as it begins; then its secret, this once.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webhooks } from '#contract/webhooks.ts'
import { under } from '#web/lib/base.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useGo } from '#web/ui/app-link.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { type WebhookSecret, SecretDialog } from './secret-dialog.tsx'
import { newAddress, saidIn, type WebhookInput, useFieldErrors, WebhookFields } from './webhook-fields.tsx'
import '#web/ui/form-card.css'
import './webhooks.css'

const home = under('admin/webhooks')
const empty = (): WebhookInput => ({
  name: '',
  url: newAddress,
  eventTypes: [],
  enabled: true,
  applicationId: undefined,
})

export const NewWebhookPage = () => {
  const { t } = useTranslation('webhooks')
  const go = useGo()
  const create = useWrite(webhooks.create)
  const form = useForm(useState(empty)[0], useFieldErrors())
  const [made, setMade] = useState<WebhookSecret>()
  useRememberedTitle('/admin/webhooks/new', t('new'))
  const submit = form.send(async (values) => {
    const { id, name, secret } = await create.mutateAsync({ input: saidIn(values) })
    // The secret stays in the dialog only.
    create.reset()
    setMade({ id, name, secret })
  })
  return (
    <>
      <ContentHeader title={t('new')} back={home} />
      <form className="card form-card" noValidate onSubmit={(event) => void submit(event)}>
        <div className="form-body wh-fields">
          <FormAlert form={{ ...form, behind: undefined }} />
          <WebhookFields form={form} />
        </div>
        <footer className="form-foot">
          <span className="sp" />
          <button type="button" className="b" onClick={() => go(home)}>
            {t('shell:cancel')}
          </button>
          <Button type="submit" className="b pri" off={create.isPending} aria-busy={create.isPending}>
            {t('create')}
          </Button>
        </footer>
      </form>
      {made && <SecretDialog made={made} onClose={() => go(`${home}/${made.id}`)} />}
      <UnsavedGuard unsaved={() => form.changed.length > 0 && !made && !create.isPending} of="page" />
    </>
  )
}
