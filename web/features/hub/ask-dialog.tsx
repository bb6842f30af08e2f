// A request for access in place of a mail: what can be asked for and where, who decides, how long it took lately, and
// where one's own request stands.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessRequests } from '#contract/access-requests.ts'
import type { HubItem } from '#contract/hub.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Choice, Field } from '#web/ui/field.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { AskDetails } from './ask-details.tsx'
import { AskForm } from './ask-form.tsx'
import { AskWaiting } from './ask-waiting.tsx'
import './ask-dialog.css'

type Props = { app: HubItem; onClose: () => void }

/** What waits is shown first. */
const useTenant = (applicationId: number) => {
  const options = useRead(accessRequests.options, { query: { applicationId } })
  const [chosen, choose] = useState<string>()
  const tenants = options.data?.tenants ?? []
  const tenant =
    tenants.find(({ tenantId }) => tenantId === chosen) ?? tenants.find(({ waiting }) => waiting) ?? tenants[0]
  return { options, tenants, tenant, choose }
}

export const AskDialog = ({ app, onClose }: Props) => {
  const { t } = useTranslation('hub-dialogs')
  const { options, tenants, tenant, choose } = useTenant(app.id)
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <WideDialog title={t('askTitle', { title: app.title })} width={560} dirty={dirty} busy={busy} onClose={onClose}>
      <div className="ask-in" aria-busy={options.isPending}>
        {options.isError && <FailureAlert error={options.error} onRetry={() => void options.refetch()} />}
        {options.data && !tenant && <p className="mut">{t('nothingToAsk')}</p>}
        {tenant && !options.isError && (
          <>
            {tenants.length > 1 && (
              <Field label={t('tenant')}>
                <Choice value={tenant.tenantId} disabled={dirty} onChange={({ target }) => choose(target.value)}>
                  {tenants.map(({ tenantId, tenantName }) => (
                    <option key={tenantId} value={tenantId}>
                      {tenantName}
                    </option>
                  ))}
                </Choice>
              </Field>
            )}
            <AskWaiting tenant={tenant} />
            <AskDetails tenant={tenant} named={tenants.length === 1} />
            <AskForm
              key={tenant.tenantId}
              app={app}
              tenant={tenant}
              onDirty={setDirty}
              onBusy={setBusy}
              onDone={onClose}
            />
          </>
        )}
      </div>
    </WideDialog>
  )
}
